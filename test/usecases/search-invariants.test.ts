/**
 * Random lives of one patient in a live project: edits, reviews, partner answers in any order, late ones
 * included, and time. A pump plays the workflow: it does what a look says is next, which is all that the
 * workflow does.
 */
import fc from 'fast-check';
import { type SearchKind, deriveSearchStatus, searchKinds } from '../../src/domain/searches/search';
import { isAmbiguous } from '../../src/domain/searches/identities';
import { sexes, type Sex } from '../../src/domain/patients/details';
import { noContent } from '../../src/domain/clinical/clinical-content';
import type { SearchAnswer } from '../../src/domain/searches/runs';
import { findPatientByUid, lockPatientByUid } from '../../src/store/patients/patients';
import {
  edit as editOf,
  establishDeath,
  review,
  type Decision,
  type Patient,
} from '../../src/domain/patients/patient';
import type { Project } from '../../src/domain/projects/project';
import { getProjectByUid } from '../../src/store/tenants/projects';
import { runChange, type OperatorChange } from '../../src/usecases/change';
import { sentDetailsOf } from '../../src/domain/searches/refusals';
import { commitPatient } from '../../src/usecases/patients/commit-patient';
import { rearmSearch } from '../../src/usecases/searches/operator-searches';
import { fingerprintRequest } from '../../src/usecases/searches/locked-search';
import { reviewSearches, startSearchRun } from '../../src/usecases/searches/search-runs';
import { finishSearchRun, resolveIdentity } from '../../src/usecases/searches/search-answers';
import { acceptingPartner, putCoveredProject } from '../support/accepting-partner';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { patientsPath, storedPatient } from '../support/patients';

type Step =
  | { readonly do: 'edit'; readonly field: 'firstName' | 'mobile' | 'zip' | 'sex'; readonly value: number }
  | { readonly do: 'flag'; readonly kind: SearchKind; readonly isOn: boolean }
  | { readonly do: 'review'; readonly isApproved: boolean }
  | { readonly do: 'die'; readonly on: '2014-05-01' | '2020-05-01' }
  | { readonly do: 'answer'; readonly pick: number; readonly how: SearchAnswer['outcome'] }
  | { readonly do: 'rearm'; readonly kind: SearchKind }
  | { readonly do: 'wait'; readonly hours: number };

const kind = fc.constantFrom(...searchKinds);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      field: fc.constantFrom('firstName' as const, 'mobile' as const, 'zip' as const, 'sex' as const),
      value: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('flag' as const),
      kind,
      isOn: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      isApproved: fc.constantFrom(true, true, false),
    }),
  },
  fc.record({
    do: fc.constant('die' as const),
    on: fc.constantFrom('2014-05-01' as const, '2020-05-01' as const, '2020-05-01' as const),
  }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      pick: fc.constantFrom(0, 0, 1, 2),
      how: fc.constantFrom(
        'Completed' as const,
        'NoHit' as const,
        'AmbiguousIdentity' as const,
        'RequestRejected' as const,
        'RequestRejected' as const,
      ),
    }),
  },
  fc.record({ do: fc.constant('rearm' as const), kind }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 7, 25) }) },
);

function answerOf(how: SearchAnswer['outcome']): SearchAnswer {
  if (how === 'RequestRejected') return { outcome: how, code: 'E1', text: 'refused' };
  if (how !== 'AmbiguousIdentity') return { outcome: how, content: noContent };
  return {
    outcome: how,
    people: [
      { sex: 'Male', content: noContent, person: null },
      { sex: 'Female', content: noContent, person: null },
    ],
  };
}

