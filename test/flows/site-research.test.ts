/**
 * Site research from the request to the webhook, with workers, and with sources that answer, fail, or don't
 * respond.
 */
import { createResearchSources, type AskedSource } from '../../src/partners/research/research-source';
import { createHttpResearchSource } from '../../src/partners/research/http-research-source';
import { sandboxResearchSource } from '../../src/sandbox/research-source';
import { addMember } from '../../src/usecases/tenants/members';
import { temporal } from '@temporalio/proto';
import { admin } from '../support/admin-shell';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, testPublicUrl, type FlowWorld } from '../support/flow-world';
import { startResearchSystem, type ResearchSystem } from '../support/research-system';
import { until } from '../support/until';
import { researchIn, useSiteFinder, type SiteFinder } from '../support/site-finder';

const pier = {
  name: 'Quvpier Clinic',
  addressLine1: '9 Pier Road',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
};

let world: FlowWorld;
let finder: SiteFinder;
let company: TestCompany;
let system: ResearchSystem;
const silence = Promise.withResolvers<never>();
silence.promise.catch(() => undefined);
let failures = 0;
let looks = 0;

beforeAll(async () => {
  system = await startResearchSystem();
  const settings = {
    name: 'webread',
    endpoint: system.endpoint,
    credentialsFile: '',
    answerWithinMinutes: 5,
  };
  const broken: AskedSource = {
    kind: 'asked',
    name: 'broken',
    answerWithinMs: 2_500,
    ask: async ({ site }) => {
      failures += 1;
      throw new Error(`nobody knows ${site.name}`);
    },
  };
  const silent: AskedSource = {
    kind: 'asked',
    name: 'silent',
    answerWithinMs: 1_500,
    ask: () => silence.promise,
  };
  const phonebook: AskedSource = {
    kind: 'asked',
    name: 'phonebook',
    answerWithinMs: 60_000,
    ask: async () => {
      looks += 1;
      return { kind: 'answered', findings: [] };
    },
  };
  world = await startFlowWorld({
    researchSources: createResearchSources(sandboxResearchSource, [
      { source: broken, companies: ['acme'] },
      { source: silent, companies: ['acme'] },
      { source: phonebook, companies: ['birch'] },
      { source: createHttpResearchSource(settings, system.token) },
    ]),
  });
  company = await world.company('acme');
  finder = await useSiteFinder(world);
});
afterAll(async () => {
  silence.reject(new Error('the tests are over'));
  await world.close();
  await system.close();
});

describe('Site research in the sandbox', () => {
  let text: string;
  let research: string;
  beforeAll(async () => {
    const other = 'ben@acme.example';
    await world.change(change =>
      addMember(change, {
        companyId: 'acme',
        email: other,
        name: 'Ben',
        role: 'Administrator',
        seesAllProjects: true,
      }),
    );
    await world.endpoint(company, '/mine', { events: ['aiResearch'] });
    await world.endpoint(company, '/bens', { events: ['aiResearch'], ownerEmail: other });
    const token = await finder.minted(company.sandboxKey);
    research = researchIn(await finder.research(token));
    await world.ended();
    ({ text } = await finder.open(token, { research }));
  }, 60_000);

  test('completes in seconds from the directory and made-up data, without calling an outside system [EMBED-5] [EMBED-22]', async () => {
    expect(text).toContain('Research complete.');
    for (const known of ['Facility directory', finder.facility.npi, 'made-up data', '+1 312 555 01'])
      expect(text).toContain(known);
    expect(system.asks).toEqual([]);
    expect(await world.details(`site-research/${research}`)).toBe(
      'Done: 2 answered, 0 failed or did not answer.',
    );
  });

  test('sends its link to the user who started it [EMBED-26] [EVENT-16]', () => {
    expect(world.receiver.at('/mine').map(({ envelope }) => envelope.data)).toEqual([
      {
        siteId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        siteName: finder.facility.name,
        url: `${testPublicUrl}/ui/site-finder/embed?research=${research}`,
      },
    ]);
  });

  test('sends nothing to other users of the company [EVENT-46]', () => {
    expect(world.receiver.at('/bens')).toEqual([]);
  });
});

test("Site research lists sources that failed or didn't respond, and Temporal has only ids and source names [EMBED-22] [EMBED-23]", async () => {
  const token = await finder.minted(company.productionKey);
  const research = researchIn(await finder.post(token, { do: 'research', ...pier }));
  const workflowId = `site-research/${research}`;
  await world.sent();
  await world.result(workflowId);
  const { text } = await finder.open(token, { research });
  expect(text).toContain("2 of 4 sources didn't respond");
  expect(text).toMatch(/broken.*couldn't reach this source.*silent.*didn't respond in time.*webread.*0142/);
  expect(failures).toBeGreaterThan(1);
  expect(system.asks).toEqual([{ askUid: research, body: { site: pier } }]);
  const history = await world.workflow(workflowId).fetchHistory();
  const bytes = Buffer.from(temporal.api.history.v1.History.encode(history).finish()).toString('latin1');
  expect(bytes).not.toContain('Quvpier');
  expect(world.workerLogLines.join('\n')).not.toContain('Quvpier');
});

test('Operators can resume site research with a terminated workflow, which asks only the remaining sources [EMBED-22]', async () => {
  const asked = system.asks.length;
  system.answer = () => ({ status: 'pending', askAgainAfterSeconds: 3_600 });
  const birch = await world.company('birch');
  const token = await finder.minted(birch.productionKey);
  const research = researchIn(await finder.post(token, { do: 'research', ...pier }));
  const workflowId = `site-research/${research}`;
  await world.sent();
  await until('webread to be asked', () => system.asks.length > asked);
  await world.workflow(workflowId).terminate('by a test');
  system.answer = () => ({ status: 'answered', findings: [] });
  const { exitCode } = await admin(world, ['research', 'resume', research]);
  expect(exitCode).toBe(0);
  await world.sent();
  await world.result(workflowId);
  const { text } = await finder.open(token, { research });
  expect(text).toMatch(/phonebook.*webread/);
  expect([looks, system.asks.length - asked]).toEqual([1, 2]);
});
