import { siteKey } from '../domain/clinical/site';
import type { Finding } from '../domain/research/research';
import type { AskedSource } from '../partners/research/research-source';
import { randomStream } from './random-stream';

const hours = ['8:00 AM to 4:30 PM', '8:30 AM to 5:00 PM', '9:00 AM to 3:00 PM'] as const;
const ways = ['Fax', 'Mail', 'Provider portal'] as const;
const days = [5, 10, 15, 30] as const;

/** Returns generated findings about a facility, the same each time. The numbers are reserved for fiction. */
function findingsOf(key: string): Finding[] {
  const stream = randomStream(key, 'research');
  const fictional = (): string => `+1 312 555 01${String(stream.int(0, 99)).padStart(2, '0')}`;
  return [
    { label: 'Records department phone', value: fictional() },
    { label: 'Records department fax', value: fictional() },
    { label: 'Records department hours', value: stream.pick(hours) },
    { label: 'Accepts requests by', value: stream.pick(ways) },
    { label: 'Turnaround time (days)', value: String(stream.pick(days)) },
  ];
}

/** The research source on sandbox: generated findings right away; no outside source is contacted. */
export const sandboxResearchSource: AskedSource = {
  kind: 'asked',
  name: 'sandbox',
  answerWithinMs: 60_000,
  ask: async ({ site }) => ({ kind: 'answered', findings: findingsOf(siteKey(site)) }),
};
