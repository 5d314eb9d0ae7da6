import {
  consequences,
  consequencesOfRegistering,
  type Consequences,
} from '../../../src/domain/patients/consequences';
import {
  edit,
  establishDeath,
  review,
  switchSearches,
  upload,
  withSearch,
  type Decision,
  type Patient,
} from '../../../src/domain/patients/patient';
import type { AuthorizationStatus } from '../../../src/domain/authorizations/authorization-status';
import type { PatientDetails } from '../../../src/domain/patients/details';
import type { PatientSearch } from '../../../src/domain/searches/search';
import { aPatient, aProject, havingSearch, searchOf } from './a-patient';

const project = aProject({ purpose: 'CoveredTreatment' });
const strict = aProject();

const nothing: Consequences = {
  isChanged: false,
  searches: [],
  events: [],
  columns: [],
  forget: [],
  authCheck: 'none',
  isToBeLookedAt: false,
  heldRecordRequests: null,
};

function edited(differs: Partial<PatientDetails>, before = aPatient(project)): Decision {
  return edit(before, { said: differs, flags: {} }, project);
}

const told = (decision: Decision): Array<[string, readonly string[]]> =>
  consequences(decision, project).events.map(({ eventType, changed }) => [eventType, changed]);

test('nothing follows from what is on file already [AUTH-16]', () => {
  expect(consequences(edited({}), project)).toEqual(nothing);
  const approved = { ...aPatient(strict), authorizationStatus: 'Approved' } as const;
  expect(consequences(review(approved, 'Approved', strict), strict)).toEqual(nothing);
});

test('a new patient is told with each search that is on, and looked at then [EVENT-10] [EVENT-19] [EVENT-37]', () => {
  const patient = aPatient(project, { siteSonar: true });
  expect(consequencesOfRegistering(patient, project)).toEqual({
    ...nothing,
    isChanged: true,
    searches: patient.searches,
    events: [
      { eventType: 'patient.created', changed: [] },
      { eventType: 'siteSonar.started', changed: [], searchStatus: 'Processing' },
    ],
    isToBeLookedAt: true,
  });
  expect(consequencesOfRegistering(aPatient(project), project).isToBeLookedAt).toBe(false);
});

