/**
 * A receiver's self-signed certificate for `receiver.example.com`, trusted by nobody, with its key; only for
 * TLS tests. Created with openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500
 * -subj "/CN=receiver.example.com" \
 *     -addext "subjectAltName=DNS:receiver.example.com" -keyout key.pem -out certificate.pem
 */
/** The key. */
export const receiverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgL3fVIbbSerpEpgpj
BLRUn+1zexP++59ua66uaO11v4ahRANCAAQDSWarN3mlihZX6/DDqEKZxoz/fDTK
663WyYkutkPrT6JzSlJ/ZZzQSNGYH9DS/HbM/5VBV2qlPpFdXO591efW
-----END PRIVATE KEY-----
`;

/** The certificate. */
export const receiverCertificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAVygAwIBAgIUV1HMP/AxkVkqe5WfMFJe4zj5OBcwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUcmVjZWl2ZXIuZXhhbXBsZS5jb20wIBcNMjYxMTIwMTg0NzM2
WhgPMjEyNjEwMjcxODQ3MzZaMB8xHTAbBgNVBAMMFHJlY2VpdmVyLmV4YW1wbGUu
Y29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA0lmqzd5pYoWV+vww6hCmcaM
/3w0yuut1smJLrZD60+ic0pSf2Wc0EjRmB/Q0vx2zP+VQVdqpT6RXVzufdXn1qN0
MHIwHQYDVR0OBBYEFB9VIFNuN3GYfLWxiPR8tGj5hcEaMB8GA1UdIwQYMBaAFB9V
IFNuN3GYfLWxiPR8tGj5hcEaMA8GA1UdEwEB/wQFMAMBAf8wHwYDVR0RBBgwFoIU
cmVjZWl2ZXIuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSQAwRgIhAMMGOlMcAp2X
e+l7Wu8nt1e2gSWhfg/9yQ9RUnP5bJQSAiEAm0Z0BUcarET7A/NsMyoraQZ1G/vi
vYDLTJKn1ogFLe0=
-----END CERTIFICATE-----
`;
