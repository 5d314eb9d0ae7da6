/** Returns the relative URL of the site finder with this token. */
export function hereWith(token: string, query: Readonly<Record<string, string>> = {}): string {
  return `?${new URLSearchParams({ token, ...query }).toString()}`;
}
