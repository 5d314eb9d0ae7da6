/**
 * Site research in the site finder, without a worker: what is started, who sees it, and what is refused.
 */
import { randomUUID } from 'node:crypto';
import { runningResearchesMax } from '../../src/domain/research/limits';
import { createResearchSources } from '../../src/partners/research/research-source';
import { sandboxResearchSource } from '../../src/sandbox/research-source';
import { endResearch, missResearchSource, type ResearchParts } from '../../src/usecases/sites/research-runs';
import { addMember, assignRole, deleteUser } from '../../src/usecases/tenants/members';
import { insertAnswer } from '../../src/store/sites/researches';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { readRows, type AuditRecord } from '../support/records';
import { researchIn, useSiteFinder, type SiteFinder } from '../support/site-finder';

let world: ApiWorld;
let finder: SiteFinder;
let company: TestCompany;
let parts: ResearchParts;
let companies = 0;
beforeAll(async () => {
  world = await startApiWorld();
  finder = await useSiteFinder(world);
  parts = {
    ...world.services,
    researchSources: createResearchSources(sandboxResearchSource),
    publicUrl: 'https://api.example.com',
  };
});
beforeEach(async () => {
  companies += 1;
  company = await world.company(`company-${companies}`);
});
afterAll(() => world.close());

const pier = { name: 'Pier Clinic', addressLine1: '9 Pier Road', city: 'Salem', state: 'MA', zip: '01970' };

/** Returns the company's audit rows whose event starts with a prefix, oldest first. */
async function auditRows(prefix: string): Promise<AuditRecord[]> {
  const rows = await world.audits();
  return rows.filter(({ event, companyUid }) => companyUid === company.uid && event.startsWith(prefix));
}

/** Returns the company's ledger entries, as an operator exports them, without its searches. */
async function billed(): Promise<Array<Record<string, unknown>>> {
  const line = ['ledger', 'export', '--from', '2026-01-01', '--company', company.id];
  const { stdout } = await admin(world, line);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map(entry => JSON.parse(entry) as Record<string, unknown>)
    .filter(({ action }) => action !== 'siteFinder.search');
}

async function colleague(name: string): Promise<{ email: string; token: string }> {
  const email = `${name}@${company.id}.example`;
  const companyId = company.id;
  await world.change(change =>
    addMember(change, { companyId, email, name, role: 'Administrator', seesAllProjects: true }),
  );
  return { email, token: await finder.minted(await world.keyFor(companyId, email, 'sandbox')) };
}

async function researches(): Promise<Array<Record<string, unknown>>> {
  return readRows(
    world.db,
    `select r.uid, environment, site_uid as "siteUid", email, ended_at as "endedAt" from site_research r
     join app_user u on u.uid = r.started_by_uid where company_uid = ? order by r.uid`,
    [company.uid],
  );
}

