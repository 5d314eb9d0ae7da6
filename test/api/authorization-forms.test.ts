/** The prefilled authorization, through the API. */
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../support/patients';
import { readPdf } from '../support/read-pdf';
import { readRows } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
let siteId: string;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  await putPatient(world, company, 'sandbox', 'jane', jane);
  const asked = await world.call('POST', `${patientsPath(company, 'sandbox', 'jane')}/record-requests`, {
    key: company.sandboxKey,
    body: { ...mercyClinic, billing: true },
  });
  const [made] = (asked.json as { requests: Array<{ request: { siteId: string } }> }).requests;
  siteId = made?.request.siteId ?? '';
});
afterAll(() => world.close());

const pathOf = (id: string, query = ''): string =>
  `${patientsPath(company, 'sandbox', id)}/authorization-form${query}`;

async function formText(id: string, query = ''): Promise<string> {
  const answer = await fetch(world.url + pathOf(id, query), {
    headers: { Authorization: `Bearer ${company.sandboxKey}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Authorization form.pdf"');
  const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return pages.join(' ');
}

test('A form is filled in with the patient, the company, and the purpose [AUTH-29]', async () => {
  const text = await formText('jane');
  const parts = [
    `Patient name ${jane.firstName} ${jane.lastNames[0]}`,
    'Recipient (name of person or organization) Company acme',
    'Any health care provider or health plan with records of the patient',
  ];
  expect(parts.filter(part => !text.includes(part))).toEqual([]);
});

test('A form names the chosen facilities with their addresses, each once, in the chosen language [AUTH-29]', async () => {
  const text = await formText('jane', `?language=es&siteIds=${siteId}&siteIds=${siteId}`);
  expect(text.split(mercyClinic.siteName)).toHaveLength(2);
  expect(text).toContain(mercyClinic.siteAddressLine1);
  expect(text).toContain('Firma del paciente');
  expect(text).not.toContain('plan de salud con expedientes');
});

test('A form states the address of the company once support has set it [AUTH-29]', async () => {
  const lines = ['--line', '200 Court Square', '--line', 'Boston, MA 02108'];
  expect(await admin(world, ['company', 'set-address', 'acme', ...lines])).toMatchObject({ exitCode: 0 });
  expect(await formText('jane')).toContain('Address 200 Court Square, Boston, MA 02108');
  const tooMany = ['a', 'b', 'c', 'd', 'e'].flatMap(line => ['--line', line]);
  const refused = await admin(world, ['company', 'set-address', 'acme', ...tooMany]);
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('at most 4 lines');
  expect(await admin(world, ['company', 'set-address', 'acme'])).toMatchObject({ exitCode: 0 });
  expect(await formText('jane')).not.toContain('200 Court Square');
  const rows = await readRows<{ changes: unknown }>(
    world.db,
    `select changes from audit_event
     where event = 'company.setAddress' and outcome = 'success' order by occurred_at`,
  );
  expect(rows).toEqual([{ changes: { lines: 2 } }, { changes: { lines: 0 } }]);
});

test.each([
  ['six facilities', () => `?${Array.from({ length: 6 }, () => `siteIds=${siteId}`).join('&')}`, 'siteIds'],
  ['another language', () => '?language=fr', 'language'],
  ['an ID that is none', () => '?siteIds=mercy', 'siteIds'],
])('%s: the request is refused [AUTH-29]', async (_, query, field) => {
  const answer = await world.call('GET', pathOf('jane', query()), { key: company.sandboxKey });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ problem: 'request.invalid' });
  expect(answer.text).toContain(`query.${field}`);
});

test("Another company's facility is an unknown one [AUTH-29]", async () => {
  const rival = await world.company('third');
  await putPatient(world, rival, 'sandbox', 'jane', jane);
  const path = `${patientsPath(rival, 'sandbox', 'jane')}/authorization-form?siteIds=${siteId}`;
  const answer = await world.call('GET', path, { key: rival.sandboxKey });
  expect([answer.status, answer.json['problem']]).toEqual([400, 'recordRequest.siteUnknown']);
});

test("A name in a script that we can't print is refused, and no value is repeated [AUTH-31]", async () => {
  await putPatient(world, company, 'sandbox', 'yamada', {
    ...jane,
    firstName: 'Łukasz',
    lastNames: ['山田'],
  });
  const answer = await world.call('GET', pathOf('yamada'), { key: company.sandboxKey });
  expect([answer.status, answer.json['problem']]).toEqual([400, 'authorizationForm.notPrintable']);
  expect(answer.text).toContain('lastNames[0]');
  expect(answer.text).not.toContain('山田');
  expect(answer.text).not.toContain('firstName');
});

test('The audit log says that a form was made for the patient, and nothing of its content [AUTH-31]', async () => {
  const { uid } = await storedPatient(world, company, 'sandbox', 'jane');
  const read = async () =>
    readRows<{ outcome: string; changes: unknown }>(
      world.db,
      `select outcome, changes from audit_event
       where event = 'authorizationForm.create' and resource_uid = ?`,
      [uid],
    );
  const before = await read();
  await formText('jane');
  const after = await read();
  expect(after.length - before.length).toBe(1);
  expect(after.at(-1)).toEqual({ outcome: 'success', changes: before.at(-1)?.changes ?? null });
});
