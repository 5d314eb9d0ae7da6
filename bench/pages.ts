import { strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCustomer } from '../stack/demo/customer';
import type { Bench, BenchContext } from './bench';
import { quantile, type Figure } from './measure/figures';
import { measuredPages, type MeasuredPage } from './pages/measured';
import { drawSamples, type Sample } from './pages/samples';
import { signEverybodyIn } from './pages/sessions';
import { addWorkload } from './pages/workload';
import { buildOnce } from './world/build';
import { newPatientForm } from './world/calls';
import { populate, projectId, type BenchCompany } from './world/population';
import { startApi, startWorker, type HttpServer } from './world/servers';
import { startServices, type BenchServices } from './world/services';

const patients = 100_000;
/** The views of each page that count, after the warm-up. */
const looks = 100;
const warmUps = 10;
/** The bar for the 95th percentile of the time to a page's last byte. */
const p95MsMax = 50;

const sampleDocument = join(__dirname, '../docs/guides/sample-authorization.pdf');
const judgedWithinMs = 60_000;
const pollMs = 100;

/**
 * Uploads one authorization and waits for its analysis. Stops the worker afterward, because it isn't
 * measured.
 */
async function judgeOne(
  context: BenchContext,
  services: BenchServices,
  { api, company }: { readonly api: HttpServer; readonly company: BenchCompany },
): Promise<void> {
  const stops: Array<() => Promise<void>> = [];
  await startWorker({ ...context, onEnd: stop => void stops.push(stop) }, services);
  try {
    const customer = createCustomer({ api: api.url, key: company.key, companyId: company.id, projectId });
    const { authorization } = await customer.putPatient('judged', newPatientForm);
    const { status } = await fetch(authorization.uploadUrl, {
      method: 'PUT',
      headers: authorization.uploadHeaders,
      body: readFileSync(sampleDocument),
    });
    strictEqual(status, 200);
    await customer.getPatient('judged');
    const deadline = performance.now() + judgedWithinMs;
    for (;;) {
      const { rows } = await services.owner.query<{ status: string }>('select status from auth_check');
      const status = rows[0]?.status ?? 'not noticed';
      if (status === 'judged') return;
      if (performance.now() > deadline) throw new Error(`The authorization wasn't analyzed: ${status}.`);
      await delay(pollMs);
    }
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Returns the path of a page. The inbox exists only in the sandbox. */
function pathOf({ site, path, query }: MeasuredPage, company: BenchCompany, sample: Sample): string {
  const environment = path.includes('/inbox') ? 'sandbox' : 'production';
  const values: Sample = { companyId: company.id, environment, ...sample };
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
  return `/${site}${filled}${query}`;
}

/** Measures the pages of the console and the desk for a company with many patients. */
export const pages: Bench = {
  name: 'pages',
  purpose: `every page of the console and the desk with ${patients} patients, by the time to its last byte`,
  run: async (context): Promise<readonly Figure[]> => {
    await buildOnce(context.tell);
    const { sized } = context;
    const patientsEach = sized(patients, 2_000);
    context.tell(`starting the services, with one company of ${patientsEach} patients`);
    const services = await startServices(context, { hasTemporal: true });
    const [company] = await populate(services, { companies: 1, patientsEach, status: 'Live' });
    if (company === undefined) throw new Error('The database has no company.');
    const api = await startApi(context, services);
    await judgeOne(context, services, { api, company });
    await addWorkload(services, company.id, { deliveriesEach: sized(10_000, 50), tell: context.tell });
    const cookies = {
      console: await signEverybodyIn(services, 'console'),
      desk: await signEverybodyIn(services, 'desk'),
    };
    const turns = { console: 0, desk: 0 };
    const [uncounted, counted] = [sized(warmUps, 0), sized(looks, 2)];
    const figures: Figure[] = [];
    for (const measured of measuredPages()) {
      const { site, path, query, of } = measured;
      const samples = of === undefined ? [{}] : await drawSamples(services, of);
      const times: number[] = [];
      for (let look = 0; look < uncounted + counted; look += 1) {
        // The first member views only pages that they alone can see.
        const turn = measured.isOfFirst ? 0 : 1 + (turns[site] % (cookies[site].length - 1));
        const cookie = cookies[site][turn] ?? '';
        turns[site] += 1;
        const url: string = `${api.url}${pathOf(measured, company, samples[look % samples.length] ?? {})}`;
        const startedAt = performance.now();
        const page: Response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
        await page.arrayBuffer();
        if (look >= uncounted) times.push(performance.now() - startedAt);
        strictEqual(page.status, 200, `${site}${path} returned ${page.status}`);
      }
      const shown = path.replace('/companies/:companyId/:environment', '') + query;
      const name = `pages/${site}${shown}, p95`;
      figures.push({ name, value: quantile(times, 0.95), unit: 'ms', bar: { atMost: p95MsMax } });
      context.tell(
        `${name}: ${quantile(times, 0.95).toFixed(1)} ms, median ${quantile(times, 0.5).toFixed(1)} ms`,
      );
    }
    return figures;
  },
};
