import { noContent, type ClinicalContent } from '../../../src/domain/clinical/clinical-content';
import { noDetails, type PatientDetails, type Sex } from '../../../src/domain/patients/details';
import { resendDelaysMs } from '../../../src/domain/searches/refusals';
import {
  begin,
  decline,
  judgeAnswer,
  resolve,
  settle,
  type AnswerFacts,
} from '../../../src/domain/searches/runs';
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
const facts: AnswerFacts = { details, dateOfDeath: null, isCorrected: false, atMs: 1_000 };
const ofSex = (sex: Sex): PatientDetails => ({ ...details, sex });
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
    expect(answered).toEqual({
      search: { ...running, phase: 'answered', outcome: 'Completed' },
      end: { outcome: 'Completed', refusal: null, matching: ['why'] },
      content,
      withheld: [],
    });
  });

  test('to a search that was switched off is kept, and the search stays off', () => {
    const off = { ...running, isRequested: false };
    expect(judgeAnswer(off, { outcome: 'NoHit', content: noContent }, facts)).toMatchObject({
      search: { phase: 'off', outcome: 'NoHit' },
      content: noContent,
    });
  });

  test('with records of a patient now known to have died before clinical data begins is dropped [DECISION-50]', () => {
    const dead = { ...facts, dateOfDeath: '2015-12-31' };
    expect(judgeAnswer(running, { outcome: 'Completed', content }, dead)).toEqual({
      search: { ...running, phase: 'answered', outcome: 'DeceasedBeforeClinicalData' },
      end: { outcome: 'DeceasedBeforeClinicalData', refusal: null, matching: null },
      content: null,
      withheld: [],
    });
    const ehr = { ...running, kind: 'ehrSearch' } as const;
    expect(judgeAnswer(ehr, { outcome: 'Completed', content }, dead).content).toBe(content);
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

  const ambiguous = { outcome: 'AmbiguousIdentity', people: [men, women], matching: 1 } as const;

  test('with two identities is withheld until the sex decides [SEARCH-7]', () => {
    const answered = judgeAnswer(running, ambiguous, facts);
    expect(answered).toMatchObject({
      search: { phase: 'answered', outcome: 'AmbiguousIdentity', isToBeJudged: false },
      content: null,
      withheld: [men, women],
    });
    const unknown = judgeAnswer(running, ambiguous, { ...facts, details: ofSex('Unknown') });
    expect(unknown.search.outcome).toBe('AmbiguousIdentity');
  });

  test.each([
    ['Male', 'Completed', content],
    ['Female', 'NoHit', noContent],
  ] as const)('with two identities keeps the one with the sex on file: %s', (sex, outcome, theirs) => {
    const resolved = judgeAnswer(running, ambiguous, { ...facts, details: ofSex(sex) });
    expect(resolved).toMatchObject({ search: { outcome }, end: { outcome, matching: 1 }, withheld: [] });
    expect(resolved.content).toBe(theirs);
  });

  test('with two identities to a search that was switched off withholds nothing', () => {
    const off = { ...running, isRequested: false };
    expect(judgeAnswer(off, ambiguous, facts)).toMatchObject({ search: { phase: 'off' }, withheld: [] });
  });
});

describe('The resolution of an ambiguous answer', () => {
  const search = judgeAnswer(running, { outcome: 'AmbiguousIdentity', people: [men, women] }, facts).search;

  test('releases the identity that matches the sex [DECISION-49]', () => {
    const resolved = resolve({ ...search, isToBeJudged: true }, [men, women], {
      details: ofSex('Male'),
      dateOfDeath: null,
      sequence: 9,
    });
    const { run, waitsFor } = search;
    expect(resolved.search).toMatchObject({
      run,
      waitsFor,
      outcome: 'Completed',
      isToBeJudged: false,
      sequence: 9,
    });
    expect(resolved.released).toEqual({ content, outcome: 'Completed' });
  });

  test('releases the identity that an operator picks, whatever sex is on file [DESK-28]', () => {
    const resolved = settle(search, { kind: 'one', identity: { people: [men] } }, null);
    expect(resolved.search).toMatchObject({ outcome: 'Completed', sequence: search.sequence });
    expect(resolved.released).toEqual({ content, outcome: 'Completed' });
    const dead = settle(search, { kind: 'one', identity: { people: [men] } }, '2015-12-31');
    expect(dead).toMatchObject({ search: { outcome: 'DeceasedBeforeClinicalData' }, released: null });
  });

  test('finds nothing if an operator says that no identity is the patient [DESK-28]', () => {
    const resolved = settle(search, { kind: 'nobody' }, null);
    expect(resolved.search.outcome).toBe('NoHit');
    expect(resolved.released).toEqual({ content: noContent, outcome: 'NoHit' });
  });

  test('is noted and not repeated if no identity matches the sex', () => {
    const known = { details: ofSex('Other'), dateOfDeath: null, sequence: 1 };
    const resolved = resolve({ ...search, isToBeJudged: true }, [men, women], known);
    expect(resolved.search).toMatchObject({ outcome: 'AmbiguousIdentity', isToBeJudged: false, sequence: 3 });
    expect(resolved.released).toBeNull();
  });

  test('releases nothing of a patient who died before clinical data begins', () => {
    const dead = { details: ofSex('Male'), dateOfDeath: '2015-12-31', sequence: 9 };
    const resolved = resolve(search, [men, women], dead);
    expect(resolved.search.outcome).toBe('DeceasedBeforeClinicalData');
    expect(resolved.released).toBeNull();
  });
});