describe('webhooks are told', () => {
  test.each<[string, Partial<PatientDetails>, readonly string[]]>([
    ['the first name', { firstName: 'Joan' }, ['firstName']],
    ['the last names by the current one', { lastNames: ['Roe'] }, ['lastName']],
    ['an alternate last name, which no field of the payload shows', { lastNames: ['Doe', 'Roe'] }, []],
    ['the birth date', { dateOfBirth: '1984-03-01' }, ['dateOfBirth']],
    ['the sex', { sex: 'Other' }, ['sex']],
    ['the ZIP codes', { zipCodes: ['02140'] }, ['zipCodes']],
    ['the phone and the address', { mobile: '+16175550100', email: 'j@example.org' }, ['mobile', 'email']],
    ['of city and state only what else changed', { city: 'Boston', email: 'j@example.org' }, ['email']],
  ])('%s [EVENT-11] [EVENT-37]', (_name, differs, changed) => {
    const before = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' } as const;
    expect(told(edited(differs, before))).toEqual([['patient.updated', changed]]);
  });

  test('nothing of a city alone, which is stored', () => {
    const before = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' } as const;
    const decision = edited({ city: 'Boston' }, before);
    expect(consequences(decision, project)).toEqual({ ...nothing, isChanged: true });
  });

  test('an approval and what unsettles it, each with its own event [EVENT-13]', () => {
    const waiting = aPatient(strict);
    const status = ['authorizationStatus'];
    expect(told(review(waiting, 'Approved', strict))).toEqual([
      ['authorization.statusChanged', status],
      ['authorization.approved', status],
    ]);
    expect(told(review(waiting, 'MissingZip', strict))).toEqual([
      ['authorization.statusChanged', status],
      ['authorization.needsAttention', status],
    ]);
  });

  test('the details, the authorization, the search status and the run, in this order [EVENT-12]', () => {
    const before = { ...aPatient(strict), authorizationStatus: 'Approved' } as const;
    const decision = edit(before, { said: { firstName: 'Joan' }, flags: { siteSonar: true } }, strict);
    expect(told(decision).map(([event]) => event)).toEqual([
      'patient.updated',
      'authorization.statusChanged',
      'authorization.needsAttention',
      'patient.searchStatusChanged',
      'siteSonar.started',
    ]);
  });

  /** The search events of a decision, each with what changed and where the search stands. */
  const searchEventsOf = (decision: Decision): unknown[] =>
    consequences(decision, project)
      .events.filter(({ searchStatus }) => searchStatus !== undefined)
      .map(({ eventType, changed, searchStatus }) => [eventType, changed, searchStatus]);
  const moved = (before: Patient, differs: Partial<PatientSearch>): Decision =>
    withSearch(before, { ...searchOf(before, 'siteSonar'), ...differs }, project);
  const begun = { phase: 'running', waitsFor: null, outcome: null } as const;
  const refusal = {
    phase: 'armed',
    waitsFor: 'correction',
    outcome: 'RequestRejected',
    refusals: 1,
  } as const;

  test('a search that starts when it is switched on, its run not again, and what came of it [EVENT-7] [EVENT-17] [EVENT-18]', () => {
    const on = switchSearches(aPatient(project), { siteSonar: true }, project);
    expect(searchEventsOf(on)).toEqual([['siteSonar.started', ['siteSonar', 'searchStatus'], 'Processing']]);
    const running = moved(on.after, { ...begun, runUid: 'r', run: 1 });
    expect(searchEventsOf(running)).toEqual([]);
    expect(searchEventsOf(moved(running.after, { requestHash: 'ff' }))).toEqual([]);
    const answered = moved(running.after, { phase: 'answered', outcome: 'NoHit' });
    expect(searchEventsOf(answered)).toEqual([['siteSonar.completed', ['searchStatus'], 'NoHit']]);
    const off = switchSearches(answered.after, { siteSonar: false }, project);
    expect(searchEventsOf(off)).toEqual([]);
    const again = switchSearches(off.after, { siteSonar: true }, project);
    expect(searchEventsOf(again)).toEqual([
      ['siteSonar.started', ['siteSonar', 'searchStatus'], 'Processing'],
    ]);
  });

  test('the outcome of the search itself, whatever the others are at [EVENT-18]', () => {
    const all = aPatient(project, { siteSonar: true, ehrSearch: true });
    const running = moved(all, { ...begun, runUid: 'r', run: 1 }).after;
    const answered = moved(running, { phase: 'answered', outcome: 'NoHit' });
    expect(answered.after.searchStatus).toBe('Processing');
    expect(searchEventsOf(answered)).toEqual([['siteSonar.completed', ['searchStatus'], 'NoHit']]);
  });

  test('of a refused request each run, begun and ended [EVENT-17]', () => {
    const running = moved(aPatient(project, { siteSonar: true }), { ...begun, runUid: 'r', run: 1 }).after;
    const refused = moved(running, refusal);
    expect(searchEventsOf(refused)).toEqual([['siteSonar.completed', ['searchStatus'], 'RequestRejected']]);
    const freed = moved(refused.after, { waitsFor: null });
    expect(searchEventsOf(freed)).toEqual([]);
    expect(searchEventsOf(moved(freed.after, { ...begun, runUid: 's', run: 2 }))).toEqual([
      ['siteSonar.started', ['searchStatus'], 'Processing'],
    ]);
  });

  test('of a run that was switched off and on its end alone', () => {
    const running = moved(aPatient(project, { siteSonar: true }), { ...begun, runUid: 'r', run: 1 }).after;
    const off = switchSearches(running, { siteSonar: false }, project);
    const on = switchSearches(off.after, { siteSonar: true }, project);
    expect([...searchEventsOf(off), ...searchEventsOf(on)]).toEqual([]);
    const ended = moved(off.after, { phase: 'off', outcome: 'Completed' });
    expect(searchEventsOf(ended)).toEqual([['siteSonar.completed', ['searchStatus'], 'Completed']]);
  });

  test('a search that is declined by a death as started and completed [EVENT-17]', () => {
    const armed = aPatient(project, { siteSonar: true });
    const declined = { phase: 'answered', outcome: 'DeceasedBeforeClinicalData' } as const;
    const [, told] = consequencesOfRegistering(armed, project).events;
    expect(told?.eventType).toBe('siteSonar.started');
    expect(searchEventsOf(moved(armed, declined))).toEqual([
      ['siteSonar.completed', ['searchStatus'], 'DeceasedBeforeClinicalData'],
    ]);
    // One that had been refused has told the end of its run: the decline is another.
    const waiting = moved(moved(armed, { ...begun, runUid: 'r', run: 1 }).after, refusal).after;
    expect(searchEventsOf(moved(waiting, declined)).map(event => (event as unknown[])[0])).toEqual([
      'siteSonar.started',
      'siteSonar.completed',
    ]);
  });
});

