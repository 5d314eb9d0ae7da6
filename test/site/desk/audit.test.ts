import { uuidv7 } from '../../../src/platform/ids';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import type { ShownPage, Visitor } from '../../support/console-visitor';
import { awaitReview, operatorAtDesk } from '../../support/desk-work';

const dayMs = 24 * 3_600_000;
const dayFrom = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uma: Visitor;
let patient: string;

beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  await world.company('umbrella');
  [olga, uma] = [await operatorAtDesk(world, 'Olga'), await operatorAtDesk(world, 'Uma')];
  patient = await awaitReview(world, acme, 'case-1', new Date());
  await uma.get(`/desk/patients/${patient}`);
});
afterAll(() => world.close());

/** Writes an audit row on a day. */
async function write(event: string, days: number): Promise<void> {
  const at = new Date(Date.now() + days * dayMs);
  await world.db.raw(
    `insert into audit_event (uid, occurred_at, company_uid, actor_kind, actor_name, event, outcome)
     values (?, ?, ?, 'operator', 'otto', ?, 'success')`,
    [uuidv7(at), at, acme.uid, event],
  );
}

/** Returns the actor and the action of each row on a page. */
function listed({ html }: ShownPage): Array<readonly [who: string, did: string]> {
  return [
    ...html.matchAll(
      /<tr>(?:(?!<\/tr>).)*?data-label="Actor"><span>(.*?) <span class.*?<span class="muted small code">(.*?)<\/span>/gs,
    ),
  ].map(([, who = '', did = '']) => [who.replaceAll(/<[^>]+>/g, ''), did] as const);
}

test('The audit log shows the last days, newest first, and viewing it adds a row [DESK-27]', async () => {
  const shown = await olga.get('/desk/audit');
  expect(shown.status).toBe(200);
  expect(listed(shown)[0]).toEqual(['uma@recordwell.example', 'patient.read']);
  expect(shown.html).toContain(`href="/desk/patients/${patient}"`);
  expect(shown.html).not.toMatch(/Jane|1984-02-29/);
  expect(listed(await olga.get('/desk/audit'))[0]).toEqual(['olga@recordwell.example', 'audit.read']);
});

test.each([
  ['an operator', 'actor=uma@recordwell.example', ['uma@recordwell.example']],
  ['a member of a company', 'actor=ADMIN@acme.example', ['admin@acme.example']],
  ['an account that ran the admin command', 'actor=olga', ['olga']],
  ['an actor without rows', 'actor=nobody', []],
])('The audit log can be filtered by %s [DESK-27]', async (_, query, who) => {
  expect([...new Set(listed(await olga.get(`/desk/audit?${query}`)).map(([name]) => name))]).toEqual(who);
});

test('The audit log can be filtered by company, record, and period [DESK-27]', async () => {
  expect(
    listed(await olga.get('/desk/audit?company=umbrella')).some(([, did]) => did.startsWith('patient')),
  ).toBe(false);
  const ofRecord = listed(await olga.get(`/desk/audit?record=${patient}&actor=uma@recordwell.example`));
  expect(ofRecord).toEqual([['uma@recordwell.example', 'patient.read']]);
  await write('test.before', -20);
  await write('test.before', -9);
  expect(listed(await olga.get('/desk/audit?actor=otto'))).toEqual([]);
  const query = (from: number, until: number): string =>
    `/desk/audit?actor=otto&from=${dayFrom(from)}&until=${dayFrom(until)}`;
  expect(listed(await olga.get(query(-20, -10)))).toHaveLength(1);
  expect(listed(await olga.get(query(-30, 0)))).toHaveLength(2);
  expect(listed(await olga.get(query(-19, -10)))).toEqual([]);
});

test.each([
  [`from=${dayFrom(-31)}`, 'A period can have at most 31 days.'],
  ['from=soon', "The date under From isn't valid. Choose another one."],
  ['company=absent', 'No company has this ID'],
  ['record=case-1', 'A record ID must be a UUID.'],
])('The audit log names an invalid filter: %s [DESK-27]', async (query, sentence) => {
  const { status, html } = await olga.get(`/desk/audit?${query}`);
  expect([status, html.includes(sentence)]).toEqual([422, true]);
});

test('Rows beyond one page of the audit log follow on the next pages, each once [DESK-27]', async () => {
  for (let more = 0; more < 101; more++) await write(`test.more${more}`, -25 + more / 1_000);
  const query = `actor=otto&from=${dayFrom(-26)}&until=${dayFrom(-24)}`;
  const seen: string[] = [];
  let path = `/desk/audit?${query}`;
  for (let pages = 0; pages < 3; pages++) {
    const shown = await olga.get(path);
    seen.push(...listed(shown).map(([, did]) => did));
    path = (/class="button" href="([^"]+)"/.exec(shown.html)?.[1] ?? '').replaceAll('&amp;', '&');
  }
  expect(path).toBe('');
  expect(seen).toEqual(Array.from({ length: 101 }, (_, at) => `test.more${100 - at}`));
});
