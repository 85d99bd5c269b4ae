#!/usr/bin/env bash
# A library that shares expenses leaves the last member with a negative share, or the group with a cent that nobody
# pays.
#
# Expected: equal shares differ by a cent at most and add up to the amount, shares by per cent add up too, and the payments
# that settle a group bring every balance to nothing.
# Seen: expensesplit 1.0.0 rounds each share and gives the rest to the last member: 0.05 among eight is seven times 0.01
# and -0.02, and with 1.00 among 150 the last one's is -0.49. Halves by per cent are 12.56 of 12.55 and 0.14 of 0.15.
# Balances of 100.00 among three add up to a cent, which no payment settles, and a debt of one cent is never paid.
# So shares are dealt out in whole cents, one more for the first ones, until nothing is left.
source "$(dirname "$0")/common.bash"
python_packages expensesplit==1.0.0

expect "0.05 among 8: first 0.01, last -0.02, sum 0.05
1.00 among 150: first 0.01, last -0.49, sum 1.00
10.00 among 3: first 3.33, last 3.34, sum 10.00
12.55 by halves: 6.28 6.28 sum 12.56
0.05 by halves: 0.03 0.03 sum 0.06
0.15 by halves: 0.07 0.07 sum 0.14
balances of 100.00 among three: 66.67 -33.33 -33.33 sum 0.01
their payments: 33.33 33.33
payments of one cent: []" "$(python - <<'P'
from expensesplit import calculate_balances, calculate_settlements, split_amount

def members(count):
    return [f"m{number}" for number in range(1, count + 1)]

for amount, count in (("0.05", 8), ("1.00", 150), ("10.00", 3)):
    shares = list(split_amount(amount, members(count)).values())
    print(f"{amount} among {count}: first {shares[0]:.2f}, last {shares[-1]:.2f}, sum {sum(shares):.2f}")
for amount in (12.55, 0.05, 0.15):
    shares = list(split_amount(amount, ["Asha", "Ravi"], "percentage", {"Asha": 50, "Ravi": 50}).values())
    print(f"{amount:.2f} by halves:", *(f"{share:.2f}" for share in shares), f"sum {sum(shares):.2f}")
balances = calculate_balances(["Asha", "Ravi", "Mira"], [{"payer": "Asha", "amount": 100}])
print("balances of 100.00 among three:", *balances.values(), f"sum {sum(balances.values()):.2f}")
print("their payments:", *(payment["amount"] for payment in calculate_settlements(balances)))
print("payments of one cent:", calculate_settlements({"Asha": 0.01, "Ravi": -0.01}))
P
)"