describe('record requests that waited for the authorization', () => {
  test.each<
    [
      string,
      Parameters<typeof aProject>[0],
      AuthorizationStatus,
      AuthorizationStatus,
      'released' | 'denied' | null,
    ]
  >([
    ['an approval where a document is needed', {}, 'NeedsApproval', 'Approved', 'released'],
    ['the approval of what was a fault', {}, 'MissingSignature', 'Approved', 'released'],
    ['a fault that was found', {}, 'NeedsApproval', 'MissingSignature', 'denied'],
    ['a fault of what was approved', {}, 'Approved', 'WrongPatientName', 'denied'],
    ['another fault', {}, 'WrongPatientName', 'MissingSignature', null],
    ['what was approved already', {}, 'Approved', 'Approved', null],
    ['an approval where none is needed', { purpose: 'CoveredPayment' }, 'NeedsApproval', 'Approved', null],
  ])('are released or denied by %s or not [DECISION-14] [REQUEST-16]', (_name, differs, from, to, held) => {
    const of = aProject(differs);
    const decision = review({ ...aPatient(of), authorizationStatus: from }, to, of);
    expect(consequences(decision, of).heldRecordRequests).toBe(held);
  });

  test('are released on sandbox by the approval of a fault, and by the edit that mends it [AUTH-7]', () => {
    const sandbox = aProject({ status: 'Sandbox' });
    const faulty = { ...aPatient(sandbox), authorizationStatus: 'WrongPatientName' } as const;
    const approved = edit(faulty, { said: {}, flags: {}, authorizationStatus: 'Approved' }, sandbox);
    expect(consequences(approved, sandbox).heldRecordRequests).toBe('released');
    const mended = edit(faulty, { said: { firstName: 'Joan' }, flags: {} }, sandbox);
    expect(consequences(mended, sandbox).heldRecordRequests).toBe('released');
    const held = edit(aPatient(sandbox), { said: {}, flags: {}, authorizationStatus: 'MissingZip' }, sandbox);
    expect(consequences(held, sandbox).heldRecordRequests).toBe('denied');
  });
});

