import { parseConfig } from '../../../src/main/config';
import { createResearchSources, type AskedSource } from '../../../src/partners/research/research-source';
import { sandboxResearchSource } from '../../../src/sandbox/research-source';
import { completeEnvironment } from '../../support/complete-environment';

function asked(name: string): AskedSource {
  return { kind: 'asked', name, answerWithinMs: 1, ask: async () => ({ kind: 'answered', findings: [] }) };
}

test.each([
  ['production', 'acme', ['directory', 'everyone', 'acmes']],
  ['production', 'birch', ['directory', 'everyone']],
  ['sandbox', 'acme', ['directory', 'sandbox']],
] as const)('In %s of %s the research sources are %j [EMBED-22]', (environment, companyId, names) => {
  const sources = createResearchSources(sandboxResearchSource, [
    { source: asked('everyone') },
    { source: asked('acmes'), companies: ['acme'] },
  ]);
  expect(sources({ environment, companyId }).map(({ name }) => name)).toEqual(names);
});

test('Sandbox findings are fictional, with numbers reserved for fiction, and the same each time [EMBED-22]', async () => {
  const site = { name: 'Mercy Clinic', addressLine1: '1 Main St', city: 'Boston', state: 'MA', zip: '02139' };
  const answers = await Promise.all(
    [1, 2].map(askUid => sandboxResearchSource.ask({ askUid: `${askUid}`, site })),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(JSON.stringify(answers[0])).toMatch(/"\+1 312 555 01\d\d"/);
});

const source = {
  name: 'webread',
  endpoint: 'https://research.example.com',
  credentialsFile: '/run/secrets/webread.json',
};
const parse =
  (sources: unknown, environment: object = {}) =>
  () =>
    parseConfig({ ...completeEnvironment, ...environment, RESEARCH_SOURCES: JSON.stringify(sources) });

test.each<[unknown, string]>([
  [{}, 'expected array'],
  [[source, source], 'names a source twice'],
  [[{ ...source, name: 'directory' }], 'is a name of our own'],
  [[{ ...source, endpoint: 'file:///etc/passwd' }], 'Invalid URL'],
  [[{ ...source, answerWithinMinutes: 1_441 }], 'Too big'],
  [[{ ...source, companies: [] }], 'Too small'],
  [[{ ...source, token: 'hunter2' }], 'Unrecognized key'],
  [Array.from({ length: 11 }, (_none, index) => ({ ...source, name: `s${index}` })), 'Too big'],
])('Research sources %j are rejected with the reason', (sources, reason) => {
  expect(parse(sources)).toThrow(reason);
});

test('Production requires TLS for every research source', () => {
  const production = { RECORDWELL_ENV: 'production', PUBLIC_URL: 'https://api.example.com' };
  expect(parse([{ ...source, endpoint: 'http://research.example.com' }], production)).toThrow(
    'webread must be https',
  );
  expect(parse([source], production)).not.toThrow();
});
