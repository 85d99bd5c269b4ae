#!/usr/bin/env bash
# Of a bank's camt file, HBCI4Java leaves out each payment without details and the second payer of two, books what is pending, and has no day of an hour.
#
# Guess: HBCI4Java gives an entry of two details as two lines or as one without a payer, one without details by its amount and text, and what is pending marked.
# Seen: HBCI4Java 3.1.64 (Debian's), which Hibiscus is built on, reads camt.052 in version .02. An entry that has no details, which ISO 20022 leaves to the bank,
# is no line at all, though it has an amount and a text. An entry of 30.00 with details of 10.00 and 20.00 is 30.00 of the first payer, and the second is nowhere.
# A pending payment (PDNG) stands among the booked ones, without a mark. A day that has an hour (DtTm) is null. The balance behind each line is reckoned from the
# lines, so it ends at 1045.50 where the bank has 983.50. None of it is an error.
# So the last line's balance is compared with the file's closing balance before anything is booked.
source "$(dirname "$0")/common.bash"
debian_packages 'openjdk-17-jre-headless=17.0.21*' 'libhbci4j-core-java=3.1.64*' 'libjaxb-java=2.3.0.1*' 'libjaxb-api-java=2.3.1*' \
  'libistack-commons-java=3.0.6*' 'libactivation-java=1.2.0*' 2>"$folder/unsandboxed"
java=$folder/debian/usr/lib/jvm/java-17-openjdk-amd64
# The settings, which the package keeps in /etc.
while read -r link; do ln -sfn "$folder/debian$(readlink "$link")" "$link"; done < <(find "$java" -lname '/etc/*')
cat >"$folder/Camt.java" <<'J'
import java.io.ByteArrayInputStream;
import java.text.SimpleDateFormat;
import java.util.*;
import org.kapott.hbci.GV.parsers.ParseCamt05200102;
import org.kapott.hbci.GV_Result.GVRKUms;
import org.kapott.hbci.callback.HBCICallbackConsole;
import org.kapott.hbci.manager.HBCIUtils;

class Camt {
  static String day(Date date) { return date == null ? "no day" : new SimpleDateFormat("MM-dd").format(date); }

  static String balance(String code, String amount) {
    return "<Bal><Tp><CdOrPrtry><Cd>" + code + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">" + amount
      + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>";
  }

  static String details(String amount, String side, String name, String text) {
    return "<TxDtls><Refs><EndToEndId>E</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy=\"EUR\">" + amount + "</Amt></TxAmt></AmtDtls><RltdPties><" + side
      + "><Nm>" + name + "</Nm></" + side + "></RltdPties><RmtInf><Ustrd>" + text + "</Ustrd></RmtInf></TxDtls>";
  }

  static String entry(String amount, String direction, String status, String day, String details, String text) {
    return "<Ntry><Amt Ccy=\"EUR\">" + amount + "</Amt><CdtDbtInd>" + direction + "</CdtDbtInd><Sts>" + status + "</Sts><BookgDt>" + day + "</BookgDt><ValDt>"
      + day + "</ValDt><BkTxCd><Prtry><Cd>N</Cd></Prtry></BkTxCd>" + details + text + "</Ntry>";
  }

  public static void main(String[] arguments) throws Exception {
    HBCIUtils.init(new Properties(), new HBCICallbackConsole() {
      @Override public void log(String text, int level, Date date, StackTraceElement trace) { if (level <= HBCIUtils.LOG_WARN) System.out.println("told: " + text); }
    });
    String whole = "<Dt>2026-11-27</Dt>";
    String file = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.052.001.02\"><BkToCstmrAcctRpt>"
      + "<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-27T20:00:00</CreDtTm></GrpHdr><Rpt><Id>S</Id><CreDtTm>2026-11-27T20:00:00</CreDtTm>"
      + "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>" + balance("OPBD", "1000.00") + balance("CLBD", "983.50")
      + entry("30.00", "CRDT", "BOOK", whole, "<NtryDtls>" + details("10.00", "Dbtr", "Asha", "Tea") + details("20.00", "Dbtr", "Ravi", "Rent") + "</NtryDtls>", "")
      + entry("12.50", "CRDT", "BOOK", whole, "<NtryDtls>" + details("12.50", "Dbtr", "Mira", "Milk") + "</NtryDtls>", "")
      + entry("55.00", "DBIT", "BOOK", whole, "", "<AddtlNtryInf>Cash machine</AddtlNtryInf>")
      + entry("7.00", "CRDT", "PDNG", whole, "<NtryDtls>" + details("7.00", "Dbtr", "Joe", "Bus") + "</NtryDtls>", "")
      + entry("4.00", "DBIT", "BOOK", "<DtTm>2026-11-27T09:30:00</DtTm>", "<NtryDtls>" + details("4.00", "Cdtr", "Nina", "Bread") + "</NtryDtls>", "")
      + "</Rpt></BkToCstmrAcctRpt></Document>";
    List<GVRKUms.BTag> read = new ArrayList<>();
    new ParseCamt05200102().parse(new ByteArrayInputStream(file.getBytes("UTF-8")), read);
    for (GVRKUms.BTag part : read) {
      System.out.println(part.start.value + " to " + part.end.value);
      for (GVRKUms.UmsLine line : part.lines)
        System.out.println("  " + day(line.bdate) + " " + line.value + " " + line.usage + " " + (line.other == null ? "nobody" : line.other.name) + ", then " + line.saldo.value);
    }
  }
}
J
expect "1000.00 EUR to 983.50 EUR
  11-27 30.00 EUR [Tea] Asha, then 1030.00 EUR
  11-27 12.50 EUR [Milk] Mira, then 1042.50 EUR
  11-27 7.00 EUR [Bus] Joe, then 1049.50 EUR
  no day -4.00 EUR [Bread] Nina, then 1045.50 EUR" \
  "$(LC_ALL=C.UTF-8 "$java/bin/java" -XX:TieredStopAtLevel=1 -cp "$(printf '%s:' "$folder"/debian/usr/share/java/*.jar)" "$folder/Camt.java")"