describe('Request for site research', () => {
  test('is stored, billed, audited, and started with ids only, and its page waits for the result [EMBED-5] [EMBED-22]', async () => {
    const answer = await finder.research(await finder.minted(company.sandboxKey));
    const { status, text, headers } = answer;
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).toContain('Research in progress.');
    expect(text).toContain(`<h1>${finder.facility.name}</h1>`);
    const researchUid = researchIn(answer);
    const [row] = await researches();
    expect(row).toMatchObject({
      uid: researchUid,
      environment: 'sandbox',
      email: company.email,
      endedAt: null,
    });
    const siteUid = row?.['siteUid'];
    expect(await billed()).toMatchObject([
      { action: 'siteFinder.research', siteUid, userEmail: company.email, environment: 'sandbox' },
    ]);
    expect(await auditRows('siteFinder.re')).toMatchObject(
      ['siteFinder.research', 'siteFinder.readResearch'].map(event => ({
        event,
        actorKind: 'embed',
        resourceKind: 'site',
        resourceUid: siteUid,
        outcome: 'success',
      })),
    );
    expect(await world.commands(`site-research/${researchUid}`)).toMatchObject([
      { workflowType: 'siteResearch', args: [{ researchUid }] },
    ]);
  });

  test("creates a site that isn't listed, and shows errors next to the fields [EMBED-22]", async () => {
    const token = await finder.minted(company.sandboxKey);
    const faulty = await finder.post(token, { do: 'research', ...pier, zip: '1' });
    expect(faulty.text).toMatch(/aria-describedby="new-zip-fault"/);
    expect(await researches()).toEqual([]);
    expect((await finder.post(token, { do: 'research', ...pier })).text).toContain('<h1>Pier Clinic</h1>');
    const entries = await billed();
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['siteFinder.create', 'siteFinder.research']),
    );
    expect(entries).toHaveLength(2);
    expect(entries[0]?.['siteUid']).toBe(entries[1]?.['siteUid']);
  });

  test('returns the same run while it is in progress, billed once, and then starts another [EMBED-24]', async () => {
    const token = await finder.minted(company.sandboxKey);
    const facility = await finder.facilityUid(token);
    const ask = async (): Promise<string> =>
      researchIn(await finder.post(token, { do: 'research', facility }));
    // The site exists already, so these requests don't wait for its creation, only for the research.
    await finder.post(token, { do: 'choose', facility });
    const asked = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(new Set(asked).size).toBe(1);
    const [first] = asked;
    expect(await billed()).toHaveLength(1);
    expect(await world.commands(`site-research/${first}`)).toHaveLength(1);
    await endResearch(parts, { researchUid: first });
    expect(await ask()).not.toBe(first);
    expect(await billed()).toHaveLength(2);
  });

  test('by a colleague starts another run, since each user gets their own result [EMBED-24] [DECISION-82]', async () => {
    const { email, token } = await colleague('ben');
    await finder.research(await finder.minted(company.sandboxKey));
    await finder.research(token);
    expect((await researches()).map(row => row['email'])).toEqual([company.email, email]);
    expect((await billed()).map(entry => entry['userEmail'])).toEqual([company.email, email]);
  });

  test('is refused beyond the limit of runs, which is per environment, and is neither billed nor started [EMBED-25]', async () => {
    const token = await finder.minted(company.sandboxKey);
    const ask = (turn: number) => finder.post(token, { do: 'research', ...pier, name: `Clinic ${turn}` });
    for (let turn = 0; turn < runningResearchesMax; turn += 1) expect((await ask(turn)).status).toBe(200);
    const before = (await billed()).length;
    const refused = await ask(runningResearchesMax);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('20 site research runs in progress');
    expect(await billed()).toHaveLength(before);
    expect(await researches()).toHaveLength(runningResearchesMax);
    // A run in progress is still returned.
    expect((await ask(0)).status).toBe(200);
    const live = await finder.minted(company.productionKey);
    expect((await finder.post(live, { do: 'research', ...pier })).status).toBe(200);
    await endResearch(parts, { researchUid: String((await researches())[0]?.['uid']) });
    expect((await ask(runningResearchesMax)).status).toBe(200);
  });

  test.each([
    [
      'is deleted',
      (companyId: string, email: string) => world.change(change => deleteUser(change, { companyId, email })),
    ],
    [
      'loses the permission',
      (companyId: string, email: string) =>
        world.change(change => assignRole(change, { companyId, email, role: 'Viewer' })),
    ],
  ] as const)('is refused as soon as its user %s, and so is its page [EMBED-5]', async (_, end) => {
    const { email, token } = await colleague('ben');
    const researchUid = researchIn(await finder.research(token));
    const facility = await finder.facilityUid(token);
    await end(company.id, email);
    const answers = [
      await finder.post(token, { do: 'research', facility }),
      await finder.post(token, { do: 'research', ...pier }),
      await finder.open(token, { research: researchUid }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await researches()).toHaveLength(1);
  });

  test("is refused for a facility that a search wouldn't find, or for an unknown one", async () => {
    const facility = await finder.facilityUid(await finder.minted(company.sandboxKey));
    const live = await finder.minted(company.productionKey);
    const statuses = [facility, randomUUID(), 'zqx'].map(
      async uid => (await finder.post(live, { do: 'research', facility: uid })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 400]);
    expect(await researches()).toEqual([]);
  });
});

