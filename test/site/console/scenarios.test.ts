/** The scenarios of the sandbox in the console. */
import { recordRequestScenario, siteScenarios } from '../../../src/domain/record-requests/sandbox-scenarios';
import { patientScenarios } from '../../../src/domain/searches/sandbox-scenarios';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';

let world: ApiWorld;
let admin: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  const { email } = await world.company('acme');
  admin = await signedIn(world, email);
});
afterAll(() => world.close());

const path = '/console/companies/acme/sandbox/scenarios';

async function patients(firstName: string) {
  const sql = 'select uid, last_names, date_of_birth::text from patient where first_name = ?';
  return readRows<{ uid: string }>(world.db, sql, [firstName]);
}

test('The page has every scenario with its result, and a form for each patient [CONSOLE-119]', async () => {
  const { status, html } = await admin.get(path);
  expect(status).toBe(200);
  for (const { firstName } of patientScenarios)
    expect(html).toContain(`Create this patient<span class="hidden">: ${firstName}</span>`);
  expect(html).toContain('Every search ends in <code>NoHit</code>.');
  for (const { siteNames } of siteScenarios) expect(html).toContain(siteNames.join(', '));
  const names = siteScenarios.flatMap(({ siteNames }) => siteNames);
  expect(names.filter(name => recordRequestScenario(name) === undefined)).toEqual([]);
});

test('A form that is sent twice at once creates one patient, and opens it [CONSOLE-119] [CONSOLE-100]', async () => {
  const { html } = await admin.get(path);
  const [, once = ''] = /name="once" value="([^"]+)"/.exec(html) ?? [];
  const send = () => admin.send(path, path, { project: 'sandbox', firstName: 'Nohit', once });
  const [one, other] = await Promise.all([send(), send()]);
  const [patient, ...rest] = await patients('Nohit');
  expect(rest).toEqual([]);
  const opened = `/console/companies/acme/sandbox/patients/${patient?.uid}?done=scenario`;
  expect([one.location, other.location]).toEqual([opened, opened]);
  expect(patient).toMatchObject({ last_names: ['Doe'], date_of_birth: '1984-02-29' });
  expect((await admin.get(opened)).html).toContain('Patient created.');
  const searches = await readRows(
    world.db,
    'select kind from patient_search where patient_uid = ? and is_requested',
    [patient?.uid ?? ''],
  );
  expect(searches).toHaveLength(3);
  expect(await world.audits({ event: 'patient.create', resourceUid: patient?.uid ?? '' })).toHaveLength(1);
});

test('No form that adds patients offers a closed project [CONSOLE-131]', async () => {
  const names = ['Open matters', 'Closed matters'] as const;
  const projects = path.replace('scenarios', 'projects');
  const kind = { purpose: 'Legal', method: 'authorizationPdf' };
  for (const name of names) await admin.send(`${projects}/new`, projects, { name, ...kind });
  await world.db('project').where({ name: names[1] }).update({ status: 'Closed' });
  for (const page of ['scenarios', 'patients/new', 'imports/new']) {
    const { html } = await admin.get(path.replace('scenarios', page));
    expect(names.map(name => html.includes(name))).toEqual([true, false]);
  }
});

test('Other names, other projects, production, and roles without permission create no patient [CONSOLE-119]', async () => {
  const fields = { project: 'sandbox', firstName: 'Slow' };
  const viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
  const production = path.replace('sandbox', 'production');
  expect((await viewer.get(path)).status).toBe(403);
  expect((await admin.get(production)).status).toBe(404);
  expect((await admin.send(path, path, { ...fields, firstName: 'Mallory' })).status).toBe(409);
  expect((await admin.send(path, path, { ...fields, project: 'live' })).status).toBe(404);
  expect([await patients('Slow'), await patients('Mallory')]).toEqual([[], []]);
  const home = (visitor: Visitor) => visitor.get('/console/companies/acme/sandbox');
  expect((await home(admin)).html).toContain(`href="${path}"`);
  expect((await home(viewer)).html).not.toContain(`href="${path}"`);
});
