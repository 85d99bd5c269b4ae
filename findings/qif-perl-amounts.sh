#!/usr/bin/env bash
# A withdrawal of 1,234.50 in a QIF file is one of 1 when Perl adds it up, and the second line of a note is written as an amount.
#
# Guess: T-1,234.50 is -1234.50, and what is written is read as the same.
# Seen: Finance::QIF 3.02 (Debian's libfinance-qif-perl) hands amounts out as the file has them, and Perl takes the digits up to the comma for the
# number; -12,50 is -12, 12.50- is 12.50 and (5.00) is 0. Perl says so only under "use warnings".
# It writes a note with its line break: of "for the car" and "T999.00 is its plate" the second line is another amount of the entry, and which of the
# two counts is chance, since it writes fields in the order of a hash, which is another one in each run. A line "^" in a note ends the entry, and what
# follows is an entry of its own. An amount of -10.004 is written with all its decimals.
# So a reader makes numbers of amounts or refuses them, and a writer of lines has no line break within a field.
source "$(dirname "$0")/common.bash"
debian_packages 'libfinance-qif-perl=3.02*'
cat >"$folder/statement.qif" <<'Q'
!Type:Bank
D11/27/2026
T-1,234.50
PShop
^
D11/27/2026
T-12,50
PMill
^
D11/28/2026
T12.50-
PCafe
^
D11/28/2026
T(5.00)
PBakery
^
Q

expect "Shop -1,234.50 is -1
Mill -12,50 is -12
Cafe 12.50- is 12.5
Bakery (5.00) is 0
sum -0.5
Fuel, -20, for the car|T999.00 is its plate: 1 entry, amounts T-20 T999.00 is its plate
Tea, -10.004, black|^|PGift|T50.00: 2 entries, amounts T-10.004 T50.00" "$(cd "$folder" && perl -I"$folder/debian/usr/share/perl5" - <<'P'
use Finance::QIF;

sub records { my $file = Finance::QIF->new(file => $_[0]); my @all; while (my $record = $file->next) { push @all, $record } return @all }
my $sum = 0;
for my $record (records("statement.qif")) {
  my $number = $record->{transaction} + 0;
  $sum += $number;
  print "$record->{payee} $record->{transaction} is $number\n";
}
print "sum $sum\n";
for my $entry (["Fuel", -20, "for the car\nT999.00 is its plate"], ["Tea", -10.004, "black\n^\nPGift\nT50.00"]) {
  my ($payee, $amount, $memo) = @$entry;
  my $file = Finance::QIF->new(file => ">written.qif");
  $file->header("Type:Bank");
  $file->write({header => "Type:Bank", date => "11/27/2026", transaction => $amount, payee => $payee, memo => $memo});
  $file->close;
  open(my $written, "<", "written.qif");
  my @amounts = sort grep { /^T/ } <$written>;
  chomp @amounts;
  my $entries = () = records("written.qif");
  print join(", ", @$entry) =~ s/\n/|/gr, ": $entries ", $entries > 1 ? "entries" : "entry", ", amounts @amounts\n";
}
P
)"
