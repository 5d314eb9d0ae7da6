import { createHash } from 'node:crypto';
import { firstPanel, pagesMax, writePanel, type Panel } from '../../src/domain/embeds/clinical-panel';
import { clinicalTabs, findClinicalTab, firstClinicalTab } from '../../src/domain/embeds/clinical-tabs';
import type { ClinicalDataClaims } from '../../src/embeds/clinical-data/token';
import { systemClock } from '../../src/platform/clock';
import { addMember, assignRole, deleteUser, grantProjectAccess } from '../../src/usecases/tenants/members';
import { defineRole } from '../../src/usecases/tenants/companies';
import {
  approvedOrigin,
  startApiWorld,
  type Answer,
  type ApiWorld,
  type TestCompany,
} from '../support/api-world';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import {
  seededChildren,
  seededVisits,
  seedContent,
  seedVisits,
  type SeededVisit,
} from '../support/seeded-visits';

const page = '/ui/clinical-data/embed';
const html = { Accept: 'text/html' };
const scripted = '<script>alert(1)</script>';

let world: ApiWorld;
let company: TestCompany;
let aheadMs = 0;
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(systemClock.now().getTime() + aheadMs) } });
  company = await world.company('acme');
  for (const patientId of ['p-1', 'p-2']) {
    const place = { project: 'sandbox', patientId };
    await seedVisits(world, company, place);
    await seedContent(world, company, place, [seededChildren]);
  }
  const theirs = seededVisits.slice(0, 1).map(visit => ({ ...visit, ref: 'theirs', reason: 'Not yours' }));
  await seedVisits(world, company, { project: 'sandbox', patientId: 'p-2' }, theirs);
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(() => world.close());

async function minted({
  patientId = 'p-1',
  project = 'sandbox',
  key = company.sandboxKey,
  parentOrigin,
}: Partial<Record<'patientId' | 'project' | 'key' | 'parentOrigin', string>> = {}): Promise<string> {
  const path = `${patientsPath(company, project, patientId)}/clinical-data-embed-token`;
  const { status, json } = await world.call('POST', path, { key, body: { parentOrigin } });
  expect(status).toBe(200);
  return String(json['token']);
}

function open(token: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return world.call('GET', `${page}?${new URLSearchParams({ token, ...query }).toString()}`, {
    headers: html,
  });
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

function messageOf({ text }: Answer): Record<string, unknown> {
  const message = /data-message="([^"]+)"/.exec(text)?.[1] ?? '{}';
  return JSON.parse(decoded(message)) as Record<string, unknown>;
}

/** Returns the table as text: a list of cells for each row. */
function cellsOf({ text }: Answer): string[][] {
  const body = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(text)?.[1] ?? '';
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      decoded(cell.replaceAll(/<[^>]+>/g, '')),
    ),
  );
}

/** The last column of a visit is its reference. */
const refsOf = (answer: Answer): Array<string | undefined> => cellsOf(answer).map(row => row.at(-1));

/** Returns the query of a link. */
function linkOf({ text }: Answer, id: string): Record<string, string> {
  const href = decoded(new RegExp(`<a id="${id}"[^>]* href="\\?([^"]+)"`).exec(text)?.[1] ?? '');
  return Object.fromEntries(new URLSearchParams(href));
}

const panelOf = (change: Partial<Panel>): string =>
  writePanel({ ...firstPanel(firstClinicalTab), ...change });

/** Adds a member with their own role and access to one project. */
async function member(
  permissions: ReadonlyArray<'ViewClinicalData' | 'ViewPatients' | 'ViewProjects'> = ['ViewClinicalData'],
): Promise<{ readonly email: string; readonly key: string }> {
  const name = `Viewers ${createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 8)}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@acme.example`;
  await world.change(change => defineRole(change, { companyId: 'acme', name, permissions }));
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'Ana', role: name, seesAllProjects: false }),
  );
  await world.change(change =>
    grantProjectAccess(change, { companyId: 'acme', email, projectId: 'sandbox' }),
  );
  return { email, key: await world.keyFor('acme', email, 'sandbox') };
}

