#!/usr/bin/env bash
# A sender of signed webhooks that signs the bytes it sends has signed other bytes, and a receiver fails in a way of its own at a list of signatures.
#
# Expected: sign(id, time, body) signs bytes as it does their text, as verify() takes both; and whatever is wrong in webhook-signature is a
# WebhookVerificationError.
# Seen: in standardwebhooks 1.1.0 and svix 2.9.1 sign() writes bytes as Python shows them, b'{}', and signs that, without an error: no receiver takes it.
# verify() takes bytes and text. Of webhook-signature an entry without a comma, two entries behind a comma instead of a blank, and two blanks between
# entries raise ValueError before a right signature in the list is looked at: a receiver that catches the library's own error
# alone answers 500, and the sender sends the message again and again. An entry of another version (v1a) and a blank at the end are passed over.
# So a sender signs body.decode() and sends the same bytes, and a receiver takes each error of verify() for a signature that does not fit.
source "$(dirname "$0")/common.bash"
python_packages standardwebhooks==1.1.0 svix==2.9.1

cat >"$folder/bytes.py" <<'P'
import base64
import datetime

import standardwebhooks
import svix.webhooks

KEY = "whsec_" + base64.b64encode(b"k" * 32).decode()
for name, module in (("standardwebhooks", standardwebhooks), ("svix", svix.webhooks)):
    hook = module.Webhook(KEY)
    now = datetime.datetime.now(datetime.timezone.utc)

    def verify(signature, body=b"{}"):
        headers = {"webhook-id": "message", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}
        try:
            hook.verify(body, headers)
            return "verified"
        except module.WebhookVerificationError:
            return "its own error"
        except Exception as error:
            return type(error).__name__

    right = hook.sign("message", now, "{}")
    other = "v1," + base64.b64encode(bytes(32)).decode()
    print(name)
    print("  text signed, bytes received:", verify(right))
    print("  text signed, text received:", verify(right, "{}"))
    print("  bytes signed, bytes received:", verify(hook.sign("message", now, b"{}")))
    print("  signed as Python shows them:", hook.sign("message", now, b"{}") == hook.sign("message", now, "b'{}'"))
    for told, signature in (("another one", other), ("another one first", f"{other} {right}"), ("v1a first", f"v1a,{other[3:]} {right}"),
                            ("a blank at the end", f"{right} "), ("two blanks between", f"{other}  {right}"), ("no comma", f"{other[3:]} {right}"),
                            ("a comma between", f"{other},{right}")):
        print(f"  {told}: {verify(signature)}")
P
expect "standardwebhooks
  text signed, bytes received: verified
  text signed, text received: verified
  bytes signed, bytes received: its own error
  signed as Python shows them: True
  another one: its own error
  another one first: verified
  v1a first: verified
  a blank at the end: verified
  two blanks between: ValueError
  no comma: ValueError
  a comma between: ValueError
svix
  text signed, bytes received: verified
  text signed, text received: verified
  bytes signed, bytes received: its own error
  signed as Python shows them: True
  another one: its own error
  another one first: verified
  v1a first: verified
  a blank at the end: verified
  two blanks between: ValueError
  no comma: ValueError
  a comma between: ValueError" "$(python "$folder/bytes.py")"
