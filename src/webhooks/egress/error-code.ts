/**
 * The `code` of an error of Node, OpenSSL, c-ares or undici. Not found by `instanceof Error`, which is false
 * for an error of another realm.
 */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