describe('Clinical data frame', () => {
  test("can be framed only by its token's page, under a policy without inline scripts, cookies, or third parties [EMBED-11]", async () => {
    const answer = await open(await minted({ parentOrigin: approvedOrigin }));
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${approvedOrigin}`,
    ]);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const strange = /<script(?![^>]* src=)|<style|\son\w+=|style="|https?:/;
    expect(strange.exec(answer.text.replaceAll(approvedOrigin, ''))?.[0]).toBeUndefined();
  });

  test('can be framed by any page if the token names none [EMBED-12]', async () => {
    const answer = await open(await minted());
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(answer.text).toContain('data-target="*"');
  });
});

test("Each tab of the clinical data embed shows only its patient's rows, and visits come first [EMBED-6] [EMBED-7]", async () => {
  const token = await minted();
  const counts: Record<string, number> = {};
  for (const { name, label } of clinicalTabs) {
    const answer = await open(token, { tab: name });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(new RegExp(`aria-current="page"[^>]*>${label}<`));
    expect(answer.text).toContain('Jane Doe');
    counts[name] = cellsOf(answer).length;
  }
  expect(counts).toEqual({
    visits: 5,
    procedures: 3,
    diagnoses: 2,
    'prescription-fills': 2,
    'lab-results': 2,
  });
  for (const query of [{}, { tab: 'zqx' }, { tab: '' }])
    expect(refsOf(await open(token, query))).toEqual(['v4', 'v2', 'v3', 'v1', 'v5']);
});

test('The clinical data embed shows amounts with all digits, dates, yes or no, and a dash for no value [EMBED-6]', async () => {
  const token = await minted();
  const [, , , first] = cellsOf(await open(token));
  expect(first).toEqual([
    ...['03/01/2021', '03/04/2021', 'Inpatient', 'Chest pain', 'Harbor General Hospital', 'Salem', 'MA'],
    ...['Bay State Health Plan', '$1,714.89', 'v1'],
  ]);
  expect(cellsOf(await open(token, { tab: 'procedures' })).map(row => row[5])).toEqual([
    ...['−$20.25', '–None', '$120.50'],
  ]);
  expect(cellsOf(await open(token, { tab: 'diagnoses' })).map(row => row[4])).toEqual(['No', 'Yes']);
});

test('A clinical data column heading sorts the rows, reverses the order on the second click, and marks it [EMBED-6]', async () => {
  const token = await minted();
  const once = linkOf(await open(token), 'order-visit.chargeAmount');
  const ascending = await open(token, once);
  expect(refsOf(ascending)).toEqual(['v3', 'v4', 'v5', 'v1', 'v2']);
  expect(ascending.text).toMatch(/aria-sort="ascending"[^>]*><a id="order-visit.chargeAmount"/);
  const descending = await open(token, linkOf(ascending, 'order-visit.chargeAmount'));
  expect(refsOf(descending).slice(0, 2)).toEqual(['v2', 'v1']);
});

test.each<[string, Record<string, string>, string[]]>([
  ['a search', { search: 'HARBOR' }, ['v2', 'v1', 'v5']],
  ['a search that looks like a pattern', { search: '50%' }, ['v3']],
  ['kind', { 'visit.kind': 'Office' }, ['v2', 'v3']],
  ['part of a reason', { 'visit.reason': 'chest' }, ['v4', 'v1']],
  ['dates', { from: '2021-03-02', to: '2021-05-10' }, ['v2', 'v3']],
  ['all of them', { search: 'mercy', 'payor.name': 'medicare', from: '2022-01-01' }, ['v4']],
  ["the patient's own name, which no row has", { search: 'Jane' }, []],
  ['the id of another patient', { search: 'p-2' }, []],
])(
  'The clinical data form filters by %s, and the panel restores its state [EMBED-6] [EMBED-9]',
  async (_by, fields, refs) => {
    const token = await minted();
    const answer = await open(token, { tab: 'visits', do: 'narrow', ...fields });
    expect(answer.status).toBe(200);
    expect(refsOf(answer)).toEqual(refs);
    if (refs.length === 0) expect(answer.text).toContain('No visits match your search and filters.');
    const { tab, panel } = messageOf(answer) as Record<string, string>;
    const restored = await open(token, { tab: tab ?? '', panel: panel ?? '' });
    expect(refsOf(restored)).toEqual(refs);
    expect(messageOf(restored)['panel']).toBe(panel);
    const all = linkOf(restored, 'narrow-clear');
    expect(refsOf(await open(token, all))).toHaveLength(5);
  },
);

test('The clinical data form reports an invalid date next to its field, and ignores it as a filter [EMBED-6]', async () => {
  const answer = await open(await minted(), { do: 'narrow', from: '2021-02-30' });
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/id="narrow-from"[^>]*aria-describedby="narrow-from-fault"/);
  expect(answer.text).toContain('Start date must be a real date, like 11/22/2026.');
  expect(refsOf(answer)).toHaveLength(5);
});

test('Clinical data pages lose and repeat no row, and a page past the end shows the last one [EMBED-6]', async () => {
  const [{ createdAt: at, ...pattern }] = seededVisits as [SeededVisit, ...SeededVisit[]];
  const visits = Array.from({ length: 61 }, (_none, index) => ({ ...pattern, ref: `n${index}` }));
  await seedContent(world, company, { project: 'sandbox', patientId: 'p-many' }, [{ at, visits }]);
  const token = await minted({ patientId: 'p-many' });
  const pages: Answer[] = [];
  let query: Record<string, string> = {};
  do {
    const answer = await open(token, query);
    pages.push(answer);
    query = linkOf(answer, 'page-next');
  } while (query['panel'] !== undefined);
  expect(pages.map(each => refsOf(each).length)).toEqual([25, 25, 11]);
  expect(new Set(pages.flatMap(refsOf)).size).toBe(61);
  expect(pages[1]?.text).toContain('26 to 50 of 61 visits.');
  const far = await open(token, { panel: panelOf({ page: pagesMax }) });
  expect(refsOf(far)).toEqual(pages.slice(2).flatMap(refsOf));
  expect(messageOf(far)['panel']).toBe(panelOf({ page: 3 }));
});

test('A clinical data panel restores its tab, but another tab in the link wins and starts in its first state [EMBED-9]', async () => {
  const token = await minted();
  const procedures = findClinicalTab('procedures');
  if (procedures === undefined) throw new Error('no such tab');
  const panel = writePanel({ ...firstPanel(procedures), search: 'x-ray' });
  expect(messageOf(await open(token, { panel }))).toMatchObject({ tab: 'procedures', panel });
  const other = await open(token, { panel, tab: 'visits' });
  expect(messageOf(other)).toMatchObject({ tab: 'visits', panel: panelOf({}) });
  expect(other.text).toContain("couldn't restore");
  const strange = await open(token, { panel: 'zqx-panel', tab: 'visits' });
  expect(strange.status).toBe(200);
  expect(strange.text).toContain("couldn't restore");
  expect(strange.text).not.toContain('zqx-panel');
  expect((await open(token)).text).not.toContain("couldn't restore");
});

describe('Message to the parent page', () => {
  test("has type, entity, tab, and panel, and goes only to the token's origin [EMBED-8]", async () => {
    const token = await minted({ parentOrigin: approvedOrigin });
    for (const { name: tab, entity } of clinicalTabs) {
      const answer = await open(token, { tab });
      expect(messageOf(answer)).toEqual({
        type: 'recordwell:clinical-data',
        entity,
        tab,
        panel: expect.stringMatching(/^[\w-]+$/) as string,
      });
      expect(answer.text).toContain(`data-target="${approvedOrigin}"`);
    }
  });
});

describe('Facility map', () => {
  test('counts the facilities of all matching rows, and says what it leaves out [EMBED-6]', async () => {
    const token = await minted();
    const { text } = await open(token);
    const listed = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(listed).toContain('Harbor General Hospital, Salem, MA 3 visits');
    expect(listed).toContain('Mercy 100%_Care, Boston, MA 2 visits');
    expect(text.match(/<circle /g)).toHaveLength(2);
    const fills = await open(token, { tab: 'prescription-fills' });
    expect(fills.text).toContain('1 prescription fill without a facility.');
    const narrowed = await open(token, { do: 'narrow', search: 'mercy' });
    expect(narrowed.text.match(/<circle /g)).toHaveLength(1);
  });

  test('is expanded by default, and stays collapsed from click to click [EMBED-6]', async () => {
    const token = await minted();
    for (const map of ['', 'expanded', 'zqx']) expect((await open(token, { map })).text).toContain('<svg');
    const collapsed = await open(token, linkOf(await open(token), 'map-toggle'));
    expect(collapsed.text).not.toContain('<svg');
    const next = await open(token, linkOf(collapsed, 'order-visit.kind'));
    expect(next.text).not.toContain('<svg');
    expect((await open(token, linkOf(next, 'map-toggle'))).text).toContain('<svg');
  });
});

test('Clinical data shows scripts in names as text [EMBED-6]', async () => {
  const place = { project: 'sandbox', patientId: 'p-script' };
  const visits = seededVisits.slice(0, 1).map(visit => ({ ...visit, reason: scripted, ref: `"${scripted}` }));
  await seedVisits(world, company, { ...place, form: { ...jane, firstName: "O'<b>" } }, visits);
  const answer = await open(await minted({ patientId: 'p-script' }), { do: 'narrow', search: scripted });
  expect(cellsOf(answer)[0]).toEqual(expect.arrayContaining([scripted, `"${scripted}`]));
  expect(answer.text).not.toContain('<script>');
  expect(answer.text).not.toContain('<b>');
});

describe('Clinical data token', () => {
  test("shows only its own patient's rows, whatever the panel says [EMBED-7]", async () => {
    expect(refsOf(await open(await minted({ patientId: 'p-2' })))).toContain('theirs');
    const token = await minted();
    for (const query of [
      { do: 'narrow', search: 'Not yours' },
      { do: 'narrow', 'patient.id': 'p-2', 'project.id': 'live' },
      { patientId: 'p-2', companyId: 'umbrella', projectId: 'live' },
      {
        panel: Buffer.from(
          JSON.stringify([1, 'visits', '', '', '', [['patient.id', 'p-2']], 'visit.ref', 'asc', 1]),
        ).toString('base64url'),
      },
    ])
      expect((await open(token, query)).text).not.toContain('theirs');
  });

  test('gets the same 401 if it is altered, expired, missing, or of another type [EMBED-14]', async () => {
    const token = await minted();
    const call = async (text: string): Promise<[number, unknown]> => {
      const { status, json } = await world.call('GET', `${page}?token=${text}`);
      return [status, json['error']];
    };
    const siteFinder = await world.call('POST', '/v0/site-finder/embed-token', { key: company.sandboxKey });
    const refused = await call('');
    expect(refused).toEqual([401, expect.stringContaining('token')]);
    expect(await call(String(siteFinder.json['token']))).toEqual(refused);
    for (let index = 0; index < token.length; index += 7) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expect(await call(token.slice(0, index) + other + token.slice(index + 1))).toEqual(refused);
    }
    aheadMs = 3_600_000;
    expect(await call(token)).toEqual(refused);
  });

  test('stops working at the next click when its user is deleted or loses the permission or the project [EMBED-19]', async () => {
    const ends: ReadonlyArray<(email: string) => Promise<unknown>> = [
      email => world.change(change => deleteUser(change, { companyId: 'acme', email })),
      email => world.change(change => assignRole(change, { companyId: 'acme', email, role: undefined })),
      async () => world.db('membership_project').delete(),
    ];
    for (const end of ends) {
      const { email, key } = await member();
      const token = await minted({ key });
      const next = linkOf(await open(token), 'tab-diagnoses');
      expect((await open(token, next)).status).toBe(200);
      await end(email);
      const { status, text } = await open(token, next);
      expect(status).toBe(401);
      expect(text).not.toContain('Harbor');
    }
  });

  test('works only with the company, project, environment, and patient that it was created for [EMBED-19]', async () => {
    await putPatient(world, company, 'live', 'p-1', jane);
    const other = await world.company('umbrella');
    const { clinicalDataTokens, clock } = world.services;
    const claims = clinicalDataTokens.open(await minted(), clock.now());
    if (claims === undefined) throw new Error('the token does not open');
    const { endsAt: _endsAt, ...own } = claims;
    const live = await storedPatient(world, company, 'live', 'p-1');
    const changes: ReadonlyArray<Partial<ClinicalDataClaims>> = [
      { companyUid: other.uid },
      { environment: 'production' },
      { projectUid: live.projectUid },
      { patientUid: live.uid },
      { patientUid: '00000000-0000-7000-8000-000000000000' },
      { userUid: '00000000-0000-7000-8000-000000000000' },
    ];
    for (const change of changes) {
      const { status } = await open(clinicalDataTokens.mint({ ...own, ...change }, clock.now()));
      expect({ change, status }).toEqual({ change, status: 401 });
    }
    expect((await open(clinicalDataTokens.mint(own, clock.now()))).status).toBe(200);
  });
});

test("A user without ViewPatients sees the rows without the patient's name [DECISION-79]", async () => {
  const { key } = await member();
  const { status, text } = await open(await minted({ key }));
  expect(status).toBe(200);
  expect(text).toContain('Harbor General Hospital');
  expect(text).not.toContain('Jane');
  const named = await member(['ViewClinicalData', 'ViewPatients']);
  expect((await open(await minted({ key: named.key }))).text).toContain('Jane Doe');
});

test("Every clinical data view writes one audit row with the browse, the patient, and the token's user [EMBED-19]", async () => {
  const { email, key } = await member();
  const [user] = (await world.db('app_user').where({ email }).select('uid')) as Array<{ uid: string }>;
  const patient = await storedPatient(world, company, 'sandbox', 'p-1');
  const token = await minted({ key });
  for (const { name: tab } of clinicalTabs) await open(token, { tab });
  await open(token, { map: 'collapsed', panel: panelOf({ page: pagesMax }) });
  const rows = (await world.audits({ resourceUid: patient.uid })).filter(
    ({ actorKind, actorUid }) => actorKind === 'embed' && actorUid === user?.uid,
  );
  expect(rows.map(({ event }) => event)).toEqual([
    ...['visit.browse', 'procedure.browse', 'diagnosis.browse', 'prescriptionFill.browse'],
    ...['labResult.browse', 'visit.browse'],
  ]);
  expect(new Set(rows.map(({ outcome, companyUid }) => `${outcome} ${companyUid}`))).toEqual(
    new Set([`success ${company.uid}`]),
  );
});

test('A failed clinical data view shows its error, and writes an audit row too', async () => {
  const token = await minted();
  const { uid: resourceUid } = await storedPatient(world, company, 'sandbox', 'p-1');
  const canceled = Object.assign(new Error('canceled'), { code: '57014' });
  const opened = jest.spyOn(world.services.browse, 'openSnapshot').mockRejectedValueOnce(canceled);
  const { status, text } = await open(token, { tab: 'diagnoses' });
  opened.mockRestore();
  expect(status).toBe(504);
  expect(text).toContain("We couldn't load this page");
  const rows = await world.audits({ resourceUid, event: 'diagnosis.browse' });
  expect(rows.at(-1)).toMatchObject({ outcome: 'failed', problem: 'query.timedOut', actorKind: 'embed' });
});

test("Clinical data searches aren't logged, and only GET and HEAD are allowed", async () => {
  const token = await minted();
  await open(token, { do: 'narrow', search: 'zqxsearch' });
  expect(world.logLines.join('\n')).not.toMatch(/zqxsearch|Jane|Harbor/);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, headers } = await world.call(method, `${page}?token=${token}`);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  expect((await world.call('HEAD', `${page}?token=${token}`, { headers: html })).status).toBe(200);
});