describe('the analysis of the authorization', () => {
  const onFile = { ...aPatient(project), authorizationEtag: '"1"', authorizationUploadedAt: new Date(0) };
  const after = (decision: Decision): string => consequences(decision, project).authCheck;

  test('reads other bytes anew', () => {
    const uploaded = { etag: '"2"', uploadedAt: new Date(1) };
    expect(after(upload(onFile, uploaded, project))).toBe('readAnew');
    expect(after(upload(aPatient(project), uploaded, project))).toBe('readAnew');
  });

  test('has nothing to do for the same bytes put there again, which are stored as another upload', () => {
    const again = upload(onFile, { etag: '"1"', uploadedAt: new Date(1) }, project);
    expect(consequences(again, project)).toMatchObject({ isChanged: true, authCheck: 'none' });
  });

  test.each<[string, Partial<PatientDetails>, string]>([
    ['another first name', { firstName: 'Joan' }, 'compareAnew'],
    ['another last name', { lastNames: ['Roe'] }, 'compareAnew'],
    ['another birth date', { dateOfBirth: '1984-03-01' }, 'compareAnew'],
    ['another phone', { mobile: '+16175550100' }, 'none'],
    ['another ZIP code', { zipCodes: ['02140'] }, 'none'],
  ])('on %s', (_name, differs, expected) => {
    expect(after(edited(differs, onFile))).toBe(expected);
    expect(after(edited(differs))).toBe('none');
  });

  test('compares anew when the record comes to hold what its searches need, or no longer does', () => {
    const wanting = { ...onFile, ...switchSearches(onFile, { ehrSearch: true }, project).after };
    expect(after(edited({ zipCodes: [] }, wanting))).toBe('compareAnew');
    expect(after(edited({ sex: 'Unknown' }, wanting))).toBe('compareAnew');
    expect(after(edited({ zipCodes: ['02140'] }, wanting))).toBe('none');
  });

  test('compares anew with a date of death', () => {
    expect(after(establishDeath(onFile, '2020-01-01', project))).toBe('compareAnew');
  });
});

test('withheld records are forgotten once nobody can resolve them', () => {
  const answered = { phase: 'answered', outcome: 'AmbiguousIdentity', runUid: 'r' } as const;
  const ambiguous = havingSearch(aPatient(project, { siteSonar: true }), 'siteSonar', answered);
  expect(consequences(edited({ sex: 'Male' }, ambiguous), project).forget).toEqual([]);
  expect(consequences(switchSearches(ambiguous, { siteSonar: false }, project), project).forget).toEqual([
    'siteSonar',
  ]);
});

test('only the searches that differ are stored', () => {
  const before = aPatient(project, { siteSonar: true });
  const decision = switchSearches(before, { ehrSearch: true }, project);
  expect(consequences(decision, project).searches.map(({ kind }) => kind)).toEqual(['ehrSearch']);
});

describe('endpoints of the old kind are told of the columns that differ, in one event [HOOK-28]', () => {
  const columns = (decision: Decision): readonly string[] => consequences(decision, project).columns;
  const approved: Patient = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' };
  test.each<[string, Parameters<typeof edit>[1], readonly string[]]>([
    ['the first name', { said: { firstName: 'Joan' }, flags: {} }, ['firstName']],
    ['the current last name', { said: { lastNames: ['Roe'] }, flags: {} }, ['lastName']],
    ['no alternate last name', { said: { lastNames: ['Doe', 'Roe'] }, flags: {} }, []],
    ['no city, which is no column', { said: { city: 'Boston' }, flags: {} }, []],
    [
      'phone and address together',
      { said: { mobile: '+16175550100', email: 'j@example.org' }, flags: {} },
      ['mobile', 'email'],
    ],
    [
      'a search that is switched on, and the first status it brings',
      { said: {}, flags: { siteSonar: true } },
      ['siteSonar', 'searchStatus'],
    ],
  ])('%s', (_name, change, told) => {
    expect(columns(edit(approved, change, project))).toEqual(told);
  });

  test('a decision on the authorization', () => {
    expect(columns(review(approved, 'Approved', project))).toEqual(['authorizationStatus']);
  });

  const answered = (before: Patient, outcome: 'Completed' | 'NoHit'): Decision =>
    withSearch(before, { ...searchOf(before, 'siteSonar'), phase: 'answered', outcome }, project);
  test.each([
    ['the same', 'Completed', []],
    ['another', 'NoHit', ['searchStatus']],
  ] as const)(
    'a run again is told by its flag; of its status only when it ends in another: %s [DECISION-74]',
    (_name, outcome, told) => {
      const first = answered(aPatient(project, { siteSonar: true }), 'Completed');
      expect(columns(first)).toEqual(['searchStatus']);
      const off = switchSearches(first.after, { siteSonar: false }, project);
      const on = switchSearches(off.after, { siteSonar: true }, project);
      expect([columns(off), columns(on)]).toEqual([['siteSonar'], ['siteSonar']]);
      expect(columns(answered(on.after, outcome))).toEqual(told);
    },
  );
});
