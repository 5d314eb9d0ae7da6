/**
 * A patient's identity is corrected after records were found: through the API, over real rows, with a partner
 * whose answers the test gives.
 */
import { randomUUID } from 'node:crypto';
import { noContent, type ClinicalContent } from '../../src/domain/clinical/clinical-content';
import { siteKey, type Site } from '../../src/domain/clinical/site';
import { visitKey, type Visit } from '../../src/domain/clinical/visit';
import type { Candidate } from '../../src/domain/matching/match-person';
import type { Patient } from '../../src/domain/patients/patient';
import type { FoundPerson } from '../../src/domain/searches/identities';
import type { SearchAnswer } from '../../src/domain/searches/runs';
import { runOwnChange } from '../../src/usecases/change';
import { eraseExpiredPeople } from '../../src/usecases/searches/judged-people';
import { findItem } from '../../src/usecases/desk/queue';
import { decideDoubt, decideIdentity } from '../../src/usecases/searches/operator-searches';
import { finishSearchRun } from '../../src/usecases/searches/search-answers';
import { startSearchRun } from '../../src/usecases/searches/search-runs';
import { anyPurpose } from '../support/any-purpose';
import { putCoveredProject, searchParts } from '../support/accepting-partner';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { patientsPath, storedPatient } from '../support/patients';
import { readRows } from '../support/records';

const harbor: Site = {
  name: 'Harbor General Hospital',
  addressLine1: '1 Harbor Way',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
};

function visitOf(ref: string): Visit {
  return {
    siteKey: siteKey(harbor),
    ref,
    kind: 'Office',
    earliestServiceDate: '2021-03-01',
    latestServiceDate: '2021-03-01',
  };
}

/** One row of every kind. */
function contentOf(ref: string, rest: Partial<Visit> = {}): ClinicalContent {
  const visit = { ...visitOf(ref), ...rest };
  const of = visitKey(visit);
  const onDay = { codeSystem: 'ICD10CM', code: 'R07.9', description: 'Chest pain' } as const;
  return {
    ...noContent,
    sites: [harbor],
    visits: [visit],
    procedures: [
      {
        visitKey: of,
        codeSystem: 'CPT',
        code: '93000',
        description: 'Electrocardiogram',
        performedOn: '2021-03-01',
        units: 1,
      },
    ],
    diagnoses: [{ visitKey: of, ...onDay, diagnosedOn: '2021-03-01', isPrimary: true }],
    prescriptionFills: [
      {
        drugName: `Lisinopril ${ref}`,
        quantity: '30',
        quantityUnit: 'EA',
        daysSupply: 30,
        refillNumber: 0,
        filledOn: '2021-03-02',
      },
    ],
    labResults: [{ name: `Glucose ${ref}`, value: '90', collectedOn: '2021-03-01' }],
  };
}

