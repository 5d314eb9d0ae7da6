/** A form with its own permission, sent to the object store as a browser does. */

/** Sends a file with a form. @returns the store's response, and its redirect */
export async function sendToStore(
  { url, fields }: { readonly url: string; readonly fields: Iterable<readonly [string, string]> },
  content: string | Uint8Array<ArrayBuffer>,
): Promise<{ readonly status: number; readonly location: string }> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  // The store reads nothing after the file.
  body.append('file', new Blob([content]), 'as it is called there.pdf');
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  await answer.arrayBuffer();
  return { status: answer.status, location: answer.headers.get('location') ?? '' };
}

/** Returns the form of a page that goes to the store, by its label: where it goes, and its fields. */
export function storeFormOn(
  html: string,
  label: string,
): { readonly url: string; readonly fields: ReadonlyMap<string, string> } {
  const forms = html.match(/<form method="post" action="http[^]*?<\/form>/g) ?? [];
  const form = forms.find(text => text.includes(`aria-label="${label}"`)) ?? '';
  const [, url = ''] = /action="([^"]+)"/.exec(form) ?? [];
  const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  const unescape = (text: string): string => text.replaceAll('&amp;', '&');
  return { url, fields: new Map(Array.from(hidden, ([, name = '', value = '']) => [name, unescape(value)])) };
}
