import { createServer } from 'node:net';
import { once } from 'node:events';
import { startDnsServer } from '../test/support/dns-server';
import type { Bench, BenchContext } from './bench';
import { median, quantile } from './measure/figures';
import type { BenchCompany } from './world/population';
import { measureDeliveries } from './world/receiver';
import { openWholeService, type WholeService } from './world/scenes';
import { drawn, timeRegistrations } from './world/stopwatch';

const companiesInAll = 100;
/** Companies whose receiver takes the connection and never answers. */
const hanging = 10;
/** Companies the name of whose receiver nobody answers for. */
const blackHoled = 50;
const sustainedCount = 300;
/** How long each way is measured in a round, after which the other way has its turn. */
const turnSeconds = 30;
const warmUpSeconds = 10;
/** The name that is known. */
const knownHost = 'receiver.example';

/** A name server that knows one name, and is silent about every other. */
async function startNameServer({ onEnd }: BenchContext): Promise<string> {
  const server = await startDnsServer((name, family) => {
    if (name !== knownHost) return 'silence';
    return family === 4 ? [Uint8Array.of(127, 0, 0, 1)] : [];
  });
  onEnd(server.close);
  return server.address;
}

/** A receiver that takes what is sent and says nothing. @returns its address */
async function startSilentReceiver({ onEnd }: BenchContext): Promise<string> {
  const server = createServer(socket => socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  onEnd(async () => void server.close());
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/`;
}

const setAddresses = `
  update webhook_endpoint e set url = given.url
  from unnest($1::text[], $2::text[]) as given(company, url)
  join company on company.id = given.company
  where e.company_uid = company.uid`;

/**
 * Four of five arrivals are of companies that are told of, one of the sixty others. @returns how long the
 * former took
 */
async function measureHealthy(
  service: WholeService,
  rate: { readonly perSecond: number; readonly seconds: number },
  { healthy, others }: Readonly<Record<'healthy' | 'others', readonly BenchCompany[]>>,
): Promise<readonly number[]> {
  return timeRegistrations(service, {
    ...rate,
    next: () => {
      const isTimed = Math.random() < 0.8;
      return { company: drawn(isTimed ? healthy : others), isTimed };
    },
  });
}

/** Whether receivers that hang, and names that nobody answers for, keep others waiting. */
export const hangingReceivers: Bench = {
  name: 'hanging-receivers',
  purpose:
    'healthy receivers beside ten that hang and fifty whose names nobody answers for, against sixty ' +
    'that are well',
  run: async context => {
    const [nameServer, silent] = [await startNameServer(context), await startSilentReceiver(context)];
    const service = await openWholeService(context, {
      companies: companiesInAll,
      receiverHost: knownHost,
      worker: { WEBHOOK_DNS_SERVERS: nameServer },
    });
    const { companies, receiver, services } = service;
    const parts = {
      others: companies.slice(0, hanging + blackHoled),
      healthy: companies.slice(hanging + blackHoled),
    };
    const address = (urlOf: (index: number) => string): Promise<unknown> =>
      services.owner.query(setAddresses, [
        parts.others.map(({ id }) => id),
        parts.others.map((_company, index) => urlOf(index)),
      ]);
    const { sized } = context;
    const count = sized(sustainedCount, 40);
    await measureDeliveries(service, count);
    const sustained = await measureDeliveries(service, count);
    context.tell(`sustained: ${sustained.toFixed(1)} deliveries a second`);
    const perSecond = sustained / 4;
    await measureHealthy(service, { perSecond, seconds: sized(warmUpSeconds, 1) }, parts);
    const turn = { perSecond, seconds: sized(turnSeconds, 1) };
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 1; round <= context.rounds; round += 1) {
      await address(() => receiver.address);
      alone.push(...(await measureHealthy(service, turn, parts)));
      await address(index => (index < hanging ? silent : `http://receiver-${index}.nowhere.example/`));
      beside.push(...(await measureHealthy(service, turn, parts)));
      context.tell(`round ${round}: p99 ${quantile(alone, 0.99)} ms, ${quantile(beside, 0.99)} ms beside`);
    }
    await address(() => receiver.address);
    return [
      { name: 'hanging-receivers/median alone', value: median(alone), unit: 'ms', bar: null },
      { name: 'hanging-receivers/median beside', value: median(beside), unit: 'ms', bar: null },
      { name: 'hanging-receivers/p99 alone', value: quantile(alone, 0.99), unit: 'ms', bar: null },
      { name: 'hanging-receivers/p99 beside', value: quantile(beside, 0.99), unit: 'ms', bar: null },
      {
        name: 'hanging-receivers/ratio',
        value: quantile(beside, 0.99) / quantile(alone, 0.99),
        unit: 'times the p99 alone',
        bar: { atMost: 1.1 },
      },
    ];
  },
};
