import type { LoadRequest } from '../measure/request';

/** An answer, read whole. */
export interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends one request by itself. */
export async function send(url: string, { method, path, headers, body }: LoadRequest): Promise<Sent> {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}
