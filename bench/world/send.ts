import type { LoadRequest } from '../measure/request';

/** Sends one request by itself. */
export async function send(
  url: string,
  { method, path, headers, body }: LoadRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}