describe('Site research run', () => {
  let researchUid: string;
  let token: string;
  beforeEach(async () => {
    token = await finder.minted(company.sandboxKey);
    researchUid = researchIn(await finder.research(token));
  });

  test('is visible only to its company in its environment [EMBED-26]', async () => {
    const { token: bens } = await colleague('ben');
    expect((await finder.open(bens, { research: researchUid })).status).toBe(200);
    const other = await world.company(`${company.id}-other`);
    for (const stranger of [company.productionKey, other.sandboxKey, other.productionKey])
      expect((await finder.open(await finder.minted(stranger), { research: researchUid })).status).toBe(404);
    expect((await finder.open(token, { research: randomUUID() })).status).toBe(404);
    expect((await finder.open(token, { research: '../x' })).status).toBe(404);
    expect((await finder.open('none', { research: researchUid })).status).toBe(401);
  });

  test("shows what each source found and when, and names those that failed or didn't respond [EMBED-22] [EMBED-23]", async () => {
    const answeredAt = new Date('2026-11-24T08:30:00Z');
    const findings = [{ label: 'Fax', value: '<b>+1 312 555 0142</b>' }];
    await world.db.transaction(tx =>
      insertAnswer(tx, { researchUid, source: 'directory', outcome: 'answered', findings, answeredAt }),
    );
    const running = await finder.open(token, { research: researchUid });
    expect(running.text).toContain('&lt;b>+1 312 555 0142&lt;/b>');
    expect(running.text).toContain('Nov 24, 2026, 8:30 AM UTC');
    expect(running.text).toMatch(/http-equiv="refresh" content="3; url=/);
    await missResearchSource(parts, { researchUid, source: 'webread', outcome: 'late' });
    await missResearchSource(parts, { researchUid, source: 'phonebook', outcome: 'failed' });
    expect(await endResearch(parts, { researchUid })).toEqual({ answered: 1, missed: 2 });
    const { text } = await finder.open(token, { research: researchUid });
    expect(text).toContain("Research complete. 2 of 3 sources didn't respond.");
    expect(text).toMatch(/webread.*didn't respond in time/);
    expect(text).toMatch(/phonebook.*couldn't reach this source/);
    expect(text).not.toContain('http-equiv="refresh"');
  });

  test('keeps the first answer of a source, and accepts none after its end [EMBED-23]', async () => {
    const answer = (source: string, value: string) =>
      world.db.transaction(tx =>
        insertAnswer(tx, {
          researchUid,
          source,
          outcome: 'answered',
          answeredAt: new Date(),
          findings: [{ label: 'Fax', value }],
        }),
      );
    await missResearchSource(parts, { researchUid, source: 'webread', outcome: 'late' });
    await answer('webread', 'too late');
    await endResearch(parts, { researchUid });
    await answer('phonebook', 'too late');
    const { text } = await finder.open(token, { research: researchUid });
    expect(text).not.toContain('too late');
    expect(text).not.toContain('phonebook');
  });

  test('sends one completion event, however often its end is repeated [EMBED-26]', async () => {
    for (let turn = 0; turn < 2; turn += 1) await endResearch(parts, { researchUid });
    const siteUid = String((await researches())[0]?.['siteUid']);
    const events = await readRows(
      world.db,
      'select event_type as "eventType", detail from outbox_event where record_uid = ? order by id',
      [siteUid],
    );
    const url = `https://api.example.com/ui/site-finder/embed?research=${researchUid}`;
    expect(events).toEqual([{ eventType: 'aiResearch.completed', detail: { url } }]);
  });

  test('lets only its own company select its site [EMBED-26]', async () => {
    const siteUid = String((await researches())[0]?.['siteUid']);
    const chosen = await finder.post(token, { do: 'choose', site: siteUid });
    expect(chosen.text).toContain('Facility selected.');
    expect(chosen.text).toContain(siteUid);
    const other = await world.company(`${company.id}-other`);
    for (const stranger of [company.productionKey, other.sandboxKey]) {
      const strangers = await finder.minted(stranger);
      expect((await finder.post(strangers, { do: 'choose', site: siteUid })).status).toBe(404);
    }
  });

  test('can be listed, shown, and resumed by operators, with an audit row each [EMBED-22]', async () => {
    const run = async (...line: string[]): Promise<unknown> => {
      const result = await admin(world, ['research', ...line, '--json']);
      expect({ line, stderr: result.exitCode === 0 ? '' : result.stderr }).toEqual({ line, stderr: '' });
      return result.json();
    };
    const sandbox = ['--company', company.id, '--environment', 'sandbox'];
    const listed = { research: researchUid, company: company.id, startedBy: company.email, endedAt: null };
    expect(await run('list', ...sandbox, '--running')).toMatchObject([listed]);
    expect(await run('list', '--company', company.id)).toEqual([]);
    await run('resume', researchUid);
    expect(await world.commands(`site-research/${researchUid}`)).toMatchObject([
      { signal: null },
      { signal: 'askAgain', args: [{ researchUid }] },
    ]);
    await missResearchSource(parts, { researchUid, source: 'webread', outcome: 'late' });
    await endResearch(parts, { researchUid });
    expect(await run('list', ...sandbox, '--running')).toEqual([]);
    expect(await run('show', researchUid)).toMatchObject({
      name: finder.facility.name,
      sources: [expect.stringContaining('webread: late') as string],
    });
    expect((await admin(world, ['research', 'resume', researchUid])).stderr).toContain('has ended');
    expect((await admin(world, ['research', 'show', randomUUID()])).stderr).toContain('No research');
    expect((await auditRows('research.')).map(({ event, actorName }) => [event, actorName])).toEqual(
      ['list', 'list', 'resume', 'list', 'read'].map(verb => [`research.${verb}`, 'olga']),
    );
  });
});
