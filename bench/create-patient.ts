import { deepStrictEqual } from 'node:assert';
import type { Bench } from './bench';
import { median } from './measure/figures';
import { shuffled, type LoadRequest } from './measure/load';
import { medianRatio } from './measure/rounds';
import { compareThroughput, createPatient, send } from './world/calls';
import { writtenFor, type BenchCompany } from './world/population';
import { openBusyApi } from './world/scenes';
import { startBareApi } from './world/servers';
import type { BenchServices } from './world/services';

const answerShape = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) =>
    // Chosen or drawn anew by each side: what must be equal is that they are there, and their form.
    ['id', 'createdAt', 'updatedAt', 'uploadUrl'].includes(name)
      ? String(value).replaceAll(/[0-9a-f]/gi, 'x')
      : value,
  );

/** @throws when the two do not answer alike, or leave other rows behind */
async function assertSameOutcome(
  services: BenchServices,
  urls: readonly [string, string],
  company: BenchCompany,
): Promise<void> {
  const outcomes = [];
  for (const url of urls) {
    const { status, text } = await send(url, createPatient(company));
    const { patient } = JSON.parse(text) as { patient: { id: string } };
    outcomes.push({ status, answer: answerShape(text), rows: await writtenFor(services, patient.id) });
  }
  const [ours, comparators] = outcomes;
  deepStrictEqual(ours, comparators);
}

/** Registering a patient: audit row, outbox, idempotency and all, against the same inserts by hand. */
export const createPatientBench: Bench = {
  name: 'create-patient',
  purpose: 'POST patient with audit, outbox and idempotency, against the same statements by pg',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const bare = await startBareApi(context, services);
    for (const company of shuffled(companies, Math.random).slice(0, 10))
      await assertSameOutcome(services, [api.url, bare.url], company);
    context.tell('answers and rows are the same');
    // Each connection sends far fewer in a round than there are companies, so no idempotency key is sent twice.
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
        bar: { atLeast: 0.6 },
      },
      { name: 'create-patient/throughput', value: median(figures.ours), unit: 'requests/s', bar: null },
    ];
  },
};
