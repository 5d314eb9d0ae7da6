/** Adding and editing patients in the console. */
import { changeProjectStatus } from '../../../src/usecases/projects';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { jane, putPatient, review, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';

const patients = '/console/companies/acme/sandbox/patients';
const form = `${patients}/new`;

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  admin = await signedIn(world, company.email);
  viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
});
afterAll(() => world.close());

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A person whom no other test has. */
function person(lastName: string, more: Fields = {}): Fields {
  const named = { firstName: 'Ida', lastName, dateOfBirth: '2/28/1961', project: 'sandbox' };
  return { ...named, searches: ['siteSonar'], ...more };
}

async function add(fields: Fields, visitor = admin): Promise<ShownPage> {
  return visitor.send(form, form, fields);
}

interface Stored {
  readonly uid: string;
  readonly id: string;
}

async function stored(lastName: string): Promise<Stored[]> {
  return readRows<Stored>(world.db, 'select uid, id from patient where last_names[1] = ? order by uid', [
    lastName,
  ]);
}

/** Returns the sentences of the summary, with the fields that they link to. */
function faultsOn({ html }: ShownPage): string[] {
  return [...html.matchAll(/<li><a href="#(\w+)">([^<]+)<\/a><\/li>/g)].map(
    ([, name = '', sentence = '']) => `${name}: ${sentence}`,
  );
}

describe('Adding a patient [CONSOLE-63]', () => {
  test("registers them like the API, in the member's name, with the same events", async () => {
    const { status, location } = await add(
      person('Added', {
        otherLastNames: 'Moss\nReed',
        sex: 'Female',
        zipCodes: '02139, 02140-1234',
        mobile: '(617) 555-0123',
        email: 'ida@example.com',
        reference: ' Matter 7 ',
        searches: ['siteSonar', 'patientHistories'],
      }),
    );
    const [found] = await stored('Added');
    const uid = found?.uid ?? '';
    expect([status, location]).toEqual([303, `${patients}/${uid}?done=added`]);
    const patient = await storedPatient(world, company, 'sandbox', found?.id ?? '');
    expect(patient).toMatchObject({
      firstName: 'Ida',
      lastNames: ['Added', 'Moss', 'Reed'],
      dateOfBirth: '1961-02-28',
      sex: 'Female',
      zipCodes: ['02139', '02140-1234'],
      mobile: '+16175550123',
      email: 'ida@example.com',
      reference: 'Matter 7',
    });
    expect(patient.searches.filter(search => search.isRequested).map(({ kind }) => kind)).toEqual([
      'siteSonar',
      'patientHistories',
    ]);
    const events = await world.events(uid);
    expect(events.map(({ eventType }) => eventType)).toContain('patient.created');
    const row = { event: 'patient.create', outcome: 'success', actorKind: 'console' };
    expect(await world.audits({ resourceUid: uid })).toMatchObject([row]);
    expect((await admin.get(location)).html).toContain('Patient added.');
  });

  test('"Save and add another" shows an empty form for the same project', async () => {
    const { location } = await add(person('Another', { next: 'another' }));
    expect(location).toBe(`${form}?project=sandbox&done=added`);
    const { html } = await admin.get(location);
    expect(html).toContain('Patient added. Add the next one.');
    expect(html).toContain('<option value="sandbox" selected>');
    expect(html).not.toContain('value="Another"');
  });

  test('a form that is sent twice, also at once, registers one patient', async () => {
    const fields = person('Twice', { once: '0b9d8dbb-6f8c-4a36-9d1f-0d4c1a9a7f11' });
    const sent = await Promise.all([add(fields), add(fields)]);
    const again = await add(fields);
    const [found, ...others] = await stored('Twice');
    expect(others).toEqual([]);
    const target = `${patients}/${found?.uid ?? ''}?done=added`;
    expect([...sent, again].map(({ location }) => location)).toEqual([target, target, target]);
    expect((await add(person('Twice2', { once: 'nonsense' }))).status).toBe(409);
  });

  test('shows each mistake at the top and at its field, and keeps what was typed', async () => {
    const wrong = await add({
      ...person(''),
      dateOfBirth: '02/30/1961',
      zipCodes: 'O2139',
      mobile: '12',
      email: 'ida@',
      otherLastNames: 'Kept',
    });
    expect(wrong.status).toBe(422);
    expect(faultsOn(wrong)).toEqual([
      'lastName: Enter a last name.',
      'dateOfBirth: Enter the date of birth as MM/DD/YYYY, like 02/28/1961.',
      'zipCodes: Enter ZIP codes like 02139 or 02139-1234, separated by commas.',
      'mobile: Enter a phone number, like (617) 555-0123.',
      'email: Enter an e-mail address, like jane@example.com.',
    ]);
    expect(wrong.html).toMatch(/<label for="mobile">[^<]*<\/label><p id="mobile-fault"[^>]*>Enter a phone/);
    for (const kept of ['value="02/30/1961"', 'value="O2139"', 'value="ida@"', '>Kept</textarea>'])
      expect(wrong.html).toContain(kept);
    const future = await add(person('Future', { dateOfBirth: '01/01/2199' }));
    expect(faultsOn(future)).toEqual(['dateOfBirth: Date of birth must not be in the future.']);
  });

  test('needs ViewPatients and ManagePatients, and a project that the member sees', async () => {
    expect((await viewer.get(form)).status).toBe(403);
    expect((await admin.send(form, form, person('Hidden', { project: 'absent' }))).status).toBe(404);
    expect((await admin.send(form, form, person('Hidden', { project: 'live' }))).status).toBe(404);
    expect(await stored('Hidden')).toEqual([]);
  });

  test('says so in a project that was closed since', async () => {
    const live = '/console/companies/acme/production/patients/new';
    const setStatus = async (status: 'Closed' | 'Live'): Promise<void> => {
      await world.change(change =>
        changeProjectStatus(change, { companyId: 'acme', projectId: 'live', status }),
      );
    };
    const { html } = await admin.get(live);
    await setStatus('Closed');
    const hidden = Object.fromEntries(formOn(html, live) ?? []);
    const closed = await admin.send(live, live, { ...hidden, ...person('Closed', { project: 'live' }) });
    expect([closed.status, closed.html.includes('The project is closed.')]).toEqual([403, true]);
    await setStatus('Live');
  });
});

