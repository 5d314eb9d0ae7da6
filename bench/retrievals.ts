import { randomUUID } from 'node:crypto';
import { createCustomer, type Customer } from '../stack/demo/customer';
import type { Bench } from './bench';
import { median, type Figure } from './measure/figures';
import { newPatientForm } from './world/calls';
import { projectId } from './world/population';
import type { Receipt } from './world/receiver';
import { openWholeService, type WholeService } from './world/scenes';
import { countOperations, operationNames } from './world/temporal-operations';

/** Customers who perform one retrieval after the other. */
const customers = 8;
const patienceMs = 60_000;

/** Passes each receipt to its waiters. */
interface Switchboard {
  /** Resolves with the first matching receipt, even if it has already arrived. */
  readonly hear: (fits: (receipt: Receipt) => boolean) => Promise<Receipt>;
  readonly stop: () => Promise<void>;
}

function openSwitchboard({ receiver }: WholeService): Switchboard {
  const waiting = new Set<(receipt: Receipt) => void>();
  const stopping = new AbortController();
  const listening = (async () => {
    while (!stopping.signal.aborted)
      for (const receipt of await receiver.listen()) for (const look of waiting) look(receipt);
  })();
  return {
    hear: fits =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = (receipt: Receipt): void => {
          if (!fits(receipt)) return;
          end();
          resolve(receipt);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error("An event that a retrieval waits for didn't arrive."));
        }, patienceMs);
        waiting.add(look);
        const known = receiver.receipts.find(fits);
        if (known !== undefined) look(known);
      }),
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}

/**
 * Performs one retrieval as a customer does: register, wait for the searches, request records from a site,
 * and wait for each kind.
 */
async function retrieve(customer: Customer, { hear }: Switchboard): Promise<void> {
  const patientId = randomUUID();
  const resourceOf = (path: string): string => path.replace('/v0/', '');
  const resource = resourceOf(customer.patientPath(patientId));
  await customer.putPatient(patientId, newPatientForm);
  await hear(
    receipt =>
      receipt.resource === resource &&
      receipt.eventType === 'patient.searchStatusChanged' &&
      receipt.data['searchStatus'] === 'Completed',
  );
  const [visit] = (await customer.browseVisits(patientId)).table;
  if (visit === undefined) throw new Error('A completed search found no visits.');
  const requests = await customer.askForRecords(patientId, visit.site.id, randomUUID());
  await Promise.all(
    requests.map(({ id }) => {
      const path = resourceOf(customer.requestPath(patientId, id));
      return hear(receipt => receipt.resource === path && receipt.eventType === 'recordRequest.completed');
    }),
  );
}

async function operationFigures(service: WholeService, retrievals: number): Promise<readonly Figure[]> {
  const costs = await countOperations(service.services.temporalAddress);
  const all = [...costs.values()];
  return operationNames.map(name => ({
    name: `retrievals/${name}`,
    value: all.reduce((sum, { operations }) => sum + operations[name], 0) / retrievals,
    unit: 'per retrieval',
    bar: null,
  }));
}

/** Measures how many whole retrievals the machine can do, and their Temporal operations. */
export const retrievals: Bench = {
  name: 'retrievals',
  purpose: 'whole sandbox retrievals per minute, including webhooks, and the Temporal operations of each',
  run: async context => {
    const service = await openWholeService(context);
    const switchboard = openSwitchboard(service);
    let finished = 0;
    let isOver = false;
    const lanes = service.companies.slice(0, customers).map(async ({ id, key }) => {
      const customer = createCustomer({ api: service.api.url, key, companyId: id, projectId });
      while (!isOver) {
        await retrieve(customer, switchboard);
        finished += 1;
      }
    });
    const failed = Promise.all(lanes).then(() => undefined);
    const perMinute: number[] = [];
    try {
      for (let round = 0; round <= context.rounds; round += 1) {
        const before = finished;
        const startedAt = performance.now();
        const windowOver = new Promise(resolve => setTimeout(resolve, context.seconds * 2_000));
        await Promise.race([windowOver, failed]);
        const rate = ((finished - before) / (performance.now() - startedAt)) * 60_000;
        context.tell(
          `${round === 0 ? 'warm-up' : `round ${round} of ${context.rounds}`}: ${rate.toFixed(1)} a minute`,
        );
        if (round > 0) perMinute.push(rate);
      }
      isOver = true;
      await failed;
    } finally {
      isOver = true;
      await switchboard.stop();
    }
    context.tell('counting the operations in the histories');
    return [
      { name: 'retrievals/rate', value: median(perMinute), unit: 'retrievals/min', bar: null },
      ...(await operationFigures(service, finished)),
    ];
  },
};
