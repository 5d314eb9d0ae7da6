// Verifies a webhook signature with Go's standard library.
//
// As a program: WEBHOOK_SECRET=… go run verify_webhook.go TIMESTAMP SIGNATURES [NOW] < body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const freshSeconds = 300

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// IsGenuine reports whether one of the signatures matches and the attempt is recent. Pass the body's bytes as they arrived.
func IsGenuine(secret, timestamp, signatures string, body []byte, now int64) (bool, error) {
	// The key is the 16 bytes of the UUID, not its text.
	key, err := hex.DecodeString(strings.ReplaceAll(secret, "-", ""))
	if err != nil || len(key) != 16 {
		return false, errors.New("the secret is no UUID")
	}
	if !wholeSeconds.MatchString(timestamp) {
		return false, nil
	}
	signedAt, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now-signedAt > freshSeconds || signedAt-now > freshSeconds {
		return false, nil
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, text := range strings.Split(signatures, ",") {
		signature, err := hex.DecodeString(strings.TrimSpace(text))
		if err == nil && hmac.Equal(signature, expected) {
			return true, nil
		}
	}
	return false, nil
}

func main() {
	now := time.Now().Unix()
	if len(os.Args) > 3 {
		now, _ = strconv.ParseInt(os.Args[3], 10, 64)
	}
	body, err := io.ReadAll(os.Stdin)
	if err == nil {
		var genuine bool
		genuine, err = IsGenuine(os.Getenv("WEBHOOK_SECRET"), os.Args[1], os.Args[2], body, now)
		if err == nil && genuine {
			return
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1)
}
