/**
 * The address of the site finder with this token; a form that is sent there by POST keeps its fields to
 * itself.
 */
export function hereWith(token: string, query: Readonly<Record<string, string>> = {}): string {
  return `?${new URLSearchParams({ token, ...query }).toString()}`;
}
