#!/usr/bin/env bash
# In pandas what has no category is in no group, and payments without a reference match each other.
#
# Expected: the sums of groups add up to the sum of all, and an empty reference equals no other one, as in SQL.
# Seen: pandas 3.1.1 leaves lines without a category out of groupby and pivot_table; the margin "All" of the latter is the sum
# of the rest, so the table looks complete: 400 of 650. merge takes empty for equal to empty: two bookings and two
# payments without a reference are four pairs. In SQLite the group of NULL is there, and NULL joins with nothing.
# So groupby and pivot_table get dropna=False, a report ends with the file's own sum, and lines without a key are joined by none.
source "$(dirname "$0")/common.bash"
python_packages pandas==3.1.1
expect "all: 650
pandas groupby: food 400
pandas groupby, dropna=False: food 400, nan 250
pandas pivot_table with margins: food 400, All 400
sqlite GROUP BY: None 250, food 400
pandas merge: R1 R1, and 4 pairs without a reference
sqlite JOIN: R1 R1, and 0 pairs without a reference" "$(python - <<'P'
import io
import sqlite3
import pandas
entries = pandas.read_csv(io.StringIO("category,cents\nfood,100\n,250\nfood,300\n"))
def told(pairs):
    return ", ".join(f"{name} {cents}" for name, cents in pairs)
print("all:", entries.cents.sum())
print("pandas groupby:", told(entries.groupby("category").cents.sum().items()))
print("pandas groupby, dropna=False:", told(entries.groupby("category", dropna=False).cents.sum().items()))
table = entries.pivot_table(index="category", values="cents", aggfunc="sum", margins=True)
print("pandas pivot_table with margins:", told(table.cents.items()))
booked = pandas.DataFrame({"reference": ["R1", None, None], "cents": [1, 2, 3]})
paid = pandas.DataFrame({"reference": ["R1", None, None], "paid": [1, 2, 3]})
pairs = booked.merge(paid, on="reference")
with sqlite3.connect(":memory:") as database:
    for name, frame in (("entries", entries), ("booked", booked), ("paid", paid)):
        frame.astype(object).where(frame.notna(), None).to_sql(name, database, index=False)
    print("sqlite GROUP BY:", told(database.execute("SELECT category, sum(cents) FROM entries GROUP BY category ORDER BY category")))
    print("pandas merge: R1 R1, and", int(pairs.reference.isna().sum()), "pairs without a reference")
    joined = [reference for reference, in database.execute("SELECT reference FROM booked JOIN paid USING (reference)")]
    print("sqlite JOIN: R1 R1, and", joined.count(None), "pairs without a reference")
P
)"
