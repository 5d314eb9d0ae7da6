/**
 * The `code` of an error of Node, OpenSSL, c-ares or undici. Not by `instanceof Error`: an error may come from another
 * realm, and then it is none.
 */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
