import { createHash } from 'node:crypto';
import { authorizationKey } from '../../src/files/key-layout';
import { admin, operatorEvents, type AdminResult } from '../support/admin-shell';
import { uploadAnalyzed } from '../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { openTestFiles } from '../support/files';
import { allSearches, jane, putPatient, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const place = ['--company', 'acme', '--project', 'live'];

async function register(id: string, body: object = jane): Promise<void> {
  expect((await putPatient(world, company, 'live', id, body)).status).toBe(200);
}

/** Runs a command. Returns the result and the audit events. */
async function run(line: readonly string[]): Promise<AdminResult & { readonly events: string[] }> {
  const before = (await operatorEvents(world)).length;
  const result = await admin(world, [...line, '--json']);
  return { ...result, events: (await operatorEvents(world)).slice(before).map(({ event }) => event) };
}

/** Uploads a document as a customer does. Reading the patient then notes it. */
async function upload(where: Parameters<typeof authorizationKey>[0], patientId: string): Promise<Buffer> {
  const bytes = Buffer.from('%PDF-1.7 signed');
  const files = openTestFiles();
  await files.put(authorizationKey(where), bytes, 'application/pdf');
  files.close();
  const path = `/v0/companies/acme/projects/live/patients/${patientId}`;
  await world.call('GET', path, { key: company.productionKey });
  return bytes;
}

async function eventsOf(patientUid: string): Promise<string[]> {
  return (await world.events(patientUid)).map(({ eventType }) => eventType);
}

async function commandsOf(patientUid: string): Promise<number> {
  return (await world.commands(`patient-search/${patientUid}`)).length;
}

describe('patient review', () => {
  test('approves with events, a signal to the waiting search, and one audit row [AUTH-4]', async () => {
    await register('approved', { ...jane, siteSonar: true });
    const { uid } = await storedPatient(world, company, 'live', 'approved');
    const before = await commandsOf(uid);
    const line = ['patient', 'review', 'approved', 'Approved', ...place, '--version', '1'];
    const result = await run([...line, '--override', '--reason', 'seenElsewhere']);
    expect(result.stderr).toBe('');
    expect(result.json()).toEqual({
      company: 'acme',
      project: 'live',
      patient: 'approved',
      uid,
      authorizationStatus: 'Approved',
      searchStatus: 'Processing',
      version: 2,
    });
    expect(result.events).toEqual(['authorization.decide']);
    expect(await eventsOf(uid)).toEqual([
      'patient.created',
      'siteSonar.started',
      'authorization.statusChanged',
      'authorization.approved',
    ]);
    expect(await commandsOf(uid)).toBe(before + 1);
  });

  test('finds a fault with needsAttention, and the search keeps waiting [AUTH-4]', async () => {
    await register('faulty', { ...jane, siteSonar: true });
    const { uid } = await storedPatient(world, company, 'live', 'faulty');
    const result = await run(['patient', 'review', 'faulty', 'MissingSignature', ...place, '--version', '1']);
    expect(result.exitCode).toBe(0);
    expect((await eventsOf(uid)).slice(2)).toEqual([
      'authorization.statusChanged',
      'authorization.needsAttention',
    ]);
    expect((await storedPatient(world, company, 'live', 'faulty')).searches).toContainEqual(
      expect.objectContaining({ kind: 'siteSonar', phase: 'armed', waitsFor: 'approval' }),
    );
  });

  test('rejects an outdated version and changes nothing', async () => {
    await register('stale');
    await putPatient(world, company, 'live', 'stale', { ...jane, firstName: 'Joan' });
    const before = await storedPatient(world, company, 'live', 'stale');
    const result = await run(['patient', 'review', 'stale', 'Approved', ...place, '--version', '1']);
    expect(result).toMatchObject({ exitCode: 1, events: [] });
    expect(result.stderr).toContain('has changed since version 1');
    expect(await storedPatient(world, company, 'live', 'stale')).toEqual(before);
  });

  test('changes nothing and emits nothing if the status stays the same', async () => {
    await register('same');
    const before = await storedPatient(world, company, 'live', 'same');
    const result = await run(['patient', 'review', 'same', 'NeedsApproval', ...place, '--version', '1']);
    expect(result).toMatchObject({ exitCode: 0, events: ['patient.read'] });
    expect(await storedPatient(world, company, 'live', 'same')).toEqual(before);
    expect(await eventsOf(before.uid)).toEqual(['patient.created']);
  });

  test.each([
    ['sandbox', 'This is a sandbox project, where the customer sets the status'],
    ['nowhere', 'The company has no project with this ID'],
    ['live', 'The project has no patient with this ID'],
  ])('is rejected in project %s with the reason', async (project, why) => {
    await putPatient(world, company, 'sandbox', 'nobody', jane);
    const line = ['patient', 'review', 'nobody', 'Approved', '--company', 'acme', '--project', project];
    const result = await run([...line, '--version', '1']);
    expect(result).toMatchObject({ exitCode: 1, events: [] });
    expect(result.stderr).toContain(why);
  });
});

describe('An approval', () => {
  test('needs a reason without a document on file, and the audit row keeps it [AUTH-4]', async () => {
    await register('unsigned');
    const { uid } = await storedPatient(world, company, 'live', 'unsigned');
    const line = ['patient', 'review', uid, 'Approved', '--version', '1'];
    const refused = await run(line);
    expect(refused).toMatchObject({ exitCode: 1, events: [] });
    expect(refused.stderr).toContain('there is no authorization on file');
    expect(refused.stderr).toContain('--override');
    const override = ['--override', '--reason', 'other'];
    expect((await run([...line, ...override])).stderr).toContain('Enter an explanation');
    const reason = 'replaced by the court order of May 12';
    const approved = await run([...line, ...override, '--explanation', reason]);
    expect(approved.json()).toMatchObject({ patient: 'unsigned', authorizationStatus: 'Approved' });
    const audit = (await world.audits({ event: 'authorization.decide', resourceUid: uid })).at(-1);
    expect(audit).toMatchObject({
      reason,
      actorName: 'olga',
      changes: {
        status: { from: 'NeedsApproval', to: 'Approved' },
        document: null,
        check: null,
        override: { concerns: ['noDocument'], reason: 'other' },
        pagesShown: 0,
      },
    });
    // An approved authorization isn't approved again, so a repeat needs no reason.
    expect(await run(['patient', 'review', uid, 'Approved', '--version', '2'])).toMatchObject({
      exitCode: 0,
    });
  });

  test.each([
    ['switch', ['--override']],
    ['code', ['--reason', 'seenElsewhere']],
    ['unknown', ['--override', '--reason', 'because']],
  ])('is not overridden with half of the options or an unknown code: %s [AUTH-28]', async (id, options) => {
    await register(`half-${id}`);
    const { uid } = await storedPatient(world, company, 'live', `half-${id}`);
    const result = await run(['patient', 'review', uid, 'Approved', '--version', '1', ...options]);
    expect(result).toMatchObject({ exitCode: 64, events: [] });
  });

  test('needs no reason if the document was opened and passes, and names what failed if not [AUTH-28]', async () => {
    const approve = async (id: string, document: Uint8Array) => {
      const { uid } = await uploadAnalyzed({ world, company }, { project: 'live', id }, jane, document);
      const { version } = await storedPatient(world, company, 'live', id);
      return { uid, line: ['patient', 'review', uid, 'Approved', '--version', String(version)] };
    };
    const bad = await approve('unsigned-form', await formPdf({ signedOn: undefined }));
    const refused = await run(bad.line);
    expect(refused).toMatchObject({ exitCode: 1, events: [] });
    expect(refused.stderr).toContain("you haven't seen this version of the document");
    await run(['patient', 'document', bad.uid]);
    const { stderr } = await run(bad.line);
    expect(stderr).not.toContain("you haven't seen");
    expect(stderr).toContain('Failed checks: signature');
    const override = ['--override', '--reason', 'analysisIsWrong'];
    expect(await run([...bad.line, ...override])).toMatchObject({ exitCode: 0 });
    const { changes } =
      (await world.audits({ event: 'authorization.decide', resourceUid: bad.uid })).at(-1) ?? {};
    expect(changes).toMatchObject({
      status: { from: 'NeedsApproval', to: 'Approved' },
      check: { run: 1, status: 'judged', suggested: 'MissingSignature' },
      override: { concerns: ['failedCheck'], reason: 'analysisIsWrong' },
      pagesShown: 1,
    });

    const good = await approve('signed-form', await formPdf());
    await run(['patient', 'document', good.uid]);
    expect((await run([...good.line, ...override])).stderr).toContain('needs no reason anymore');
    expect(await run(good.line)).toMatchObject({ exitCode: 0, events: ['authorization.decide'] });
  }, 90_000);

  test('is refused if another document was uploaded that is not noticed yet [DESK-45]', async () => {
    await register('replaced');
    const place = await storedPatient(world, company, 'live', 'replaced');
    const files = openTestFiles();
    await files.put(
      authorizationKey({ ...place, patientUid: place.uid }),
      Buffer.from('%PDF-1.7'),
      'application/pdf',
    );
    files.close();
    const line = [
      'patient',
      'review',
      place.uid,
      'Approved',
      '--version',
      '1',
      '--override',
      '--reason',
      'seenElsewhere',
    ];
    const result = await run(line);
    expect(result).toMatchObject({ exitCode: 1, events: [] });
    expect(result.stderr).toContain('Another document was uploaded');
  });

  test('needs no reason for a fault, or if the project requires no document', async () => {
    await register('faulty-unsigned');
    const fault = ['patient', 'review', 'faulty-unsigned', 'MissingSignature', ...place, '--version', '1'];
    expect(await run(fault)).toMatchObject({ exitCode: 0 });

    const project = '/v0/companies/acme/projects/covered';
    const body = { name: 'Covered', purpose: 'CoveredTreatment' };
    await world.call('PUT', project, { key: company.productionKey, body });
    await world.call('PUT', `${project}/patients/covered`, { key: company.productionKey, body: jane });
    const inCovered = ['--company', 'acme', '--project', 'covered', '--version'];
    await run(['patient', 'review', 'covered', 'MissingZip', ...inCovered, '1']);
    expect(await run(['patient', 'review', 'covered', 'Approved', ...inCovered, '2'])).toMatchObject({
      exitCode: 0,
    });
  });

  test('is rejected in a closed project', async () => {
    await register('late');
    const { uid } = await storedPatient(world, company, 'live', 'late');
    await run(['project', 'set-status', 'live', 'Closed', '--company', 'acme', '--yes']);
    const result = await run(['patient', 'review', uid, 'Approved', '--version', '1']);
    await run(['project', 'set-status', 'live', 'Live', '--company', 'acme']);
    expect(result).toMatchObject({ exitCode: 1, events: [] });
    expect(result.stderr).toContain('The project is closed');
  });
});

test('A revocation is recorded once, is final, and holds an approval of the document [AUTH-24] [AUTH-27]', async () => {
  await register('rex', jane);
  const { uid } = await storedPatient(world, company, 'live', 'rex');
  const reason = ['--override', '--reason', 'seenElsewhere', '--expires-on', '2027-10-31'];
  await run(['patient', 'review', uid, 'Approved', '--version', '1', ...reason]);
  const revoke = (date: string, version: string) =>
    run(['patient', 'revoke-authorization', uid, date, '--version', version]);
  expect(await revoke('2026-11-20', '1')).toMatchObject({ exitCode: 1, events: [] });
  expect(await revoke('2026-11-20', '2')).toMatchObject({ exitCode: 0, events: ['authorization.revoke'] });
  expect(await storedPatient(world, company, 'live', 'rex')).toMatchObject({
    authorizationStatus: 'Approved',
    authorizationExpiresOn: '2027-10-31',
    authorizationRevokedOn: '2026-11-20',
  });
  expect((await revoke('2026-11-19', '3')).stderr).toContain('already revoked, as of another date');
  const again = await run(['patient', 'review', uid, 'Approved', '--version', '3', ...reason]);
  expect(again).toMatchObject({ exitCode: 1, events: [] });
  expect(again.stderr).toContain('that is final');
});

describe('A date of death', () => {
  test('before 2016 declines searches, is shown as the blocked reason, and can be removed [SEARCH-14]', async () => {
    // Customers can't set it.
    await register('died', { ...jane, ...allSearches, zipCodes: ['02139'], dateOfDeath: '2014-05-01' });
    const { uid, dateOfDeath } = await storedPatient(world, company, 'live', 'died');
    expect(dateOfDeath).toBeNull();
    const before = await commandsOf(uid);
    const line = ['patient', 'set-date-of-death', 'died', '2014-05-01', ...place, '--version', '1'];
    const set = await run(line);
    expect(set).toMatchObject({ exitCode: 0, events: ['patient.establishDeath'] });
    expect((await storedPatient(world, company, 'live', 'died')).dateOfDeath).toBe('2014-05-01');
    expect(await commandsOf(uid)).toBe(before + 1);
    const path = '/v0/companies/acme/projects/live/patients/died';
    expect((await world.call('GET', path, { key: company.productionKey })).json).toMatchObject({
      siteSonarBlockedReason: 'DeceasedBeforeClinicalData',
      patientHistoriesBlockedReason: 'DeceasedBeforeClinicalData',
      ehrSearchBlockedReason: null,
    });
    const cleared = await run(['patient', 'clear-date-of-death', 'died', ...place, '--version', '2']);
    expect(cleared).toMatchObject({ exitCode: 0, events: ['patient.establishDeath'] });
    expect((await world.call('GET', path, { key: company.productionKey })).json).toMatchObject({
      siteSonarBlockedReason: null,
    });
    expect(await eventsOf(uid)).not.toContain('patient.updated');
  });

  test.each([
    ['before birth', '1984-02-28', "before the patient's date of birth"],
    ['in the future', '2999-01-01', 'in the future'],
  ])('%s is rejected, and the error contains no value', async (_, date, why) => {
    const id = `died-${date}`;
    await register(id);
    const result = await run(['patient', 'set-date-of-death', id, date, ...place, '--version', '1']);
    expect(result).toMatchObject({ exitCode: 1, events: [] });
    expect(result.stderr).toContain(why);
    expect(result.stderr).not.toContain('19');
  });

  test("that doesn't exist is an invalid command line", async () => {
    const result = await run(['patient', 'set-date-of-death', 'x', '2014-02-30', ...place, '--version', '1']);
    expect(result).toMatchObject({ exitCode: 64, events: [] });
  });
});

describe('Reading patients', () => {
  test('shows the data to compare with the document and the version, and is audited', async () => {
    await register('seen', { ...jane, siteSonar: true, mobile: '+16175550123' });
    const result = await run(['patient', 'show', 'seen', ...place]);
    expect(result.json()).toMatchObject({
      firstName: 'Jane',
      lastNames: ['Doe', 'Smith'],
      dateOfBirth: '1984-02-29',
      sex: 'Female',
      authorizationStatus: 'NeedsApproval',
      searches: ['siteSonar: armed, waits for approval'],
      version: 1,
    });
    expect(result.stdout).not.toContain('6175550123');
    expect(result.events).toEqual(['patient.read']);
  });

  test('lists only IDs and statuses, filtered by status, and is audited', async () => {
    await register('queued');
    const line = ['patient', 'list', ...place, '--authorization-status', 'NeedsApproval'];
    const result = await run(line);
    expect(result.json()).toContainEqual({
      patient: 'queued',
      uid: expect.any(String) as string,
      authorizationStatus: 'NeedsApproval',
      uploadedAt: null,
      searchStatus: 'Inactive',
      version: 1,
    });
    expect(result.stdout).not.toContain('Jane');
    expect(result.events).toEqual(['patient.list']);
  });

  test("returns a URL of the document and is audited; without a document, it's rejected", async () => {
    await register('signed');
    expect(await run(['patient', 'document', 'signed', ...place])).toMatchObject({
      exitCode: 1,
      stderr: 'This patient has no authorization on file.\n',
      events: [],
    });
    const { companyUid, projectUid, uid } = await storedPatient(world, company, 'live', 'signed');
    const bytes = await upload({ companyUid, projectUid, patientUid: uid }, 'signed');
    const result = await run(['patient', 'document', 'signed', ...place]);
    expect(result.events).toEqual(['authorization.read']);
    const { url } = result.json() as { readonly url: string };
    const fetched = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(createHash('sha256').update(fetched).digest()).toEqual(
      createHash('sha256').update(bytes).digest(),
    );
  });
});
