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
/** Companies whose receiver accepts connections and never responds. */
const hanging = 10;
/** Companies whose receiver's host name isn't answered by the name server. */
const blackHoled = 50;
const sustainedCount = 300;
/** How long each side is measured in a round, before it's the other side's turn. */
const turnSeconds = 30;
const warmUpSeconds = 10;
/** The known host name. */
const knownHost = 'receiver.example';

/** A name server that knows one name, and doesn't answer for others. */
async function startNameServer({ onEnd }: BenchContext): Promise<string> {
  const server = await startDnsServer((name, family) => {
    if (name !== knownHost) return 'silence';
    return family === 4 ? [Uint8Array.of(127, 0, 0, 1)] : [];
  });
  onEnd(server.close);
  return server.address;
}

/** Starts a receiver that accepts requests and never responds. @returns its address */
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
 * Four of five events are of healthy companies, one is of the sixty others. @returns the times of the healthy
 * ones
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

/** Measures whether hanging receivers and unanswered host names delay other deliveries. */
export const hangingReceivers: Bench = {
  name: 'hanging-receivers',
  purpose:
    'healthy receivers beside ten that hang and fifty with unanswered host names, compared with ' +
    'sixty healthy ones',
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
