"""A webhook receiver that needs only Python: WEBHOOK_SECRET=… python3 receiver.py [port]

It verifies the signature, answers immediately, and processes each delivery once.
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

# The IDs of processed deliveries. Keep yours in a database, in the same transaction as your own work.
PROCESSED = set()


def is_genuine(headers, body, now=None):
    """Whether one of the signatures matches and the attempt is recent. Pass the body's bytes as they arrived."""
    timestamp = headers.get("X-Webhook-Timestamp", "")
    if not timestamp.isdecimal() or abs((now or time.time()) - int(timestamp)) > FRESH_SECONDS:
        return False
    expected = hmac.new(KEY, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    signatures = headers.get("X-Webhook-Signature", "").split(",")
    return any(hmac.compare_digest(expected.encode(), signature.strip().encode()) for signature in signatures)


def work(event):
    # Fetch the record at event["resource"] with your key: `data` may be older than the record.
    print(event["eventType"], ", ".join(event["changed"]), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(size) if size <= BODY_BYTES_MAX else b""
        if not is_genuine(self.headers, body):
            print(
                "Rejected a delivery: its signature doesn't match WEBHOOK_SECRET, or it's over 5 minutes old.",
                file=sys.stderr,
                flush=True,
            )
            return self.answer(401)
        event = json.loads(body)
        is_new = event["id"] not in PROCESSED
        # Record it, answer, then work: without an answer within 10 seconds, it's sent again.
        PROCESSED.add(event["id"])
        self.answer(204)
        if is_new:
            work(event)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Prints events only."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    except OSError:
        sys.exit(f"Port {port} is in use. Give another: python3 receiver.py 8081")
    print(f"Listening on port {server.server_port}.", flush=True)
    server.serve_forever()