const ada = {
  firstName: 'Ada',
  lastNames: ['Doe'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  siteSonar: true,
} as const;
const eva = { ...ada, firstName: 'Eva' } as const;

function person(firstName: string, rest: Partial<Candidate> = {}): Candidate {
  return {
    id: firstName,
    firstNames: [firstName],
    lastNames: ['Doe'],
    birthDate: '1984-02-29',
    sex: 'Female',
    zipCodes: ['02139'],
    phones: [],
    emails: [],
    ...rest,
  };
}

function found(firstName: string, content: ClinicalContent, rest: Partial<Candidate> = {}): FoundPerson {
  const described = person(firstName, rest);
  return { sex: described.sex, content, person: described };
}

function answerOf(...people: FoundPerson[]): SearchAnswer {
  return { outcome: 'Completed', content: people[0]?.content ?? noContent, people };
}

describe('A corrected identity', () => {
  let world: ApiWorld;
  let company: TestCompany;
  let lives = 0;
  beforeAll(async () => {
    world = await startApiWorld();
    company = await world.company('acme');
    await putCoveredProject(world, company);
  });
  afterAll(() => world.close());

  const parts = () => searchParts(world);

  /** A patient whose site sonar is answered as the test wants. */
  function life() {
    lives += 1;
    const id = `life-${lives}`;
    const path = patientsPath(company, 'covered', id);
    const put = async (body: object): Promise<void> => {
      const { status } = await world.call('PUT', path, { key: company.productionKey, body });
      expect(status).toBe(200);
    };
    const stored = (): Promise<Patient> => storedPatient(world, company, 'covered', id);
    const search = async () => (await stored()).searches.find(({ kind }) => kind === 'siteSonar');
    const start = async (): Promise<string> => {
      const runUid = randomUUID();
      const { uid } = await stored();
      const sequence = ((await search())?.sequence ?? 0) + 1;
      const run = { patientUid: uid, kind: 'siteSonar', sequence, runUid } as const;
      await runOwnChange(parts(), 'patient search', 'search.start', async change => {
        const started = await startSearchRun(change, parts(), run);
        expect(started.kind).toBe('running');
      });
      return runUid;
    };
    const finish = async (runUid: string, answer: SearchAnswer): Promise<void> => {
      const { uid } = await stored();
      await runOwnChange(parts(), 'patient search', 'search.finish', async change => {
        const run = { patientUid: uid, kind: 'siteSonar', runUid, by: 'files' } as const;
        expect(await finishSearchRun(change, parts(), run, answer)).toBe(true);
      });
    };
    const rows = async (): Promise<unknown[]> => {
      const { uid } = await stored();
      return readRows(
        world.db,
        `select kind, uid, created_at, name from (
           select 'visit' as kind, uid, created_at, ref as name, patient_uid from visit
           union all select 'procedure', uid, created_at, code, patient_uid from procedure
           union all select 'diagnosis', uid, created_at, code, patient_uid from diagnosis
           union all select 'fill', uid, created_at, drug_name, patient_uid from prescription_fill
           union all select 'lab', uid, created_at, name, patient_uid from lab_result
         ) r where patient_uid = ? order by kind, name`,
        [uid],
      );
    };
    const names = async (): Promise<string[]> =>
      ((await rows()) as Array<{ kind: string; name: string }>).map(({ kind, name }) => `${kind} ${name}`);
    const eventsSince = async (count: number): Promise<string[]> =>
      (await world.events((await stored()).uid)).slice(count).map(({ eventType }) => eventType);
    const countWithdrawn = async (): Promise<number> =>
      (await eventsSince(0)).filter(event => event === 'clinicalData.withdrawn').length;
    const countEvents = async (): Promise<number> => (await world.events((await stored()).uid)).length;
    return { id, put, stored, search, start, finish, rows, names, eventsSince, countEvents, countWithdrawn };
  }

  test('withdraws what was found for the earlier one; taken back, it brings back the same rows [DECISION-86]', async () => {
    const { put, start, finish, rows, stored, search, eventsSince, countEvents } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('v1'))));
    const before = await rows();
    expect(before).toHaveLength(5);

    let count = await countEvents();
    await put(eva);
    expect(await rows()).toEqual([]);
    expect(await search()).toMatchObject({ phase: 'armed', isArmedByCorrection: true, run: 1 });
    expect((await stored()).searchStatus).toBe('Processing');
    const withdrawing = await eventsSince(count);
    expect(withdrawing).toContain('siteSonar.started');
    expect(withdrawing.filter(event => event === 'clinicalData.withdrawn')).toHaveLength(1);

    count = await countEvents();
    await put(ada);
    expect(await rows()).toEqual(before);
    expect(await search()).toMatchObject({ phase: 'answered', outcome: 'Completed', run: 1 });
    const returning = await eventsSince(count);
    expect(returning).toContain('siteSonar.completed');
    expect(returning.filter(event => event.startsWith('clinicalData'))).toEqual(['clinicalData.added']);
    expect(
      await readRows(world.db, 'select 1 from withdrawn_row where patient_uid = ?', [(await stored()).uid]),
    ).toEqual([]);
  });

  async function request(id: string, site: Site) {
    const path = `${patientsPath(company, 'covered', id)}/record-requests`;
    const { name: siteName, addressLine1: siteAddressLine1, city, state, zip } = site;
    const body = {
      siteName,
      siteAddressLine1,
      siteCity: city,
      siteState: state,
      siteZip: zip,
      billing: true,
    };
    const { json } = await world.call('POST', path, { key: company.productionKey, body });
    const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
    const one = `${path}/${made?.request.id ?? ''}`;
    const reason = async (): Promise<unknown> => {
      const read = await world.call('GET', one, { key: company.productionKey });
      return (read.json['progress'] as { reason: string }).reason;
    };
    const isForOperator = async (): Promise<boolean> =>
      (await admin(world, ['record-request', 'list', '--waits-for-operator', '--json'])).stdout.includes(
        made?.request.id ?? 'none',
      );
    return { path: one, reason, isForOperator };
  }

  test('holds unsent requests to facilities that only the withdrawn records named [REQUEST-42]', async () => {
    const { id, put, start, finish } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('v1'))));
    const named = await request(id, harbor);
    const other = await request(id, { ...harbor, name: 'Hill Clinic', addressLine1: '2 Hill Road' });
    await put(eva);
    expect([await named.reason(), await other.reason()]).toEqual(['facilityInDoubt', 'toBeSent']);
    expect([await named.isForOperator(), await other.isForOperator()]).toEqual([false, true]);
    await put(ada);
    expect(await named.reason()).toBe('toBeSent');
  });

  test('lets a customer confirm a facility in doubt, and then sends the request [REQUEST-42]', async () => {
    const { id, put, start, finish } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('v1'))));
    const named = await request(id, harbor);
    await put(eva);
    const confirm = (facilityConfirmed: unknown) =>
      world.call('PATCH', named.path, { key: company.productionKey, body: { facilityConfirmed } });
    expect((await confirm(false)).status).toBe(422);
    expect((await confirm(true)).status).toBe(200);
    expect([await named.reason(), await named.isForOperator()]).toEqual(['toBeSent', true]);
  });

  test('by a ZIP code leaves the records, and a desk task; an operator withdraws them [DESK-51]', async () => {
    const { id, put, start, finish, rows, stored, search, eventsSince, countEvents } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('v1'))));
    const { uid } = await stored();
    const inDoubt = async (): Promise<string | null | undefined> =>
      (await findItem({ tx: world.db, now: new Date() }, { kind: 'search', uid }))?.detail;
    const moved = { ...ada, zipCodes: ['94110'] };
    await put(moved);
    expect(await rows()).toHaveLength(5);
    expect(await inDoubt()).toBe('Site Sonar accepted someone who is now in doubt');
    await put(ada);
    expect(await inDoubt()).toBeUndefined();

    await put(moved);
    const { version } = await stored();
    const doubt = { kind: 'siteSonar', candidate: 1, isPatient: false, version, reason: 'asked' } as const;
    const ref = { companyId: 'acme', projectId: 'covered', patientId: id };
    const count = await countEvents();
    await world.change(change => decideDoubt(change, ref, doubt));
    expect([await rows(), await inDoubt()]).toEqual([[], undefined]);
    expect(await search()).toMatchObject({ phase: 'answered', outcome: 'NoHit' });
    expect(await eventsSince(count)).toContain('clinicalData.withdrawn');
    // With the old ZIP code, they stay another person.
    await put(ada);
    expect(await rows()).toEqual([]);
  });

  test('names the rows in the event, before what comes in their place [EVENT-49]', async () => {
    const { put, start, finish, rows, stored, names } = life();
    await put(ada);
    await finish(
      await start(),
      answerOf(
        found('Ada', contentOf('of-ada')),
        found('Eva', contentOf('of-eva'), { phones: ['+16174930000'] }),
      ),
    );
    const uids = ((await rows()) as Array<{ kind: string; uid: string }>).map(({ uid }) => uid);
    await put({ ...eva, mobile: '+16174930000' });
    const [withdrawn] = await readRows<{ detail: { withdrawn: { ids: object; reason: string } } }>(
      world.db,
      "select detail from outbox_event where patient_uid = ? and event_type = 'clinicalData.withdrawn'",
      [(await stored()).uid],
    );
    if (withdrawn === undefined) throw new Error('nothing was withdrawn');
    const { ids, reason } = withdrawn.detail.withdrawn;
    expect(reason).toBe('identityChanged');
    expect(new Set(Object.values(ids).flat())).toEqual(new Set(uids));
    expect(await names()).toContain('visit of-eva');
    const told = (await world.events((await stored()).uid)).map(({ eventType }) => eventType);
    expect(told.filter(event => event.startsWith('clinicalData')).slice(1)).toEqual([
      'clinicalData.withdrawn',
      'clinicalData.added',
    ]);
  });

  test('judges the people of the stored answers, and asks no partner if one of them is the patient', async () => {
    const { put, start, finish, search, names } = life();
    await put({ ...ada, sex: null });
    // Held: nothing but name and birth date agrees, and the ZIP code.
    await finish(
      await start(),
      answerOf(found('Ada', contentOf('of-ada')), found('Eva', contentOf('of-eva'))),
    );
    expect(await search()).toMatchObject({ outcome: 'AmbiguousIdentity' });
    await put(eva);
    expect(await search()).toMatchObject({ phase: 'answered', outcome: 'Completed', run: 1 });
    expect(await names()).toEqual([
      'diagnosis R07.9',
      'fill Lisinopril of-eva',
      'lab Glucose of-eva',
      'procedure 93000',
      'visit of-eva',
    ]);
  });

  test('never mixes the answers for two identities, and leaves nothing that one filled in', async () => {
    const { put, start, finish, names, rows, stored } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('shared'))));
    await put(eva);
    await finish(
      await start(),
      answerOf(found('Eva', contentOf('shared', { reason: 'Of Eva', chargeAmount: '10.00' }))),
    );
    expect(await names()).toContain('visit shared');
    const ofEva = await rows();
    await put(ada);
    expect(await rows()).toEqual(ofEva);
    const { uid } = await stored();
    expect(
      await readRows(world.db, 'select reason, charge_amount from visit where patient_uid = ?', [uid]),
    ).toEqual([{ reason: null, charge_amount: null }]);
  });

  test('during a run has the answer judged for the corrected patient, and the search runs again', async () => {
    const { put, start, finish, search, names, eventsSince, countEvents } = life();
    await put(ada);
    const runUid = await start();
    await put(eva);
    const count = await countEvents();
    await finish(runUid, answerOf(found('Ada', contentOf('of-ada'))));
    expect(await names()).toEqual([]);
    expect(await search()).toMatchObject({ phase: 'armed', isArmedByCorrection: true });
    expect(await eventsSince(count)).toContain('siteSonar.completed');
    await finish(await start(), answerOf(found('Eva', contentOf('of-eva'))));
    expect(await names()).toContain('visit of-eva');
  });

  test('by two edits at once leaves what one of them would leave', async () => {
    const { put, start, finish, stored, names, search } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('of-ada'))));
    await Promise.all([put(eva), put(ada), put(eva), put({ ...ada, firstName: 'Ida' }), put(eva)]);
    const { firstName } = await stored();
    const isAda = firstName === 'Ada';
    expect(await names()).toHaveLength(isAda ? 5 : 0);
    expect((await search())?.phase).toBe(isAda ? 'answered' : 'armed');
  });

  test('is whole or not at all if the database loses the connection in the middle', async () => {
    const { put, start, finish, stored, names } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('of-ada'))));
    for (let round = 0; round < 10; round += 1) {
      const wanted = round % 2 === 0 ? eva : ada;
      const edit = world.call('PUT', patientsPath(company, 'covered', `life-${lives}`), {
        key: company.productionKey,
        body: wanted,
      });
      await world.db.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
      );
      await edit;
      expect(await names()).toHaveLength((await stored()).firstName === 'Ada' ? 5 : 0);
    }
  });

  test('takes 20,000 rows out within a second [DECISION-86]', async () => {
    const many: ClinicalContent = {
      ...noContent,
      sites: [harbor],
      visits: Array.from({ length: 5_000 }, (_, index) => visitOf(`v${index}`)),
      labResults: Array.from({ length: 15_000 }, (_, index) => ({
        name: `Test ${index}`,
        value: '1',
        collectedOn: '2021-03-01',
      })),
    };
    const { put, start, finish, countWithdrawn } = life();
    await put(ada);
    const runUid = await start();
    const storingAt = performance.now();
    await finish(runUid, answerOf(found('Ada', many)));
    const leavingAt = performance.now();
    await put(eva);
    const [storing, leaving] = [leavingAt - storingAt, performance.now() - leavingAt];
    expect(await countWithdrawn()).toBe(20);
    // On a busy machine a second can be longer; storing the rows takes longer still.
    expect(leaving).toBeLessThan(Math.max(1_000, storing));
  }, 120_000);

  test('taken back after 30 days asks the partner again: what was withheld is erased then [DECISION-87]', async () => {
    const { put, start, finish, search, stored, names } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('of-ada'))));
    await put(eva);
    const { uid } = await stored();
    const kept = async (): Promise<unknown[]> =>
      readRows(
        world.db,
        `select standing, content is not null as "hasContent", person is not null as "hasPerson",
           match ->> 'rule' as rule from run_candidate where patient_uid = ?`,
        [uid],
      );
    const later = (days: number) => ({
      ...parts(),
      clock: { now: () => new Date(Date.now() + days * 86_400_000) },
    });
    await eraseExpiredPeople(later(29));
    expect(await kept()).toMatchObject([{ standing: 'withheld', hasContent: true, hasPerson: true }]);
    await eraseExpiredPeople(later(31));
    expect(await kept()).toMatchObject([{ standing: 'withheld', hasContent: false, hasPerson: false }]);
    await put(ada);
    expect(await search()).toMatchObject({ phase: 'armed', isArmedByCorrection: true });
    await finish(await start(), answerOf(found('Ada', contentOf('of-ada'))));
    expect(await names()).toContain('visit of-ada');
  });

  test('is not a matter of spelling, nor of a further last name', async () => {
    const { put, start, finish, rows, stored } = life();
    await put(ada);
    await finish(await start(), answerOf(found('Ada', contentOf('v1'))));
    const before = await rows();
    await put({ ...ada, firstName: 'ADÁ', lastNames: ['Smith', 'DOE'] });
    expect(await rows()).toEqual(before);
    expect((await stored()).identityVersion).toBe(1);
  });
});

