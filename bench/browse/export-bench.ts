/** Exports a million rows in one response: its rate, its memory, and its effect on other callers. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchContext } from '../bench';
import { median, quantile, type Figure } from '../measure/figures';
import { runOpenLoad, type LoadRequest } from '../measure/load';
import { memoryOf } from '../measure/machine';
import { measureInTurns, medianRatio } from '../measure/rounds';
import { startApi, type HttpServer } from '../world/servers';
import { withoutLimiter } from '../world/services';
import { issueKeys } from './keys';
import { copyVisits } from './raw-copy';
import { openBrowseWorld, type BrowseWorld } from './world';

/** Some of them are in a sandbox, which exports leave out. */
const visits = 1_150_000;
const ratioMin = 0.7;
const growthMbMax = 150;
const waitTimesMax = 3;
/** Well below the API's capacity. */
const patientsPerSecond = 50;
const memoryEveryMs = 100;

interface Customer {
  readonly companyUid: string;
  readonly authorization: string;
}

/** Issues a key to the administrator of the only company. */
async function issueKey({ services }: BrowseWorld): Promise<Customer> {
  const { rows } = await services.owner.query<{ uid: string; companyUid: string }>(
    'select uid, company_uid as "companyUid" from membership where sees_all_projects limit 1',
  );
  const [member] = rows;
  if (member === undefined) throw new Error('The database has no administrator.');
  const keys = await issueKeys(services, [member.uid]);
  return { companyUid: member.companyUid, authorization: `Bearer ${keys.get(member.uid) ?? ''}` };
}

const lastTotal = z.coerce.number().int().positive();

/** Reads a whole export, and keeps only its end. */
async function readExport({ url }: HttpServer, { authorization }: Customer): Promise<number> {
  const response = await fetch(`${url}/v0/visits/browse`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`An export returned ${response.status}.`);
  let end = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as AsyncIterable<Uint8Array>)
    end = (end + decoder.decode(chunk.subarray(-200), { stream: true })).slice(-200);
  return lastTotal.parse(/"total":(\d+)\}$/.exec(end)?.[1]);
}

/** Watches a process's memory until the work is done. @returns the maximum increase in MB */
async function memoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf([pid]);
  let most = before;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, memoryOf([pid]));
      await delay(memoryEveryMs);
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await watching;
  }
  return ((most - before) * 2 ** 20) / 1e6;
}

/** Returns the 99th percentile of reads of patients, in milliseconds. */
async function patientP99(
  { seconds }: BenchContext,
  { url }: HttpServer,
  requests: readonly LoadRequest[],
): Promise<number> {
  const [first] = requests;
  if (first === undefined) throw new Error('The database has no patients.');
  const answers = await runOpenLoad(url, {
    perSecond: patientsPerSecond,
    seconds,
    connections: 50,
    timeoutMs: 10_000,
    nextRequest: () => requests[Math.floor(Math.random() * requests.length)] ?? first,
  });
  const bad = answers.filter(({ status }) => status !== 200).length;
  if (bad > 0) throw new Error(`${bad} reads of patients failed.`);
  return quantile(
    answers.map(({ latencyMs }) => latencyMs),
    0.99,
  );
}

async function readsOfPatients(
  { services, samples }: BrowseWorld,
  { authorization, companyUid }: Customer,
): Promise<readonly LoadRequest[]> {
  const { rows } = await services.owner.query<{ id: string }>('select id from company where uid = $1', [
    companyUid,
  ]);
  return samples.map(({ projectId, patientId }) => ({
    method: 'GET',
    path: `/v0/companies/${rows[0]?.id ?? ''}/projects/${projectId}/patients/${patientId}`,
    headers: { authorization },
  }));
}

/** Measures how much longer reads of patients take while exports run one after another. */
async function measureWaiting(
  { context }: BrowseWorld,
  api: HttpServer,
  requests: readonly LoadRequest[],
  exportAll: () => Promise<unknown>,
): Promise<Figure> {
  const ratios: number[] = [];
  for (let round = 0; round <= context.rounds; round += 1) {
    const alone = await patientP99(context, api, requests);
    const over = new AbortController();
    const exporting = (async () => {
      while (!over.signal.aborted) await exportAll();
    })();
    const beside = await patientP99(context, api, requests);
    over.abort();
    await exporting;
    context.tell(`patients beside an export: p99 ${alone.toFixed(1)} → ${beside.toFixed(1)} ms`);
    if (round > 0) ratios.push(beside / alone);
  }
  return {
    name: 'browse/export, patients beside it',
    value: median(ratios),
    unit: 'times the p99 alone',
    bar: { atMost: waitTimesMax },
  };
}

/** Measures on separate services, where one company has all visits. */
export async function measureExport(context: BenchContext): Promise<readonly Figure[]> {
  const world = await openBrowseWorld(context, context.rows ?? visits, 1);
  const customer = await issueKey(world);
  const api = await startApi(context, await withoutLimiter(world.services));
  const exportAll = (): Promise<number> => readExport(api, customer);
  const rowsPerSecond = async (): Promise<number> => {
    const startedAt = performance.now();
    const total = await exportAll();
    return total / ((performance.now() - startedAt) / 1_000);
  };
  const copiedPerSecond = async (): Promise<number> => {
    const { rows, ms } = await copyVisits(world.browseUrl, customer.companyUid);
    return rows / (ms / 1_000);
  };
  const found = await measureInTurns(
    { ours: rowsPerSecond, comparator: copiedPerSecond },
    context.rounds,
    context.tell,
  );
  const growth = await memoryGrowth(api.pid, exportAll);
  return [
    {
      name: 'browse/export',
      value: medianRatio(found),
      unit: 'of the rows of a raw COPY',
      bar: { atLeast: ratioMin },
    },
    { name: 'browse/export rate', value: median(found.ours), unit: 'rows/s', bar: null },
    { name: 'browse/export memory', value: growth, unit: 'MB more', bar: { atMost: growthMbMax } },
    await measureWaiting(world, api, await readsOfPatients(world, customer), exportAll),
  ];
}
