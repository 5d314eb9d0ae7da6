import { noContent, type ClinicalContent } from '../../../src/domain/clinical/clinical-content';
import { noDetails, type PatientDetails } from '../../../src/domain/patients/details';
import { identityOf } from '../../../src/domain/patients/identity';
import { resendDelaysMs } from '../../../src/domain/searches/refusals';
import {
  begin,
  decline,
  judgeAnswer,
  settle,
  settleDoubted,
  type AnswerFacts,
} from '../../../src/domain/searches/runs';
import type { JudgedPatient, KnownPeople, RunCandidate } from '../../../src/domain/searches/candidates';
import { neverRun, searchOff, type PatientSearch } from '../../../src/domain/searches/search';

const armed: PatientSearch = { ...searchOff('siteSonar'), ...neverRun, isRequested: true, phase: 'armed' };
const request = { runUid: 'run-1', sequence: 3, partner: 'claims', requestHash: 'aa', atMs: 1_000 };
const running = begin(armed, request).search;
const details: PatientDetails = {
  ...noDetails,
  firstName: 'Ada',
  lastNames: ['Doe'],
  dateOfBirth: '1984-02-29',
};
const patient: JudgedPatient = { ...details, dateOfDeath: null, identityVersion: 1 };
const run = {
  runUid: 'run-1',
  kind: 'siteSonar',
  partner: 'claims',
  asked: identityOf(details),
  askedVersion: 1,
} as const;
const known: KnownPeople = { accepted: new Set(), notPatient: new Set() };
const facts: AnswerFacts = { patient, run, known, isCorrected: false, atMs: 1_000 };
const withPatient = (rest: Partial<JudgedPatient>): AnswerFacts => ({
  ...facts,
  patient: { ...patient, ...rest },
});
const standingsOf = (answered: { readonly people: ReadonlyArray<{ readonly standing: string }> }): string[] =>
  answered.people.map(({ standing }) => standing);
const content: ClinicalContent = { ...noContent, labResults: [{} as ClinicalContent['labResults'][number]] };
const men = { sex: 'Male', content, person: null } as const;
const women = { sex: 'Female', content: noContent, person: null } as const;

describe('A search run', () => {
  test('starts with its own ID and number, and with nothing left of the previous run', () => {
    const before: PatientSearch = {
      ...armed,
      run: 2,
      outcome: 'NoHit',
      isToBeJudged: true,
      refusals: 2,
      requestHash: 'bb',
    };
    expect(begin(before, request)).toEqual({
      kind: 'running',
      search: {
        ...before,
        phase: 'running',
        outcome: null,
        run: 3,
        runUid: 'run-1',
        sequence: 3,
        partner: 'claims',
        requestHash: 'aa',
        refusals: 0,
        isToBeJudged: false,
        isArmedByCorrection: false,
      },
    });
  });

  test.each<[string, Partial<PatientSearch>, string, string | null]>([
    [
      'is held if the same request was refused and is not yet due',
      { refusals: 1, resendAtMs: 1_001 },
      'held',
      'correction',
    ],
    ['starts once the same request is due', { refusals: 1, resendAtMs: 1_000 }, 'running', null],
    [
      'is held for the provider if the same request was refused too often',
      { refusals: 4 },
      'held',
      'rearming',
    ],
    [
      'starts with a different request, however often the previous one was refused',
      { refusals: 4, requestHash: 'bb' },
      'running',
      null,
    ],
  ])('%s', (_name, differs, kind, waitsFor) => {
    const begun = begin({ ...armed, requestHash: 'aa', ...differs }, request);
    expect([begun.kind, begun.search.waitsFor, begun.search.sequence]).toEqual([kind, waitsFor, 3]);
  });

  test('does not start for a patient who died before clinical data begins [SEARCH-17]', () => {
    expect(decline(armed, 7)).toEqual({
      ...armed,
      phase: 'answered',
      outcome: 'DeceasedBeforeClinicalData',
      sequence: 7,
    });
  });
});

