"""A receiver of webhooks, with nothing but Python: WEBHOOK_SECRET=… python3 receiver.py [port]

It checks the signature, answers at once, and takes each delivery once.
"""

import hashlib
import hmac
import json
import os
import sys
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 1_000_000
FRESH_SECONDS = 300

# The key is the 16 bytes of the UUID, not its text.
KEY = uuid.UUID(os.environ["WEBHOOK_SECRET"]).bytes

# The deliveries that were taken. Yours belong into a database, with the work they cause, in one transaction.
TAKEN = set()


def is_genuine(headers, body, now=None):
    """Whether one of the signatures fits, and the attempt is fresh. The body is its bytes as they came."""
    timestamp = headers.get("X-Webhook-Timestamp", "")
    if not timestamp.isdecimal() or abs((now or time.time()) - int(timestamp)) > FRESH_SECONDS:
        return False
    expected = hmac.new(KEY, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    signatures = headers.get("X-Webhook-Signature", "").split(",")
    return any(hmac.compare_digest(expected.encode(), signature.strip().encode()) for signature in signatures)


def work(event):
    # The path of the record: fetch it with your key, since `data` may be older than the record.
    print(event["eventType"], ", ".join(event["changed"]), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(size) if size <= BODY_BYTES_MAX else b""
        if not is_genuine(self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        is_new = event["id"] not in TAKEN
        # Take it, answer, work: after the answer it is not sent again, and without one within 10 seconds it is.
        TAKEN.add(event["id"])
        self.answer(204)
        if is_new:
            work(event)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Prints events only."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8080), Receiver)
    print(f"Listening on port {server.server_port}.", flush=True)
    server.serve_forever()
