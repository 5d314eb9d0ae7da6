/** The effect of an edit on the authorization depends on the status at the moment of the edit. */
import { authorizedFieldsOf, type PatientDetailName } from '../../src/domain/patients/details';
import {
  authorizationStatusAfter,
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../src/domain/authorizations/authorization-status';
import { decideAuthorization, sightOfCommand } from '../../src/usecases/patients/authorization-decisions';
import { OperatorError } from '../../src/usecases/operator-error';
import type { Patient } from '../../src/domain/patients/patient';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { until } from '../support/until';
import { countLockWaiters } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Edits of one detail each, different from the first data of every patient. */
const edits = {
  firstName: { firstName: 'Joan' },
  lastNames: { lastNames: ['Doe', 'Jones'] },
  dateOfBirth: { dateOfBirth: '1984-03-01' },
  sex: { sex: 'Other' },
  zipCodes: { zipCodes: ['94110'] },
  city: { city: 'Boston' },
  mobile: { mobile: '+16175550123' },
} as const satisfies Partial<Record<PatientDetailName, object>>;
type Edited = keyof typeof edits;
const edited = Object.keys(edits) as readonly Edited[];

function after(status: AuthorizationStatus, detail: Edited): AuthorizationStatus {
  const basis = { needsDocument: true, hasDocument: false };
  return authorizationStatusAfter(status, { kind: 'edited', changed: authorizedFieldsOf([detail]) }, basis);
}

/** Creates a live patient whose authorization has a status. */
async function patientAt(id: string, status: AuthorizationStatus): Promise<Patient> {
  expect((await putPatient(world, company, 'live', id, jane)).status).toBe(200);
  const patient = await storedPatient(world, company, 'live', id);
  if (status !== patient.authorizationStatus) await review(world, patient, { authorizationStatus: status });
  return storedPatient(world, company, 'live', id);
}

function edit(id: string, detail: Edited): Promise<Answer> {
  const path = patientsPath(company, 'live', id);
  return world.call('PATCH', path, { key: company.productionKey, body: edits[detail] });
}

/** Decides as a reviewer on the version they looked at. @returns whether the decision was accepted */
async function decide(patient: Patient, status: AuthorizationStatus): Promise<boolean> {
  const ref = { companyId: company.id, projectId: 'live', patientId: patient.id };
  try {
    // These patients have no document on file.
    const isNew = status === 'Approved' && patient.authorizationStatus !== 'Approved';
    const override = isNew ? { reason: 'seenElsewhere' as const } : undefined;
    const decision = { status, version: patient.version, override };
    await world.change(change => decideAuthorization(change, ref, decision, sightOfCommand(change)));
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

async function statusOf(id: string): Promise<AuthorizationStatus> {
  return (await storedPatient(world, company, 'live', id)).authorizationStatus;
}

/** Waits until this many statements in this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await until(
    `${count} statements to wait for a lock`,
    () => countLockWaiters(world.db),
    waiting => waiting === count,
  );
}

/** Runs two changes that both need the patient's lock, and queues the first one first. */
async function inOrder<A, B>(
  patient: Patient,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const holder = await world.db.transaction();
  await holder.raw('select from patient where uid = ? for update', [patient.uid]);
  const firstDone = first();
  await untilWaiting(1);
  const secondDone = second();
  await untilWaiting(2);
  await holder.commit();
  return Promise.all([firstDone, secondDone]);
}

// Every status that an edit can fix, and two that no edit can fix.
const decisions = [
  'Approved',
  'WrongPatientName',
  'WrongDateOfBirth',
  'MissingZip',
  'MissingGender',
  'MissingSignature',
  'NeedsApproval',
] as const satisfies readonly AuthorizationStatus[];

describe('Edit in flight while the reviewer decides', () => {
  test.each(decisions.flatMap(decision => edited.map(detail => ({ decision, detail }))))(
    'of $detail is applied after $decision, and moves it only as the status table says [AUTH-19]',
    async ({ decision, detail }) => {
      const id = `landed-${decision}-${detail}`;
      const patient = await patientAt(id, 'NeedsApproval');
      const [isDecided, answer] = await inOrder(
        patient,
        () => decide(patient, decision),
        () => edit(id, detail),
      );
      expect({ isDecided, status: answer.status }).toEqual({ isDecided: true, status: 200 });
      expect(answer.json['authorizationStatus']).toBe(after(decision, detail));
      expect(await statusOf(id)).toBe(after(decision, detail));
    },
  );
});

describe('Decision in flight while an edit is saved', () => {
  test.each(['Approved', 'MissingSignature'] as const)(
    "%s is rejected because the reviewer hasn't seen the edit",
    async decision => {
      for (const detail of edited) {
        const id = `unseen-${decision}-${detail}`;
        const patient = await patientAt(id, 'WrongPatientName');
        const [answer, isDecided] = await inOrder(
          patient,
          () => edit(id, detail),
          () => decide(patient, decision),
        );
        expect({ detail, isDecided, status: answer.status }).toEqual({
          detail,
          isDecided: false,
          status: 200,
        });
        expect(await statusOf(id)).toBe(after('WrongPatientName', detail));
      }
    },
  );
});

/** Generates numbers from 0 to below 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('A reviewer and three editors at once end in the state that some serial order would give', async () => {
  const random = seeded(4);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const rounds = Array.from({ length: 150 }, (_round, index) => ({
    id: `random-${index}`,
    initial: pick(authorizationStatuses),
    decision: pick(authorizationStatuses),
    details: [...new Set([pick(edited), pick(edited), pick(edited)])],
    start: pick(['first', 'with the edits', 'after an edit']),
  }));
  const lanes = 4;
  const counts = { accepted: 0, refused: 0 };
  await Promise.all(
    Array.from({ length: lanes }, async (_lane, lane) => {
      for (const round of rounds.filter((_entry, index) => index % lanes === lane)) {
        const { id, initial, decision, details, start } = round;
        const patient = await patientAt(id, initial);
        const early = start === 'first' ? decide(patient, decision) : undefined;
        const answers = details.map(detail => edit(id, detail));
        if (start === 'after an edit') await Promise.race(answers);
        const isDecided = await (early ?? decide(patient, decision));
        for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
        // A decision is accepted only before every edit, since each edit creates a new version.
        const expected = details.reduce(after, isDecided ? decision : initial);
        expect({ ...round, status: await statusOf(id) }).toEqual({ ...round, status: expected });
        counts[isDecided ? 'accepted' : 'refused'] += 1;
      }
    }),
  );
  // Both orders must have happened.
  expect(counts.accepted).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(10);
}, 120_000);
