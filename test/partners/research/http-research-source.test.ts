/** A research source over HTTP, including one that violates the agreement. */
import { createHttpResearchSource } from '../../../src/partners/research/http-research-source';
import type { AskedSource, ResearchAsk } from '../../../src/partners/research/research-source';
import { startResearchSystem, type ResearchSystem } from '../../support/research-system';

let system: ResearchSystem;
beforeAll(async () => {
  system = await startResearchSystem();
});
afterAll(() => system.close());

function source(token = system.token): AskedSource {
  const settings = {
    name: 'webread',
    endpoint: `${system.endpoint}/`,
    credentialsFile: '',
    answerWithinMinutes: 5,
  };
  return createHttpResearchSource(settings, token);
}
const ask: ResearchAsk = {
  askUid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  site: { name: 'Mercy Clinic', addressLine1: '1 Main St', city: 'Boston', state: 'MA', zip: '02139' },
};

test('An HTTP research source receives only the facility, under an ID that a repeat has too [EMBED-22]', async () => {
  expect(await source().ask(ask)).toEqual({
    kind: 'answered',
    findings: [{ label: 'Fax', value: '+1 312 555 0142' }],
  });
  await source().ask(ask);
  expect(system.asks).toEqual([1, 2].map(() => ({ askUid: ask.askUid, body: { site: ask.site } })));
  expect(source().answerWithinMs).toBe(300_000);
});

test('An HTTP research source may answer later, within an hour', async () => {
  system.answer = () => ({ status: 'pending' });
  expect(await source().ask(ask)).toEqual({ kind: 'pending', askAgainAfterMs: 60_000 });
});

test('Research findings are reduced to one line each, without invisible characters', async () => {
  system.answer = () => ({
    status: 'answered',
    findings: [{ label: ' Fa\u200bx ', value: 'by\u0007 fax,\n or mail ' }],
  });
  expect(await source().ask(ask)).toEqual({
    kind: 'answered',
    findings: [{ label: 'Fax', value: 'by fax, or mail' }],
  });
});

const finding = { label: 'Fax', value: '1' };
test.each<[what: string, body: object, why: string]>([
  ['no status', { findings: [] }, 'not as agreed: status'],
  ['a wait of zero', { status: 'pending', askAgainAfterSeconds: 0 }, 'not as agreed: askAgainAfterSeconds'],
  ['41 findings', { status: 'answered', findings: Array.from({ length: 41 }, () => finding) }, 'findings'],
  [
    'a label over the limit',
    { status: 'answered', findings: [{ ...finding, label: 'x'.repeat(101) }] },
    'findings.0.label',
  ],
  [
    'a value over the limit',
    { status: 'answered', findings: [{ ...finding, value: 'x'.repeat(1_001) }] },
    'findings.0.value',
  ],
  [
    'an empty value',
    { status: 'answered', findings: [{ ...finding, value: ' \u200b' }] },
    'findings.0.value',
  ],
  [
    'a lone surrogate',
    { status: 'answered', findings: [{ ...finding, value: '\ud800' }] },
    'findings.0.value',
  ],
  [
    'more than 256 KiB',
    { status: 'answered', findings: [], filler: 'x'.repeat(270_000) },
    'no JSON of at most 256 KiB',
  ],
])(
  'An answer of a research source with %s is a fault that quotes none of it [EMBED-25]',
  async (_, body, why) => {
    system.answer = () => body;
    const fault = await source()
      .ask(ask)
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'ResearchSourceFault', isMessageSafe: true });
    expect(String(fault)).toContain(why);
    expect(String(fault)).not.toContain('xxx');
  },
);

test('A wrong token or an unreachable research source is a fault', async () => {
  await expect(source('wrong').ask(ask)).rejects.toThrow('HTTP 401');
  system.answer = () => undefined;
  await expect(source().ask(ask)).rejects.toThrow('HTTP 503');
});