describe('The random life of a patient', () => {
  let world: ApiWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startApiWorld();
    company = await world.company('acme');
    // A covered purpose needs no approval, so that its patients' searches run more.
    await putCoveredProject(world, company);
  });
  afterAll(() => world.close());

  let lives = 0;

  async function live(projectId: string, steps: readonly Step[]): Promise<void> {
    lives += 1;
    const id = `life-${lives}`;
    await world.call('PUT', patientsPath(company, projectId, id), {
      key: company.productionKey,
      body: {
        firstName: 'Jane',
        lastNames: ['Doe'],
        dateOfBirth: '1984-02-29',
        siteSonar: true,
        ehrSearch: true,
      },
    });
    const { uid } = await storedPatient(world, company, projectId, id);
    let nowMs = Date.now();
    let runs = 0;
    const made: Array<{ kind: SearchKind; runUid: string }> = [];
    const parts = {
      db: world.db,
      clock: { now: () => new Date(nowMs) },
      nudgeOutbox: () => undefined,
      partners: acceptingPartner,
      fingerprintSecret: Buffer.alloc(32, 1),
    };

    const operator = { kind: 'operator', name: 'test' } as const;
    const change = <T>(work: (current: OperatorChange) => Promise<T>): Promise<T> =>
      runChange(parts, { principal: operator, requestId: null, event: 'test' }, work);
    const commands = async (): Promise<number> => {
      const { rows } = (await world.db.raw(
        'select count(*)::int as count from outbox_command where workflow_id = ?',
        [`patient-search/${uid}`],
      )) as { rows: Array<{ count: number }> };
      return rows[0]?.count ?? 0;
    };
    const withheld = async (): Promise<string[]> => {
      const rows: Array<{ kind: string }> = await world
        .db('run_candidate')
        .where({ patient_uid: uid, standing: 'held' })
        .distinct('kind');
      return rows.map(({ kind: each }) => each).toSorted();
    };
    const decide = (decision: (before: Patient, project: Project) => Decision): Promise<unknown> =>
      change(async current => {
        current.unaudited('a step of a random life');
        const before = await lockPatientByUid(current.tx, uid);
        if (before === undefined) throw new Error('gone');
        const project = await getProjectByUid(current.tx, before.projectUid);
        await commitPatient(current, project, decision(before, project));
      });
    const edit = (mutate: (patient: Patient) => Patient, flags = {}): Promise<unknown> =>
      decide((before, project) => editOf(before, { submitted: mutate(before), flags }, project));
    const look = () => reviewSearches(parts, { patientUid: uid });
    const isToDo = (next: string): boolean => ['open', 'declined', 'resolvable'].includes(next);

    async function pump(): Promise<void> {
      for (let looks = 0; ; looks += 1) {
        // A search that a look repeats endlessly is the same fault as a forgotten one.
        expect(looks).toBeLessThan(6);
        const { searches, sequence } = await look();
        const todo = searches.filter(({ next }) => isToDo(next));
        if (todo.length === 0) return;
        for (const { kind: each, next } of todo) {
          const run = { patientUid: uid, kind: each, sequence: sequence + 1 };
          if (next === 'resolvable') {
            await resolveIdentity(parts, run);
            continue;
          }
          runs += 1;
          const digits = [lives, runs].map(count => String(count).padStart(6, '0')).join('');
          const runUid = `00000000-0000-4000-8000-${digits}`;
          const started = await change(current => startSearchRun(current, parts, { ...run, runUid }));
          if (started.kind === 'running') made.push({ kind: each, runUid });
        }
      }
    }

    async function act(taken: Step): Promise<void> {
      if (taken.do === 'edit') {
        const { field, value } = taken;
        await edit(patient => ({
          ...patient,
          ...(field === 'firstName' ? { firstName: `Jane${value}` } : {}),
          ...(field === 'mobile' ? { mobile: `+1617555010${value}` } : {}),
          ...(field === 'zip' ? { zipCodes: ['02139', '02140'].slice(0, value) } : {}),
          ...(field === 'sex' ? { sex: (sexes[value] ?? 'Male') satisfies Sex } : {}),
        }));
      } else if (taken.do === 'flag') await edit(patient => patient, { [taken.kind]: taken.isOn });
      else if (taken.do === 'review')
        await decide((before, project) =>
          review(before, taken.isApproved ? 'Approved' : 'WrongDateOfBirth', project),
        );
      else if (taken.do === 'die')
        await decide((before, project) => establishDeath(before, taken.on, project));
      else if (taken.do === 'answer') {
        const run = made.at(-1 - taken.pick);
        if (run !== undefined)
          await change(current =>
            finishSearchRun(current, parts, { patientUid: uid, ...run, by: 'files' }, answerOf(taken.how)),
          );
      } else if (taken.do === 'rearm')
        await change(current =>
          rearmSearch(current, { companyId: 'acme', projectId, patientId: id }, taken.kind),
        ).catch(() => undefined);
      else nowMs += taken.hours * 3_600_000;
    }

    const ambiguousOnce = new Set<string>();
    // Reversing a correction completes an armed search with the stored answer, and asks no one.
    let restored = 0;
    const open = async (): Promise<readonly SearchKind[]> => {
      const searches = (await findPatientByUid(world.db, uid))?.searches ?? [];
      return searches.filter(({ phase }) => phase !== 'answered').map(({ kind }) => kind);
    };

    await pump();
    for (const taken of steps) {
      const called = await commands();
      const openBefore = await open();
      if (taken.do === 'answer' && taken.how === 'AmbiguousIdentity') {
        const answered = made.at(-1 - taken.pick);
        if (answered !== undefined) ambiguousOnce.add(answered.kind);
      }
      await act(taken);
      const openAfter = await open();
      if (taken.do === 'edit') restored += openBefore.filter(each => !openAfter.includes(each)).length;
      const { searches: found } = await look();
      // A step that gives the workflow something to do signals it; time alone is the workflow's own timer.
      if (taken.do !== 'wait' && found.some(({ next }) => isToDo(next)))
        expect({ taken, called: (await commands()) > called }).toEqual({ taken, called: true });
      await pump();
      const patient = await findPatientByUid(world.db, uid);
      if (patient === undefined) throw new Error('gone');
      expect(patient.searchStatus).toBe(deriveSearchStatus(patient.searches));
      // People of an ambiguous answer are held. A correction or a later run doesn't drop them: the desk may
      // still choose one of them, for 30 days.
      const ambiguous = patient.searches.filter(isAmbiguous).map(({ kind }) => kind);
      const held = await withheld();
      expect(held).toEqual(expect.arrayContaining(ambiguous));
      expect([...ambiguousOnce]).toEqual(expect.arrayContaining(held));
      for (const search of patient.searches.filter(({ phase }) => phase === 'armed')) {
        expect(search.waitsFor).not.toBeNull();
        if (search.waitsFor !== 'correction') continue;
        // What waits for a correction has not been corrected since, and will be resent automatically.
        const { kind: each, partner: name } = search;
        const details = sentDetailsOf(patient);
        expect(
          fingerprintRequest(parts.fingerprintSecret, { partner: name ?? '', kind: each, details }),
        ).toBe(search.requestHash);
        expect(search.resendAtMs).not.toBeNull();
      }
    }

    const { rows } = (await world.db.raw(
      `select (select count(*)::int from search_run where patient_uid = p.uid) as runs,
         (select count(*)::int from search_run where patient_uid = p.uid and answered_at is not null)
           as answered,
         (select count(*)::int from audit_event where resource_uid = p.uid and event = 'search.decline')
           as declined,
         array(select event_type from outbox_event where record_uid = p.uid and search_status is not null
           order by id) as emitted
       from patient p where p.uid = ?`,
      [uid],
    )) as { rows: Array<{ runs: number; answered: number; declined: number; emitted: string[] }> };
    const [counted] = rows;
    if (counted === undefined) throw new Error('gone');
    const { runs: runCount, answered, declined, emitted } = counted;
    expect(runCount).toBe(made.length);
    expect(emitted.filter(event => event.endsWith('.completed'))).toHaveLength(
      answered + declined + restored,
    );
    for (const each of searchKinds) {
      // A search completes only after it was reported as started since its previous completion.
      const sequence = emitted
        .filter(event => event.startsWith(`${each}.`))
        .map(event => event.split('.')[1]);
      expect(sequence.join(' ')).toMatch(/^(?:(?:started )+completed(?: |$))*(?:started ?)*$/);
    }
  }

  test('keeps armed searches, signals, the search status, and search events consistent [EVENT-17]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('live', 'covered', 'covered'),
        fc.array(step, { minLength: 10, maxLength: 30 }),
        live,
      ),
      { numRuns: 40 },
    );
  }, 240_000);
});
