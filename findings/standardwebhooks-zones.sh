#!/usr/bin/env bash
# Two libraries for signed webhooks take the wall clock of any time zone for UTC, and a key in the URL's alphabet for another key.
#
# Guess: sign(id, time, body) takes an aware datetime as an instant, whatever its zone, and a key in another alphabet than plain base64's is refused
# when it is given.
# Seen: in standardwebhooks 1.1.0 and svix 2.9.1 the same instant in Asia/Kolkata's +05:30 signs a timestamp five and a half hours later, so the
# signature does not match the timestamp that was sent. A key with "-" and "_" for "+" and "/" loses these letters and is another key; both say
# "No matching signature found" at the first message. A key with or without "whsec_" and its "=" is the same one.
# verify of standardwebhooks parses the body: one that is no JSON raises JSONDecodeError although its signature is right.
# So a sender signs the decimal text that it puts into the header, and writes keys in base64's plain alphabet.
source "$(dirname "$0")/common.bash"
python_packages standardwebhooks==1.1.0 svix==2.9.1

cat >"$folder/zones.py" <<'P'
import base64
import datetime
import standardwebhooks
import svix.webhooks

KEY = base64.b64encode(bytes(range(200, 232))).decode()
# A key with four letters that differ between the alphabets.
OTHER = base64.b64encode(b"\xfb\xef\xbe" + b"k" * 29).decode()
INDIA = datetime.timezone(datetime.timedelta(hours=5, minutes=30))

def outcome(call):
    try:
        call()
        return "verified"
    except Exception as error:
        return f"{type(error).__name__}: {error}"

for name, kind in (("standardwebhooks", standardwebhooks.Webhook), ("svix", svix.webhooks.Webhook)):
    now = datetime.datetime.now(datetime.timezone.utc)

    def verify(signer, receiver, time=now, body="{}"):
        headers = {"webhook-id": "message", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signer.sign("message", time, body)}
        return outcome(lambda: receiver.verify(body, headers))

    hook = kind("whsec_" + KEY)
    print(name)
    print("  signed with a time in UTC:", verify(hook, hook))
    print("  in +05:30:", verify(hook, hook, now.astimezone(INDIA)))
    print("  key without prefix and padding:", verify(hook, kind(KEY.rstrip("="))))
    print("  key in the URL's alphabet:", verify(kind(OTHER), kind(OTHER.translate(str.maketrans("+/", "-_")))))
    print("  a body that is no JSON:", verify(hook, hook, body="groceries").split(":")[0])
P
expect "standardwebhooks
  signed with a time in UTC: verified
  in +05:30: WebhookVerificationError: No matching signature found
  key without prefix and padding: verified
  key in the URL's alphabet: WebhookVerificationError: No matching signature found
  a body that is no JSON: JSONDecodeError
svix
  signed with a time in UTC: verified
  in +05:30: WebhookVerificationError: No matching signature found
  key without prefix and padding: verified
  key in the URL's alphabet: WebhookVerificationError: No matching signature found
  a body that is no JSON: verified" "$(python "$folder/zones.py")"
