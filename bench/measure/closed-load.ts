import autocannon, { type Client, type Request } from 'autocannon';
import type { LoadRequest } from './request';

/** As many callers as the API works on at once; more would wait at its gate. */
const connections = 32;

/** What a load of callers who wait for each answer brought. */
export interface ClosedLoadResult {
  readonly perSecond: number;
}

function asCannonRequest({ method, path, headers, body }: LoadRequest): Request {
  return { method, path, headers, ...(body === undefined ? {} : { body }) };
}

/**
 * Calls a server for some seconds from 32 connections, each of which sends its next request when the answer is there: how much
 * it can do. For how long callers wait it is the wrong tool, because a slow answer holds back the next question.
 * @param requests called for each connection, which goes through them again and again
 * @throws when any answer has another status than those expected: a fast refusal is no throughput
 */
export async function runClosedLoad(
  url: string,
  requests: (connection: number) => readonly LoadRequest[],
  options: { readonly seconds: number; readonly expect: readonly number[] },
): Promise<ClosedLoadResult> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    duration: options.seconds,
    setupClient: (client: Client) => {
      client.setRequests(requests(connection).map(asCannonRequest));
      connection += 1;
    },
  });
  const others = Object.entries(result.statusCodeStats ?? {}).filter(
    ([status]) => !options.expect.includes(Number(status)),
  );
  if (others.length > 0 || result.errors > 0) {
    const statuses = others.map(([status, { count }]) => `${count ?? 0} x ${status}`).join(', ');
    throw new Error(
      `Answers other than ${options.expect.join(', ')}: ${statuses || 'none'}; connections that failed: ${result.errors}.`,
    );
  }
  return { perSecond: result.requests.total / result.duration };
}
