"""Verifies a webhook signature with Python alone.

As a program: WEBHOOK_SECRET=… python3 verify_webhook.py TIMESTAMP SIGNATURES [NOW] < body
"""

import hashlib
import hmac
import os
import re
import sys
import time
import uuid

FRESH_SECONDS = 300


def is_genuine(secret, timestamp, signatures, body, now=None):
    """Whether one of the signatures matches and the attempt is recent. Pass the body's bytes as they arrived."""
    # The key is the 16 bytes of the UUID, not its text.
    key = uuid.UUID(secret).bytes
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > FRESH_SECONDS:
        return False
    expected = hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(expected.encode(), signature.strip().encode()) for signature in signatures.split(","))


if __name__ == "__main__":
    now = float(sys.argv[3]) if len(sys.argv) > 3 else None
    genuine = is_genuine(os.environ["WEBHOOK_SECRET"], sys.argv[1], sys.argv[2], sys.stdin.buffer.read(), now)
    sys.exit(0 if genuine else 1)