describe("A partner's answer", () => {
  test('ends the run and gives its content to the patient', () => {
    const answered = judgeAnswer(running, { outcome: 'Completed', content, matching: ['why'] }, facts);
    expect(answered).toMatchObject({
      search: { ...running, phase: 'answered', outcome: 'Completed' },
      end: { outcome: 'Completed', refusal: null, matching: ['why'] },
      people: [{ standing: 'accepted', content, candidate: { number: 1, rows: 1 } }],
    });
  });

  test('to a search that was switched off is kept, and the search stays off', () => {
    const off = { ...running, isRequested: false };
    expect(judgeAnswer(off, { outcome: 'NoHit', content: noContent }, facts)).toMatchObject({
      search: { phase: 'off', outcome: 'NoHit' },
      people: [],
    });
  });

  test('with records of a patient now known to have died before clinical data begins is dropped [DECISION-50]', () => {
    const dead = withPatient({ dateOfDeath: '2015-12-31' });
    expect(judgeAnswer(running, { outcome: 'Completed', content }, dead)).toEqual({
      search: { ...running, phase: 'answered', outcome: 'DeceasedBeforeClinicalData' },
      end: { outcome: 'DeceasedBeforeClinicalData', refusal: null, matching: null },
      people: [],
    });
    const ehr = { ...running, kind: 'ehrSearch' } as const;
    expect(standingsOf(judgeAnswer(ehr, { outcome: 'Completed', content }, dead))).toEqual(['accepted']);
  });

  test('that refuses the request makes it wait, unless it was corrected in the meantime', () => {
    const refusal = { outcome: 'RequestRejected', code: 'X-1', text: 'no' } as const;
    const refused = judgeAnswer(running, refusal, facts);
    expect(refused.search).toMatchObject({
      phase: 'armed',
      waitsFor: 'correction',
      refusals: 1,
      resendAtMs: 1_000 + resendDelaysMs[0],
    });
    expect(refused.end).toEqual({
      outcome: 'RequestRejected',
      refusal: { code: 'X-1', text: 'no' },
      matching: null,
    });
    const corrected = judgeAnswer(running, refusal, { ...facts, isCorrected: true });
    expect(corrected.search).toMatchObject({ phase: 'armed', waitsFor: null });
    const stopped = judgeAnswer({ ...running, refusals: 3 }, refusal, { ...facts, isCorrected: true });
    expect(stopped.search).toMatchObject({ phase: 'armed', waitsFor: 'rearming' });
  });

  test('about someone else than the corrected patient arms the search for the patient [DECISION-86]', () => {
    const corrected = withPatient({ firstName: 'Eva', identityVersion: 2 });
    const answered = judgeAnswer(running, { outcome: 'Completed', content }, corrected);
    expect(answered.search).toMatchObject({ phase: 'armed', isArmedByCorrection: true });
    expect(answered.end.outcome).toBe('NoHit');
    expect(standingsOf(answered)).toEqual(['withheld']);
    const spelled = withPatient({ firstName: 'ADA', identityVersion: 2 });
    expect(standingsOf(judgeAnswer(running, { outcome: 'Completed', content }, spelled))).toEqual([
      'accepted',
    ]);
  });

  const ambiguous = { outcome: 'AmbiguousIdentity', people: [men, women], matching: 1 } as const;

  test('with two identities is withheld until the sex decides [SEARCH-7]', () => {
    const answered = judgeAnswer(running, ambiguous, facts);
    expect(answered.search).toMatchObject({ phase: 'answered', outcome: 'AmbiguousIdentity' });
    expect(standingsOf(answered)).toEqual(['held', 'held']);
    const unknown = judgeAnswer(running, ambiguous, withPatient({ sex: 'Unknown' }));
    expect(unknown.search.outcome).toBe('AmbiguousIdentity');
  });

  test.each([
    ['Male', 'Completed', ['accepted', 'withheld']],
    ['Female', 'NoHit', ['withheld', 'accepted']],
  ] as const)('with two identities keeps the one with the sex on file: %s', (sex, outcome, expected) => {
    const answered = judgeAnswer(running, ambiguous, withPatient({ sex }));
    expect(answered).toMatchObject({ search: { outcome }, end: { outcome, matching: 1 } });
    expect(standingsOf(answered)).toEqual(expected);
  });

  test('with two identities to a search that was switched off holds no one', () => {
    const off = { ...running, isRequested: false };
    expect(judgeAnswer(off, ambiguous, facts)).toMatchObject({ search: { phase: 'off' }, people: [] });
  });
});

