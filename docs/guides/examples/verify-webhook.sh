#!/bin/sh
# Verifies a webhook signature with a shell and openssl, for trying things out. Don't use it on a server: the key is
# visible in the process list while openssl runs, and signatures aren't compared in constant time.
#
#     WEBHOOK_SECRET=… sh verify-webhook.sh TIMESTAMP SIGNATURES [NOW] < body
set -eu
timestamp=$1
signatures=$2
now=${3:-$(date +%s)}
fresh_seconds=300

case $timestamp in '' | *[!0-9]* | ?????????????*) exit 1 ;; esac
age=$((now - timestamp))
[ "${age#-}" -le "$fresh_seconds" ] || exit 1

# The key is the 16 bytes of the UUID, not its text.
key=$(printf %s "$WEBHOOK_SECRET" | tr -d -)
[ ${#key} -eq 32 ] || { echo 'WEBHOOK_SECRET is no UUID.' >&2; exit 1; }
expected=$({ printf '%s.' "$timestamp"; cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" | sed 's/.*= *//')

for signature in $(printf %s "$signatures" | tr ',' ' '); do
  [ "$signature" != "$expected" ] || exit 0
done
exit 1
