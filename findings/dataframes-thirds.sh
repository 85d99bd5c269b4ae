#!/usr/bin/env bash
# A third of 20.00 is 6.67 in polars, 6.6666 in pyarrow and a float in DuckDB; and one eighth as two decimals is 0.12 or 0.13.
#
# Guess: in each a third of decimal(12,2) is 6.67, and 0.125 as decimal(12,2) is 0.13.
# Expected besides: the median of 10.00 and 10.01 is 10.005, and the mean of 0.01 and 0.02 is 0.015.
# Seen: polars 2.1.0 keeps two digits; pyarrow 26.0.1 cuts what is over (6.6666); DuckDB 2.0.1 has no division of decimals and gives a double.
# An eighth is 0.13 in DuckDB and 0.12 in polars (half to even), also where a Decimal is put into a column; pyarrow refuses a decimal whose digits
# do not fit, and makes 0.12 of the float. DuckDB's median of the two is 10.00. pyarrow's mean has two digits: 0.02.
# polars and DuckDB make 2.68 of the float 2.675, which is a little less; pyarrow says 2.67.
# So amounts are whole cents in each of them, and what is divided is divided by the program that knows who gets the rest.
source "$(dirname "$0")/common.bash"
python_packages polars==2.1.0 duckdb==2.0.1 pyarrow==26.0.1

expect "a third of 20.00: polars 6.67, pyarrow 6.6666, duckdb 6.666666666666667
an eighth: polars 0.12, pyarrow ArrowInvalid, duckdb 0.13
an eighth from a float: polars 0.12, pyarrow 0.12, duckdb 0.13
2.675 from a float: polars 2.68, pyarrow 2.67, duckdb 2.68
median of 10.00 and 10.01: polars 10.005, duckdb 10.00
mean of 0.01 and 0.02: polars 0.015, pyarrow 0.02, duckdb 0.015" "$(python - <<'P'
from decimal import Decimal

import duckdb
import polars
import pyarrow
import pyarrow.compute

def of_polars(*values): return polars.Series([Decimal(value) for value in values], dtype=polars.Decimal(12, 2))
def of_pyarrow(*values): return pyarrow.array([Decimal(value) for value in values], pyarrow.decimal128(12, 2))
def of_duckdb(expression, *values):
    rows = ", ".join(f"(CAST('{value}' AS decimal(12, 2)))" for value in values) or "(0)"
    return duckdb.sql(f"SELECT {expression} FROM (VALUES {rows}) amounts(x)").fetchall()[0][0]
def or_error(ask):
    try:
        return ask()
    except Exception as error:
        return type(error).__name__

two, eighth = pyarrow.decimal128(12, 2), Decimal("0.125")
print(f"a third of 20.00: polars {(of_polars('20.00') / 3)[0]}, pyarrow {pyarrow.compute.divide(of_pyarrow('20.00'), pyarrow.scalar(Decimal(3)))[0]},",
      f"duckdb {of_duckdb('x / 3', '20.00')}")
print(f"an eighth: polars {polars.Series([eighth], dtype=polars.Decimal(12, 3)).cast(polars.Decimal(12, 2))[0]},",
      f"pyarrow {or_error(lambda: pyarrow.array([eighth]).cast(two)[0])}, duckdb {of_duckdb('CAST(CAST(0.125 AS decimal(12, 3)) AS decimal(12, 2))')}")
for name, value in (("an eighth", 0.125), ("2.675", 2.675)):
    print(f"{name} from a float: polars {polars.Series([value]).cast(polars.Decimal(12, 2))[0]}, pyarrow {pyarrow.array([value]).cast(two)[0]},",
          f"duckdb {of_duckdb(f'CAST(CAST({value} AS double) AS decimal(12, 2))')}")
print(f"median of 10.00 and 10.01: polars {of_polars('10.00', '10.01').median()}, duckdb {of_duckdb('median(x)', '10.00', '10.01')}")
print(f"mean of 0.01 and 0.02: polars {of_polars('0.01', '0.02').mean()}, pyarrow {pyarrow.compute.mean(of_pyarrow('0.01', '0.02'))},",
      f"duckdb {of_duckdb('avg(x)', '0.01', '0.02')}")
P
)"