describe('The decision of an operator about held people', () => {
  const search = judgeAnswer(running, { outcome: 'AmbiguousIdentity', people: [men, women] }, facts).search;
  const held = (number: number, rest: Partial<RunCandidate> = {}): RunCandidate => ({
    ...run,
    number,
    personId: null,
    sex: null,
    person: null,
    rows: 1,
    hasContent: true,
    identityVersion: 1,
    standing: 'held',
    isDoubted: false,
    decidedBy: 'rules',
    ...rest,
  });
  const numbersOf = (settled: ReturnType<typeof settle>, standing: string): number[] =>
    settled.judged.filter(one => one.standing === standing).map(({ candidate: { number } }) => number);

  test('accepts the identity that the operator picks, whatever sex is on file [DESK-28]', () => {
    const settled = settle(search, [held(1), held(2)], { kind: 'some', numbers: [1] }, null);
    expect(settled.search).toMatchObject({ outcome: 'Completed', sequence: search.sequence });
    expect([numbersOf(settled, 'accepted'), numbersOf(settled, 'withheld')]).toEqual([[1], [2]]);
    const dead = settle(search, [held(1)], { kind: 'some', numbers: [1] }, '2015-12-31');
    expect(dead.search.outcome).toBe('DeceasedBeforeClinicalData');
    expect(numbersOf(dead, 'accepted')).toEqual([]);
  });

  test('finds nothing if no one is the patient, and remembers that [DESK-28]', () => {
    const settled = settle(search, [held(1), held(2)], { kind: 'nobody' }, null);
    expect(settled.search.outcome).toBe('NoHit');
    expect(numbersOf(settled, 'notPatient')).toEqual([1, 2]);
  });

  test('takes nothing back from a person who was accepted', () => {
    const accepted = held(1, { standing: 'accepted' });
    const settled = settle(
      { ...search, outcome: 'Completed' },
      [accepted, held(2)],
      { kind: 'nobody' },
      null,
    );
    expect(settled.search.outcome).toBe('Completed');
    expect(settled.judged.map(({ candidate: { number } }) => number)).toEqual([2]);
  });

  describe('about an accepted person in doubt', () => {
    const completed = { ...search, outcome: 'Completed' as const };
    const doubted = held(1, { standing: 'accepted', isDoubted: true, personId: 'p1' });

    test('keeps the records of the patient, and the search as it is [DESK-51]', () => {
      const kept = settleDoubted(completed, [doubted], doubted, true);
      expect(kept.search).toBe(completed);
      expect(kept.judged).toMatchObject([{ standing: 'accepted', decidedBy: 'operator', isDoubted: false }]);
    });

    test('takes the records of another person from all answers of the partner [DESK-51]', () => {
      const again = held(1, { ...doubted, runUid: 'run-2' });
      const others = [
        held(2, { standing: 'accepted', personId: 'p2' }),
        held(1, { ...doubted, runUid: 'run-3', partner: 'another' }),
      ];
      const taken = settleDoubted(completed, [doubted, again, ...others], doubted, false);
      expect(numbersOf(taken, 'notPatient')).toEqual([1, 1]);
      expect(taken.search.outcome).toBe('Completed');
      expect(settleDoubted(completed, [doubted, again], doubted, false).search.outcome).toBe('NoHit');
    });

    test('leaves a search alone that is running again', () => {
      const again = { ...completed, phase: 'running', outcome: null } as const;
      expect(settleDoubted(again, [doubted], doubted, false).search).toBe(again);
    });
  });
});
