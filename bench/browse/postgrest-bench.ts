/**
 * Requests the page of a patient's visits from our browse and from PostgREST in turn, both over bare HTTP.
 */
import { deepStrictEqual } from 'node:assert';
import { z } from 'zod';
import { freePort } from '../../stack/run/ports';
import { median, type Figure } from '../measure/figures';
import { runClosedLoad, shuffled, type LoadRequest } from '../measure/load';
import { measureInTurns, medianRatio } from '../measure/rounds';
import { startServer } from '../world/servers';
import { findPostgrest, postgrestInstall, postgrestRequest, startPostgrest } from './postgrest';
import type { BrowseSample } from './samples';
import type { BrowseWorld } from './world';

const connections = 16;
/** Database connections of each side: one per caller. */
const poolMax = connections;
const take = 25;
const compared = 25;
const ratioMin = 2.5;

function ourRequest({ patientId, projectId, scope }: BrowseSample): LoadRequest {
  return {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json', scope: JSON.stringify(scope) },
    body: JSON.stringify({
      where: { patient: { id: [{ equals: patientId }] }, project: { id: [{ equals: projectId }] } },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take,
    }),
  };
}

const refsOfOurs = z.object({
  table: z.array(z.object({ visit: z.object({ ref: z.string() }) })),
  total: z.number(),
});
const refsOfPostgrest = z.array(z.object({ ref: z.string() }));

async function ask(
  url: string,
  { path, headers, method, body }: LoadRequest,
): Promise<{ readonly range: string | null; readonly json: unknown }> {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!response.ok) throw new Error(`${method} returned ${response.status}: ${await response.text()}`);
  return { range: response.headers.get('content-range'), json: await response.json() };
}

/** Asserts the same visits in the same order, and the same total. */
async function assertSameVisits(
  ours: string,
  postgrest: string,
  samples: readonly BrowseSample[],
): Promise<void> {
  for (const sample of samples) {
    const mine = refsOfOurs.parse((await ask(ours, ourRequest(sample))).json);
    const { json, range } = await ask(postgrest, postgrestRequest(sample, take));
    const theirs = refsOfPostgrest.parse(json);
    deepStrictEqual(
      { refs: mine.table.map(({ visit }) => visit.ref), total: mine.total },
      { refs: theirs.map(({ ref }) => ref), total: Number(range?.split('/')[1]) },
    );
  }
}

async function startOurs({ context, services, browseUrl }: BrowseWorld): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await startServer(context, {
    name: 'bare-browse',
    file: 'bench/servers/bare-browse.js',
    isProduct: true,
    environment: { DATABASE_BROWSE_URL: browseUrl, PORT: String(port), POOL_MAX: String(poolMax) },
    readyUrl: url,
    folder: services.folder,
  });
  return url;
}

/** Measures the comparison, if PostgREST is installed. */
export async function measureAgainstPostgrest(world: BrowseWorld): Promise<readonly Figure[]> {
  const { context, samples, rows } = world;
  const program = findPostgrest();
  if (program === undefined) {
    context.leaveOut(`PostgREST isn't installed: ${postgrestInstall}`);
    return [];
  }
  const postgrest = await startPostgrest(world, program, poolMax);
  const ours = await startOurs(world);
  await assertSameVisits(ours, postgrest, samples.slice(0, compared));
  const measure =
    (url: string, request: (sample: BrowseSample) => LoadRequest, status: number) => async () => {
      const { perSecond } = await runClosedLoad(url, () => shuffled(samples, Math.random).map(request), {
        seconds: context.seconds,
        connections,
        // PostgREST returns 206 if there are more rows.
        expect: [200, status],
      });
      return perSecond;
    };
  const found = await measureInTurns(
    {
      ours: measure(ours, ourRequest, 200),
      comparator: measure(postgrest, sample => postgrestRequest(sample, take), 206),
    },
    context.rounds,
    context.tell,
  );
  return [
    {
      name: `browse/against PostgREST of ${rows}`,
      value: medianRatio(found),
      unit: 'times the requests of PostgREST',
      bar: { atLeast: ratioMin },
    },
    { name: `browse/by HTTP of ${rows}`, value: median(found.ours), unit: 'requests/s', bar: null },
  ];
}
