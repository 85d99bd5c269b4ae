#!/usr/bin/env bash
# Pocket money by the fortnight is summed over other fortnights in pandas, polars and DuckDB, and in pandas over others again once an older line is there.
#
# Guess: by weeks each of them begins on Monday and names the week by that day; by two weeks they agree, or go by the first line of the data.
# Seen: of payments of 30 January, 1 and 2 February 2026 polars 2.1.0 and DuckDB 2.0.1 have a week of 26 January. pandas 3.1.1 names it by its last day,
# 1 February, so a payment of January is February's where weeks are gathered by the month of their name.
# Fortnights begin on 19 January in polars and on 26 January in DuckDB. In pandas the first one ends with the week of the oldest line: with a payment of
# 20 January before them the 30th is in one fortnight with 2 February, and without it it is not.
# So a budget by weeks keeps the day on which its first one began, each sum goes from a day to a day, and a month is made of days, never of weeks.
source "$(dirname "$0")/common.bash"
python_packages pandas==3.1.1 polars==2.1.0 duckdb==2.0.1

cat >"$folder/weeks.py" <<'P'
import datetime

import duckdb
import pandas
import polars

def shown(sums):
    return ", ".join(f"{day:%d %b} {amount}" for day, amount in sums)

def by_pandas(lines, weeks):
    sums = pandas.Series([amount for _, amount in lines], index=pandas.to_datetime([day for day, _ in lines])).resample(f"{weeks}W").sum()
    return shown(sums.items())

def by_polars(lines, weeks):
    frame = polars.DataFrame({"day": [day for day, _ in lines], "amount": [amount for _, amount in lines]}).set_sorted("day")
    return shown(frame.group_by_dynamic("day", every=f"{weeks}w").agg(polars.col("amount").sum()).rows())

def by_duckdb(lines, weeks):
    values = ", ".join(f"(DATE '{day}', {amount})" for day, amount in lines)
    return shown(duckdb.sql(f"""SELECT time_bucket(INTERVAL '{7 * weeks} days', day) AS bucket, sum(amount)
                                FROM (VALUES {values}) AS line (day, amount) GROUP BY bucket ORDER BY bucket""").fetchall())

lines = [(datetime.date(2026, 1, 30), 1), (datetime.date(2026, 2, 1), 2), (datetime.date(2026, 2, 2), 4)]
older = [(datetime.date(2026, 1, 20), 8)] + lines
for name, reckon in (("pandas", by_pandas), ("polars", by_polars), ("DuckDB", by_duckdb)):
    print(f"{name}: weeks {reckon(lines, 1)}; fortnights {reckon(lines, 2)}; with an older line {reckon(older, 2)}")
P
expect "pandas: weeks 01 Feb 3, 08 Feb 4; fortnights 01 Feb 3, 15 Feb 4; with an older line 25 Jan 8, 08 Feb 7
polars: weeks 26 Jan 3, 02 Feb 4; fortnights 19 Jan 3, 02 Feb 4; with an older line 19 Jan 11, 02 Feb 4
DuckDB: weeks 26 Jan 3, 02 Feb 4; fortnights 26 Jan 7; with an older line 12 Jan 8, 26 Jan 7" "$(python "$folder/weeks.py")"
