/**
 * Why a POST got no response: a fixed list for the delivery log, from the many errors of sockets, TLS, DNS,
 * and undici.
 */
import { errors } from 'undici';
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
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  ENETUNREACH: 'network_unreachable',
  EHOSTUNREACH: 'network_unreachable',
  EHOSTDOWN: 'network_unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'response_too_large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'response_too_large',
  EPROTO: 'tls_error',
};

/** The codes of Node's TLS errors and of OpenSSL's certificate verification. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/;

/** Faults of ours that undici reports like any other. */
const ownCodes: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_NOT_SUPPORTED',
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
  if (error instanceof errors.HTTPParserError) return { reason: 'protocol_error', detail: error.code };
  // If every address of a name failed, Node throws an AggregateError with the code of the first.
  const code = errorCode(error);
  if (code === undefined || ownCodes.has(code)) return undefined;
  const reason = reasonsByCode[code] ?? (tlsCode.test(code) ? 'tls_error' : 'connection_failed');
  return { reason, detail: code };
}
