import { deepStrictEqual, strictEqual } from 'node:assert';
import type { Bench } from './bench';
import { median } from './measure/figures';
import { shuffled, type LoadRequest } from './measure/load';
import { medianRatio } from './measure/rounds';
import { compareThroughput, createPatient, send } from './world/calls';
import { comparable, type SideUrls } from './world/equal-answers';
import { writtenFor, type BenchCompany } from './world/population';
import { openBusyApi } from './world/scenes';
import { startBareApi } from './world/servers';
import type { BenchServices } from './world/services';

/** Fields that each side generates for a new patient. */
const drawn = ['id', 'createdAt', 'updatedAt', 'since'];

/** @throws if the two sides' responses or stored rows differ */
async function assertSameOutcome(
  services: BenchServices,
  urls: SideUrls,
  company: BenchCompany,
): Promise<void> {
  const outcomes = [];
  for (const url of urls) {
    const { status, text } = await send(url, createPatient(company));
    strictEqual(status, 201, text);
    const { patient } = JSON.parse(text) as { patient: { id: string } };
    outcomes.push({ answer: comparable(text, drawn), rows: await writtenFor(services, patient.id) });
  }
  const [ours, comparators] = outcomes;
  deepStrictEqual(ours, comparators);
}

/**
 * Registering a patient with audit row, outbox, and idempotency, compared with the same inserts written by
 * hand.
 */
export const createPatientBench: Bench = {
  name: 'create-patient',
  purpose: 'POST patient with audit, outbox, and idempotency, compared with the same statements in pg',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const bare = await startBareApi(context, services);
    for (const company of shuffled(companies, Math.random).slice(0, 10))
      await assertSameOutcome(services, [api.url, bare.url], company);
    context.tell('both sides give equal answers and store equal rows');
    // Each connection sends far fewer requests in a round than there are companies, so no idempotency key
    // repeats.
    const requests = (): LoadRequest[] => shuffled(companies, Math.random).map(createPatient);
    const figures = await compareThroughput(
      context,
      { ours: api, comparator: bare },
      { requests, expect: 201 },
    );
    return [
      {
        name: 'create-patient/ratio',
        value: medianRatio(figures),
        unit: 'of the comparator’s throughput',
        bar: { atLeast: 0.75 },
      },
      { name: 'create-patient/throughput', value: median(figures.ours), unit: 'requests/s', bar: null },
    ];
  },
};