describe('A person held beside the patient', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await startApiWorld();
  });
  afterAll(() => world.close());

  test('waits at the desk, and gives the patient their records if an operator decides so [DECISION-87]', async () => {
    const company = await world.company('acme');
    await world.call('PUT', '/v0/companies/acme/projects/covered', {
      key: company.productionKey,
      body: { name: 'Covered', purpose: 'CoveredTreatment' },
    });
    const key = company.productionKey;
    await world.call('PUT', patientsPath(company, 'covered', 'ada'), { key, body: ada });
    const patient = await storedPatient(world, company, 'covered', 'ada');
    const parts = {
      db: world.db,
      clock: { now: () => new Date() },
      nudgeOutbox: () => undefined,
      fingerprintSecret: Buffer.alloc(32, 1),
      partners: {
        searchPartner: () => ({
          kind: 'direct' as const,
          name: 'claimsnet',
          ...anyPurpose,
          submit: async () => ({ kind: 'accepted' as const, askAgainAfterMs: 1 }),
        }),
        facilityChannel: () => undefined,
      },
    };
    const runUid = randomUUID();
    const run = { patientUid: patient.uid, kind: 'siteSonar', runUid } as const;
    await runOwnChange(parts, 'patient search', 'search.start', async change => {
      await startSearchRun(change, parts, { ...run, sequence: 1 });
    });
    const beside = found('Ada', contentOf('beside'), { id: 'second', zipCodes: ['99501'], sex: null });
    await runOwnChange(parts, 'patient search', 'search.finish', async change => {
      const answer = answerOf(found('Ada', contentOf('own')), beside);
      await finishSearchRun(change, parts, { ...run, by: 'files' }, answer);
    });
    const stored = await storedPatient(world, company, 'covered', 'ada');
    expect(stored.searchStatus).toBe('Completed');
    const visits = (): Promise<unknown[]> =>
      readRows(world.db, 'select ref from visit where patient_uid = ? order by ref', [patient.uid]);
    expect(await visits()).toEqual([{ ref: 'own' }]);

    await world.change(change =>
      decideIdentity(
        change,
        { companyId: 'acme', projectId: 'covered', patientId: 'ada' },
        { kind: 'siteSonar', candidate: 1, version: stored.version, reason: 'called the partner' },
      ),
    );
    expect(await visits()).toEqual([{ ref: 'beside' }, { ref: 'own' }]);
    const added = await readRows(
      world.db,
      `select detail ->> 'source' as source from outbox_event
       where patient_uid = ? and event_type = 'clinicalData.added' order by id`,
      [patient.uid],
    );
    expect(added).toEqual([{ source: 'siteSonar' }, { source: 'parsePass' }]);
    const completed = (await world.events(patient.uid)).filter(
      ({ eventType }) => eventType === 'siteSonar.completed',
    );
    expect(completed).toHaveLength(1);
  });
});