describe('A patient who is already here [CONSOLE-64]', () => {
  test('is shown with a link, and the new one is added only if the member confirms it', async () => {
    await add(person('Doublet', { otherLastNames: 'Renée' }));
    const [first] = await stored('Doublet');
    const again = await add({ ...person('RENEE'), firstName: 'IDA' });
    expect(again.status).toBe(409);
    expect(again.html).toContain('A patient with this name and birth date is already here.');
    expect(again.html).toContain(`href="${patients}/${first?.uid ?? ''}"`);
    expect(await stored('RENEE')).toEqual([]);
    expect(await world.audits({ event: 'patient.read', resourceUid: first?.uid ?? '' })).toHaveLength(1);
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(again.html) ?? [];
    const confirmed = await add({ ...person('RENEE'), once, anyway: 'yes' });
    expect(confirmed.status).toBe(303);
    expect(await stored('RENEE')).toHaveLength(1);
  });

  test('is another person with another birth date, and unseen in another company', async () => {
    await add(person('Apart'));
    expect((await add(person('Apart', { dateOfBirth: '03/01/1961' }))).status).toBe(303);
    const rival = await signedIn(world, 'admin@rival.example');
    const place = '/console/companies/rival/sandbox/patients/new';
    const theirs = await rival.send(place, place, person('Apart'));
    expect(theirs.status).toBe(303);
  });
});

describe('Editing a patient [CONSOLE-65]', () => {
  async function put(id: string, project: 'sandbox' | 'live' = 'sandbox'): Promise<string> {
    await putPatient(world, company, project, id, { ...jane, city: 'Salem' });
    const { uid } = await storedPatient(world, company, project, id);
    const environment = project === 'sandbox' ? 'sandbox' : 'production';
    return `/console/companies/acme/${environment}/patients/${uid}`;
  }
  const kept = {
    firstName: 'Jane',
    lastName: 'Doe',
    otherLastNames: 'Smith',
    dateOfBirth: '02/29/1984',
    sex: 'Female',
    city: 'Salem',
  };

  test('shows the stored values, saves the changes, and clears what was emptied', async () => {
    const page = await put('edited');
    const { html } = await admin.get(`${page}/edit`);
    for (const value of ['value="Jane"', 'value="02/29/1984"', '>Smith</textarea>', 'value="Salem"'])
      expect(html).toContain(value);
    const saved = await admin.send(`${page}/edit`, `${page}/edit`, { ...kept, lastName: 'Roe', city: '' });
    expect(saved.location).toBe(`${page}?done=edited`);
    expect(await storedPatient(world, company, 'sandbox', 'edited')).toMatchObject({
      lastNames: ['Roe', 'Smith'],
      city: null,
    });
    const changes = { lastNames: null, city: null };
    expect(await world.audits({ event: 'patient.edit' })).toMatchObject([{ actorKind: 'console', changes }]);
  });

  test('refuses a form that is older than the patient, says who changed it, and keeps the text', async () => {
    const page = await put('stale');
    const edit = `${page}/edit`;
    const { html } = await admin.get(edit);
    const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(html) ?? [];
    const other = await signedIn(world, await newAcmeMember(world, 'kim', 'Administrator'));
    await other.send(edit, edit, { ...kept, city: 'Lynn' });
    const late = await admin.send(edit, edit, { ...kept, city: 'Boston', seen });
    expect(late.status).toBe(409);
    expect(late.html).toContain('kim changed this patient since you opened the form');
    expect(late.html).toContain('value="Boston"');
    expect(late.html).toMatch(/<dt>City<\/dt><dd>Lynn<\/dd>/);
    expect((await admin.send(edit, edit, { ...kept, city: 'Boston' })).status).toBe(303);
    const twice = await admin.send(edit, edit, { ...kept, city: 'Boston', seen });
    expect(twice.status).toBe(303);
  });

  test('warns that an approved authorization goes back for review', async () => {
    const page = await put('approved', 'live');
    const warning = 'it goes back for review';
    expect((await admin.get(`${page}/edit`)).html).not.toContain(warning);
    await review(world, await storedPatient(world, company, 'live', 'approved'), {
      authorizationStatus: 'Approved',
    });
    expect((await admin.get(`${page}/edit`)).html).toContain(warning);
    await admin.send(`${page}/edit`, `${page}/edit`, { ...kept, lastName: 'Roe' });
    expect((await storedPatient(world, company, 'live', 'approved')).authorizationStatus).toBe(
      'NeedsApproval',
    );
  });
});
