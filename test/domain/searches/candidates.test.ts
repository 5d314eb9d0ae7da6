import type { Candidate } from '../../../src/domain/matching/match-person';
import { noDetails, type PatientDetails } from '../../../src/domain/patients/details';
import { identityOf } from '../../../src/domain/patients/identity';
import {
  judgeAgain,
  type JudgedRun,
  type JudgedPatient,
  type RunCandidate,
} from '../../../src/domain/searches/candidates';
import { neverRun, searchOff, type PatientSearch } from '../../../src/domain/searches/search';

const details: PatientDetails = {
  ...noDetails,
  firstName: 'Ada',
  lastNames: ['Doe'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
};
const run: JudgedRun = {
  runUid: 'run-1',
  kind: 'siteSonar',
  partner: 'claims',
  asked: identityOf(details),
  askedVersion: 1,
};
const described = (rest: Partial<Candidate> = {}): Candidate => ({
  id: 'p1',
  firstNames: ['Ada'],
  lastNames: ['Doe'],
  birthDate: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  phones: [],
  emails: [],
  ...rest,
});
const candidate = (rest: Partial<RunCandidate> = {}): RunCandidate => ({
  ...run,
  number: 1,
  personId: rest.person === null ? null : (rest.person?.id ?? 'p1'),
  sex: 'Female',
  person: described(),
  rows: 3,
  hasContent: true,
  standing: 'accepted',
  isDoubted: false,
  decidedBy: 'rules',
  identityVersion: 1,
  ...rest,
});
const completed: PatientSearch = {
  ...searchOff('siteSonar'),
  ...neverRun,
  isRequested: true,
  phase: 'answered',
  outcome: 'Completed',
  run: 1,
  runUid: 'run-1',
};
const ambiguous: PatientSearch = { ...completed, outcome: 'AmbiguousIdentity' };
const armedAgain: PatientSearch = { ...completed, phase: 'armed', outcome: null, isArmedByCorrection: true };

/** Judges after an edit. @returns the search, and the standing of each person */
function after(
  edited: Partial<PatientDetails>,
  search: PatientSearch,
  candidates: readonly RunCandidate[],
  { runs = [run], isCorrected = true }: { runs?: JudgedRun[]; isCorrected?: boolean } = {},
): { search: PatientSearch | undefined; standings: string[] } {
  const patient: JudgedPatient = { ...details, ...edited, dateOfDeath: null, identityVersion: 2 };
  const judged = judgeAgain({ ...patient, searches: [search] }, candidates, runs, isCorrected);
  return { search: judged.searches[0], standings: judged.judged.map(({ standing }) => standing) };
}

/** Returns who is in doubt after an edit of evidence. */
function doubtedAfter(edited: Partial<PatientDetails>, candidates: readonly RunCandidate[]): number[] {
  const patient: JudgedPatient = { ...details, ...edited, dateOfDeath: null, identityVersion: 1 };
  const { judged } = judgeAgain({ ...patient, searches: [completed] }, candidates, [run], false);
  return judged.filter(({ isDoubted }) => isDoubted).map(({ candidate: { number } }) => number);
}

describe('A corrected identity [DECISION-86]', () => {
  test.each<[string, Partial<PatientDetails>, Partial<RunCandidate>, string, Partial<PatientSearch>]>([
    ['of another name withdraws, and arms the search', { firstName: 'Eva' }, {}, 'withheld', armedAgain],
    ['of another birth date does, too', { dateOfBirth: '1990-07-07' }, {}, 'withheld', armedAgain],
    [
      'that is who the partner described changes nothing',
      { firstName: 'Ada Marie' },
      { person: described({ firstNames: ['Ada Marie'] }) },
      'accepted',
      completed,
    ],
    [
      'withdraws what was asked for under another name',
      { firstName: 'Eva' },
      { person: null, sex: null },
      'withheld',
      armedAgain,
    ],
    [
      'keeps what an operator said is someone else',
      { firstName: 'Ada Marie' },
      { standing: 'notPatient', decidedBy: 'operator' },
      'notPatient',
      completed,
    ],
    [
      "doesn't keep what an operator accepted for the earlier one",
      { firstName: 'Eva' },
      { decidedBy: 'operator' },
      'withheld',
      armedAgain,
    ],
  ])('%s', (_what, edited, rest, standing, search) => {
    const result = after(edited, completed, [candidate(rest)]);
    expect(result).toEqual({ search: { ...completed, ...search }, standings: [standing] });
  });

  test('that is taken back gives the search its answer again, and nothing is sent', () => {
    const back = after({}, armedAgain, [candidate({ standing: 'withheld' })]);
    expect(back).toEqual({ search: completed, standings: ['accepted'] });
  });

  test('asks the partner again if the records were erased meanwhile', () => {
    const erased = candidate({ standing: 'withheld', hasContent: false, person: null, asked: null });
    expect(after({}, armedAgain, [erased]).search).toEqual(armedAgain);
    expect(
      after({}, ambiguous, [{ ...erased, standing: 'withheld' }], { isCorrected: false }).search,
    ).toEqual(armedAgain);
  });

  test('uses the answer of another run that asked for it', () => {
    const ofEva = { ...run, runUid: 'run-2', asked: { ...identityOf(details), firstName: 'Eva' } };
    const eva = candidate({ ...ofEva, person: null, sex: null, standing: 'withheld' });
    const result = after({ firstName: 'Eva' }, completed, [candidate(), eva], { runs: [run, ofEva] });
    expect(result).toEqual({ search: completed, standings: ['withheld', 'accepted'] });
    const none = after({ firstName: 'Eva' }, completed, [candidate()], { runs: [run, ofEva] });
    expect(none.search).toMatchObject({ phase: 'answered', outcome: 'NoHit' });
  });

  test('keeps what was asked for before this was kept withheld, whatever is edited later', () => {
    const early = candidate({
      person: null,
      sex: null,
      asked: null,
      standing: 'withheld',
      identityVersion: 2,
    });
    const result = after({ mobile: '+16174930000' }, armedAgain, [early], { isCorrected: false });
    expect(result.standings).toEqual(['withheld']);
  });

  test('gives no one the records of a patient who died before clinical data begins', () => {
    const held = candidate({ standing: 'held', person: described({ phones: ['+16174930000'] }) });
    const patient: JudgedPatient = { ...details, dateOfDeath: '2015-12-31', identityVersion: 1 };
    const judged = judgeAgain({ ...patient, searches: [ambiguous] }, [held], [run], false);
    expect(judged.searches[0]?.outcome).toBe('DeceasedBeforeClinicalData');
    expect(judged.judged.map(({ standing }) => standing)).toEqual(['withheld']);
  });

  test('leaves a search that found no one as it is', () => {
    const noHit: PatientSearch = { ...completed, outcome: 'NoHit' };
    expect(after({ firstName: 'Eva' }, noHit, []).search).toEqual(noHit);
  });

  test('leaves searches that are off or running as they are', () => {
    for (const rest of [{ phase: 'off', isRequested: false }, { phase: 'running' }] as const)
      expect(after({ firstName: 'Eva' }, { ...completed, ...rest }, [candidate()]).search).toEqual({
        ...completed,
        ...rest,
      });
  });
});

describe('More evidence [DECISION-84]', () => {
  const held = candidate({ standing: 'held', person: described({ zipCodes: [], phones: ['+16174930000'] }) });
  test('accepts a held person', () => {
    const result = after({ mobile: '+16174930000' }, ambiguous, [held], { isCorrected: false });
    expect(result).toEqual({ search: completed, standings: ['accepted'] });
  });

  test('never takes accepted records back, and holds another person beside them', () => {
    const other = candidate({ number: 2, standing: 'held', person: described({ id: 'p2', sex: 'Male' }) });
    const result = after({ zipCodes: [] }, completed, [candidate(), other], { isCorrected: false });
    expect(result).toEqual({ search: completed, standings: ['accepted', 'held'] });
  });

  test('that no longer proves an accepted person leaves them in doubt, until it does again [DESK-51]', () => {
    const [accepted, doubted] = [candidate(), candidate({ isDoubted: true })];
    expect(doubtedAfter({ zipCodes: ['94110'] }, [accepted])).toEqual([1]);
    expect(doubtedAfter({ zipCodes: ['94110'] }, [doubted])).toEqual([1]);
    expect(doubtedAfter({ zipCodes: ['02139', '94110'] }, [doubted])).toEqual([]);
    const told = candidate({ decidedBy: 'operator' });
    expect(doubtedAfter({ zipCodes: ['94110'] }, [told])).toEqual([]);
  });

  test('accepts whom the partner returned before, and whom we accepted, by the partner’s ID', () => {
    const again = candidate({
      runUid: 'run-2',
      standing: 'held',
      person: described({ zipCodes: [], sex: null }),
    });
    const first = candidate({ identityVersion: 2 });
    const search = { ...ambiguous, runUid: 'run-2' };
    expect(after({}, search, [first, again], { isCorrected: false }).standings).toEqual([
      'accepted',
      'accepted',
    ]);
    const denied = candidate({ standing: 'notPatient', decidedBy: 'operator' });
    expect(after({}, search, [denied, again], { isCorrected: false }).standings).toEqual([
      'notPatient',
      'notPatient',
    ]);
  });
});
