/**
 * Why a POST got no response: a fixed list for the delivery log, from the many errors of sockets, TLS, DNS,
 * and Node's HTTP client.
 */
import { BlockedAddress } from './connector';
import { DnsFailure, errorCode } from './resolver';

/**
 * The reasons, each with the sentence that the delivery log shows. None of them reveals an address behind the
 * firewall.
 */
export const failureReasons = {
  dns_error: "The host name couldn't be resolved.",
  connection_refused: 'The receiver refused the connection.',
  connection_reset: 'The receiver closed the connection before it responded.',
  connection_failed: "The connection couldn't be established.",
  network_unreachable: 'There is no route to the receiver.',
  timeout: "The receiver didn't respond in time.",
  tls_expired: "The receiver's certificate has expired.",
  tls_not_yet_valid: "The receiver's certificate isn't valid yet.",
  tls_revoked: "The receiver's certificate was revoked.",
  tls_self_signed: "The receiver's certificate is self-signed. Use one from a public certificate authority.",
  tls_wrong_host: "The receiver's certificate is for another host name.",
  tls_incomplete_chain:
    "The receiver's certificate can't be traced to a public certificate authority. Usually the receiver " +
    "doesn't send the intermediate certificates.",
  tls_client_certificate: 'The receiver asks for a client certificate, and we have none.',
  tls_refused:
    "The receiver refused the TLS handshake. It may ask for a client certificate, which we don't have, or " +
    'support only versions of TLS before 1.2.',
  tls_not_spoken: "The receiver doesn't speak TLS at this address. Check the port of the URL.",
  tls_error: "The receiver's certificate or TLS configuration wasn't accepted.",
  protocol_error: "The receiver's response isn't valid HTTP.",
  response_too_large: 'The response headers were too large.',
  blocked_address: "The receiver's address isn't publicly reachable.",
  blocked_url: "The endpoint's URL isn't allowed.",
  mail_failed: "The mail server didn't accept the e-mail.",
  interrupted: 'Our worker stopped before it recorded the result. The receiver may have gotten the event.',
  invalid_headers: "The endpoint's custom headers aren't allowed.",
} as const;

/** A reason. */
export type FailureReason = keyof typeof failureReasons;

/** Whether a stored name is one of the reasons. */
export function isFailureReason(name: string): name is FailureReason {
  return name in failureReasons;
}

/** A reason with its details: a rule's name or an error code, never an address or a value. */
export interface Failure {
  readonly reason: FailureReason;
  readonly detail?: string;
}

const reasonsByCode: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ENETUNREACH: 'network_unreachable',
  EHOSTUNREACH: 'network_unreachable',
  EHOSTDOWN: 'network_unreachable',
  ETIMEDOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'response_too_large',
  EPROTO: 'tls_error',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_not_yet_valid',
  CERT_REVOKED: 'tls_revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_self_signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_host',
  HOSTNAME_MISMATCH: 'tls_wrong_host',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_incomplete_chain',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_incomplete_chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_incomplete_chain',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'tls_client_certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_not_spoken',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'tls_not_spoken',
};

/** Families of codes: Node's HTTP parser, its TLS errors, and OpenSSL's certificate verification. */
const families: ReadonlyArray<readonly [RegExp, FailureReason]> = [
  [/^HPE_/, 'protocol_error'],
  [/^ERR_SSL_.*_ALERT_/, 'tls_refused'],
  [/^ERR_(?:TLS|SSL|OSSL)_/, 'tls_error'],
  [/^(?:CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERROR_IN|PATH_LENGTH)_/, 'tls_error'],
  [/^(?:INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/, 'tls_error'],
];

/** Faults of ours that are reported like any other. */
const ownCodes: ReadonlySet<string> = new Set([
  'ERR_INVALID_ARG_TYPE',
  'ERR_INVALID_ARG_VALUE',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_INVALID_PROTOCOL',
  'ERR_INVALID_URL',
  'EMFILE',
  'ENFILE',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'ENOBUFS',
]);

/** Returns the failure for an error, or undefined for a fault of ours, which must be thrown. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof BlockedAddress) return { reason: 'blocked_address', detail: error.rule };
  if (error instanceof DnsFailure) return { reason: 'dns_error', detail: error.code };
  // If every address of a name failed, Node throws an AggregateError with the code of the first.
  const code = errorCode(error);
  if (code === undefined || ownCodes.has(code)) return undefined;
  // For an alert that arrives while it writes, Node gives only OpenSSL's text, without a separate code.
  if (code === 'EPROTO' && error instanceof Error && error.message.includes('SSL alert number'))
    return { reason: 'tls_refused', detail: code };
  const family = families.find(([pattern]) => pattern.test(code));
  const reason = reasonsByCode[code] ?? family?.[1] ?? 'connection_failed';
  return { reason, detail: code };
}
