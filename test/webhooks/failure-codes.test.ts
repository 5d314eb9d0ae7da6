/** Every error code that a POST can end with has a reason, which has a sentence. */
import { constants } from 'node:os';
import { failureOf, failureReasons, type FailureReason } from '../../src/webhooks/egress/failure';

function failed(code: string, message = 'x'): Error {
  return Object.assign(new Error(message), { code });
}

/** Codes of sockets that only a fault of ours causes, which is thrown. */
const ownFaults = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENETDOWN', 'ENOBUFS']);

test.each(Object.keys(constants.errno))(
  'The system error %s has a reason, unless it is our fault [HOOK-23]',
  code => {
    const failure = failureOf(failed(code));
    expect([code, failure === undefined]).toEqual([code, ownFaults.has(code)]);
    if (failure !== undefined) expect(failureReasons[failure.reason]).toMatch(/^[A-Z].*\.$/);
  },
);

test.each<[FailureReason, string, string]>([
  ['connection_refused', 'ECONNREFUSED', ''],
  ['connection_reset', 'ECONNRESET', 'socket hang up'],
  ['connection_reset', 'EPIPE', ''],
  ['network_unreachable', 'EHOSTUNREACH', ''],
  ['timeout', 'ETIMEDOUT', ''],
  // Node's HTTP parser
  ['response_too_large', 'HPE_HEADER_OVERFLOW', ''],
  ['protocol_error', 'HPE_INVALID_CONSTANT', ''],
  ['protocol_error', 'HPE_UNEXPECTED_CONTENT_LENGTH', ''],
  ['protocol_error', 'HPE_INVALID_CHUNK_SIZE', ''],
  // OpenSSL, by Node's names: https://nodejs.org/api/tls.html#x509-certificate-error-codes
  ['tls_expired', 'CERT_HAS_EXPIRED', ''],
  ['tls_not_yet_valid', 'CERT_NOT_YET_VALID', ''],
  ['tls_revoked', 'CERT_REVOKED', ''],
  ['tls_self_signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', ''],
  ['tls_self_signed', 'SELF_SIGNED_CERT_IN_CHAIN', ''],
  ['tls_wrong_host', 'ERR_TLS_CERT_ALTNAME_INVALID', ''],
  ['tls_wrong_host', 'HOSTNAME_MISMATCH', ''],
  ['tls_incomplete_chain', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', ''],
  ['tls_incomplete_chain', 'UNABLE_TO_GET_ISSUER_CERT', ''],
  ['tls_incomplete_chain', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ''],
  ['tls_error', 'UNABLE_TO_GET_CRL', ''],
  ['tls_error', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE', ''],
  ['tls_error', 'CERT_SIGNATURE_FAILURE', ''],
  ['tls_error', 'CERT_UNTRUSTED', ''],
  ['tls_error', 'CERT_REJECTED', ''],
  ['tls_error', 'ERROR_IN_CERT_NOT_BEFORE_FIELD', ''],
  ['tls_error', 'CERT_CHAIN_TOO_LONG', ''],
  ['tls_error', 'PATH_LENGTH_EXCEEDED', ''],
  ['tls_error', 'INVALID_CA', ''],
  ['tls_error', 'INVALID_PURPOSE', ''],
  // What servers of OpenSSL 3.0 with -Verify cause, with TLS 1.3 and with TLS 1.2
  ['tls_client_certificate', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', ''],
  ['tls_refused', 'EPROTO', 'write EPROTO …:ssl/tls alert handshake failure:…:SSL alert number 40'],
  ['tls_refused', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', ''],
  ['tls_not_spoken', 'ERR_SSL_WRONG_VERSION_NUMBER', ''],
  ['tls_error', 'ERR_SSL_UNSUPPORTED_PROTOCOL', ''],
  ['tls_error', 'EPROTO', ''],
  // A code that no table knows still has a sentence.
  ['connection_failed', 'E_OF_A_LATER_NODE', ''],
])('%s is the reason of %s (%s) [HOOK-23]', (reason, code, message) => {
  expect(failureOf(failed(code, message))).toEqual({ reason, detail: code });
});
