import type { Patient } from '../../src/domain/patients/patient';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let patient: Patient;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('umbrella');
  await putPatient(world, company, 'live', 'case-1', { ...jane, siteSonar: true });
  patient = await storedPatient(world, company, 'live', 'case-1');
});
afterAll(() => world.close());

const place = ['--company', 'acme', '--project', 'live'];
const uid = (): string => patient.uid;

describe('A patient', () => {
  const names: ReadonlyArray<{ how: string; words: () => string[] }> = [
    { how: "the customer's ID in its project", words: () => ['case-1', ...place] },
    { how: 'the UID alone', words: () => [uid()] },
    { how: 'the UID in capitals', words: () => [uid().toUpperCase()] },
    { how: 'the workflow ID', words: () => [`patient-search/${uid()}`] },
    { how: 'the UID with its company and project', words: () => [uid(), ...place] },
    { how: 'the UID with its environment', words: () => [uid(), '--project', 'production/live'] },
    { how: 'the UID with the UID of its project', words: () => [uid(), '--project', patient.projectUid] },
    {
      how: "the customer's ID with the UID of its project",
      words: () => ['case-1', '--company', 'acme', '--project', patient.projectUid],
    },
  ];
  test.each(names)('is found by $how', async ({ words }) => {
    const shown = await admin(world, ['patient', 'show', ...words(), '--json']);
    expect(shown.json()).toMatchObject({ patient: 'case-1', uid: uid(), company: 'acme' });
  });

  test('is found by UID in every command about a patient', async () => {
    const version = async (): Promise<string> =>
      String((await storedPatient(world, company, 'live', 'case-1')).version);
    const lines: Array<() => Promise<string[]>> = [
      async () => ['search', 'show', uid()],
      async () => ['search', 'runs', uid()],
      async () => ['patient', 'review', uid(), 'MissingSignature', '--version', await version()],
      async () => ['patient', 'set-date-of-death', uid(), '2014-05-01', '--version', await version()],
      async () => ['patient', 'clear-date-of-death', uid(), '--version', await version()],
    ];
    for (const line of lines) {
      const words = await line();
      const { exitCode, stderr } = await admin(world, words);
      expect({ words, exitCode, stderr }).toEqual({ words, exitCode: 0, stderr: '' });
    }
    const refusals = [
      [['search', 'rearm', uid(), 'siteSonar'], "isn't waiting because of a rejection"],
      [['auth-check', 'retrigger', uid()], "there's nothing to analyze"],
      [['patient', 'document', uid()], 'This patient has no authorization on file'],
    ] as const;
    for (const [words, why] of refusals) expect((await admin(world, words)).stderr).toContain(why);
  });

  test.each<{ name: string; words: () => string[]; why: string }>([
    { name: "a customer's ID alone", words: () => ['case-1'], why: 'add --company and --project' },
    {
      name: "a customer's ID without its project",
      words: () => ['case-1', '--company', 'acme'],
      why: 'add --company and --project',
    },
    {
      name: "a UID that doesn't exist",
      words: () => ['01a1fa97-cbfd-72da-9b40-09c034bab473'],
      why: 'No patient has this UID',
    },
    {
      name: "another workflow's ID",
      words: () => [`record-request/${uid()}`],
      why: 'add --company and --project',
    },
    {
      name: 'the UID with another company',
      words: () => [uid(), '--company', 'umbrella'],
      why: 'belongs to another company',
    },
    {
      name: 'the UID with another project',
      words: () => [uid(), '--company', 'acme', '--project', 'closed'],
      why: 'is in another project',
    },
    {
      name: 'the UID with the other environment',
      words: () => [uid(), '--project', 'sandbox/live'],
      why: 'is in another project',
    },
    {
      name: "a company that doesn't exist",
      words: () => ['case-1', '--company', 'nobody', '--project', 'live'],
      why: 'No company has this ID',
    },
  ])("isn't found by $name; the error says what to do, and there's no audit row", async ({ words, why }) => {
    const before = await world.audits({ actorName: 'olga' });
    const { exitCode, stderr } = await admin(world, ['patient', 'show', ...words()]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(why);
    expect(await world.audits({ actorName: 'olga' })).toEqual(before);
  });

  test('is never confused with the patient whose UID is its ID', async () => {
    await putPatient(world, company, 'live', uid(), { ...jane, firstName: 'Joan' });
    const twin = await storedPatient(world, company, 'live', uid());
    const ambiguous = await admin(world, ['patient', 'show', uid(), ...place]);
    expect(ambiguous).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ambiguous.stderr).toContain('the UID of another');
    const one = await admin(world, ['patient', 'show', `patient-search/${uid()}`, ...place, '--json']);
    expect(one.json()).toMatchObject({ patient: 'case-1' });
    const other = await admin(world, ['patient', 'show', twin.uid, '--json']);
    expect(other.json()).toMatchObject({ patient: uid(), firstName: 'Joan' });
  });
});

describe('A project', () => {
  test('is found by its UID alone', async () => {
    const listed = await admin(world, ['patient', 'list', '--project', patient.projectUid, '--json']);
    expect(listed.json()).toContainEqual(expect.objectContaining({ patient: 'case-1', uid: uid() }));
    const moved = await admin(world, ['project', 'set-status', patient.projectUid, 'Live', '--json']);
    expect(moved.json()).toEqual({ company: 'acme', project: 'live', status: 'Live' });
  });

  test('needs --company with its ID, and its UID must belong to the company in --company', async () => {
    const byId = await admin(world, ['patient', 'list', '--project', 'live']);
    expect(byId).toMatchObject({ exitCode: 1 });
    expect(byId.stderr).toContain('add --company');
    const foreign = await admin(world, [
      'patient',
      'list',
      '--project',
      patient.projectUid,
      '--company',
      'umbrella',
    ]);
    expect(foreign.stderr).toContain('belongs to another company');
  });
});

describe('A record request', () => {
  test('is found by UID or workflow ID, with or without --company', async () => {
    const path = `${patientsPath(company, 'live', 'case-1')}/record-requests`;
    const body = { ...mercyClinic, billing: true };
    const { json } = await world.call('POST', path, { key: company.productionKey, body });
    const { requests } = json as { requests: Array<{ request: { id: string } }> };
    const id = requests[0]?.request.id ?? '';
    for (const words of [[id], [`record-request/${id}`], [id.toUpperCase(), '--company', 'acme']]) {
      const shown = await admin(world, ['record-request', 'show', ...words, '--json']);
      expect(shown.json()).toMatchObject({ request: id, patientUid: uid() });
    }
    const foreign = await admin(world, ['record-request', 'show', id, '--company', 'umbrella']);
    expect(foreign.stderr).toBe('The company has no record request with this ID.\n');
    const wrong = await admin(world, ['record-request', 'show', `patient-search/${uid()}`]);
    expect(wrong.stderr).toContain('or record-request/<uid>');
  });
});
