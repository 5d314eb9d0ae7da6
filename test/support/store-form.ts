/** A form with its own permission, sent to the object store as a browser does. */

/** Sends a file with a form. @returns the store's response, and its redirect */
export async function sendToStore(
  { url, fields }: { readonly url: string; readonly fields: Iterable<readonly [string, string]> },
  content: string,
): Promise<{ readonly status: number; readonly location: string }> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  // The store reads nothing after the file.
  body.append('file', new Blob([content]), 'as it is called there.pdf');
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  await answer.arrayBuffer();
  return { status: answer.status, location: answer.headers.get('location') ?? '' };
}
