import {
  consequences as consequencesAt,
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

const today = '2026-11-26';
const consequences = (decision: Decision, of = project): Consequences =>
  consequencesAt(decision, { project: of, today });

const nothing: Consequences = {
  isChanged: false,
  isVersioned: false,
  searches: [],
  events: [],
  columns: [],
  forget: [],
  authCheck: 'none',
  isToBeLookedAt: false,
  heldRecordRequests: null,
};

function edited(differs: Partial<PatientDetails>, before = aPatient(project)): Decision {
  return edit(before, { submitted: differs, flags: {} }, project);
}

const eventsOf = (decision: Decision): Array<[string, readonly string[]]> =>
  consequences(decision, project).events.map(({ eventType, changed }) => [eventType, changed]);

test('Saving what is already on file has no consequences [AUTH-16]', () => {
  expect(consequences(edited({}), project)).toEqual(nothing);
  const approved = { ...aPatient(strict), authorizationStatus: 'Approved' } as const;
  expect(consequences(review(approved, 'Approved', strict), strict)).toEqual(nothing);
});

test('A new patient raises an event for itself and each enabled search, which are looked at next [EVENT-10] [EVENT-19] [EVENT-37]', () => {
  const patient = aPatient(project, { siteSonar: true });
  expect(consequencesOfRegistering(patient, { project, today })).toEqual({
    ...nothing,
    isChanged: true,
    isVersioned: true,
    searches: patient.searches,
    events: [
      { eventType: 'patient.created', changed: [] },
      { eventType: 'siteSonar.started', changed: [], searchStatus: 'Processing' },
    ],
    isToBeLookedAt: true,
  });
  expect(consequencesOfRegistering(aPatient(project), { project, today }).isToBeLookedAt).toBe(false);
});

describe('Patient events', () => {
  test.each<[string, Partial<PatientDetails>, readonly string[]]>([
    ['the first name', { firstName: 'Joan' }, ['firstName']],
    ['every last name', { lastNames: ['Roe'] }, ['lastName', 'lastNames']],
    ['an alternate last name', { lastNames: ['Doe', 'Roe'] }, ['lastNames']],
    ['the birth date', { dateOfBirth: '1984-03-01' }, ['dateOfBirth']],
    ['the sex', { sex: 'Other' }, ['sex']],
    ['the ZIP codes', { zipCodes: ['02140'] }, ['zipCodes']],
    ['the phone and the address', { mobile: '+16175550100', email: 'j@example.org' }, ['mobile', 'email']],
    ['no city, only what changed with it', { city: 'Boston', email: 'j@example.org' }, ['email']],
  ])('name the changed fields: %s [EVENT-11] [EVENT-37]', (_name, differs, changed) => {
    const before = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' } as const;
    expect(eventsOf(edited(differs, before))).toEqual([['patient.updated', changed]]);
  });

  test('are not raised for a new city alone, which is stored', () => {
    const before = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' } as const;
    const decision = edited({ city: 'Boston' }, before);
    expect(consequences(decision, project)).toEqual({ ...nothing, isChanged: true, isVersioned: true });
  });

  test('about an authorization keep the status that they are raised for [EVENT-25]', () => {
    const { events } = consequences(review(aPatient(strict), 'MissingZip', strict), strict);
    expect(events.map(({ authorizationStatus }) => authorizationStatus)).toEqual([
      'MissingZip',
      'MissingZip',
    ]);
  });

  test('report an approval and a fault, each with its own event as well [EVENT-13]', () => {
    const waiting = aPatient(strict);
    const status = ['authorizationStatus'];
    expect(eventsOf(review(waiting, 'Approved', strict))).toEqual([
      ['authorization.statusChanged', status],
      ['authorization.approved', status],
    ]);
    expect(eventsOf(review(waiting, 'MissingZip', strict))).toEqual([
      ['authorization.statusChanged', status],
      ['authorization.needsAttention', status],
    ]);
  });

  test('follow the order details, authorization, search status, run [EVENT-12]', () => {
    const before = { ...aPatient(strict), authorizationStatus: 'Approved' } as const;
    const decision = edit(before, { submitted: { firstName: 'Joan' }, flags: { siteSonar: true } }, strict);
    expect(eventsOf(decision).map(([event]) => event)).toEqual([
      'patient.updated',
      'authorization.statusChanged',
      'authorization.needsAttention',
      'patient.searchStatusChanged',
      'siteSonar.started',
    ]);
  });

  /** The search events of a decision, each with the changed fields and the search status. */
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

  test('report the start of a search when it is switched on, not again for its run, and its outcome [EVENT-7] [EVENT-17] [EVENT-18]', () => {
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

  test('report the outcome of the search itself, whatever the others are at [EVENT-18]', () => {
    const all = aPatient(project, { siteSonar: true, ehrSearch: true });
    const running = moved(all, { ...begun, runUid: 'r', run: 1 }).after;
    const answered = moved(running, { phase: 'answered', outcome: 'NoHit' });
    expect(answered.after.searchStatus).toBe('Processing');
    expect(searchEventsOf(answered)).toEqual([['siteSonar.completed', ['searchStatus'], 'NoHit']]);
  });

  test('report the start and end of each run of a refused request [EVENT-17]', () => {
    const running = moved(aPatient(project, { siteSonar: true }), { ...begun, runUid: 'r', run: 1 }).after;
    const refused = moved(running, refusal);
    expect(searchEventsOf(refused)).toEqual([['siteSonar.completed', ['searchStatus'], 'RequestRejected']]);
    const freed = moved(refused.after, { waitsFor: null });
    expect(searchEventsOf(freed)).toEqual([]);
    expect(searchEventsOf(moved(freed.after, { ...begun, runUid: 's', run: 2 }))).toEqual([
      ['siteSonar.started', ['searchStatus'], 'Processing'],
    ]);
  });

  test('report only the end of a run that was switched off and on', () => {
    const running = moved(aPatient(project, { siteSonar: true }), { ...begun, runUid: 'r', run: 1 }).after;
    const off = switchSearches(running, { siteSonar: false }, project);
    const on = switchSearches(off.after, { siteSonar: true }, project);
    expect([...searchEventsOf(off), ...searchEventsOf(on)]).toEqual([]);
    const ended = moved(off.after, { phase: 'off', outcome: 'Completed' });
    expect(searchEventsOf(ended)).toEqual([['siteSonar.completed', ['searchStatus'], 'Completed']]);
  });

  test('report a search declined because of a death as started and completed [EVENT-17]', () => {
    const armed = aPatient(project, { siteSonar: true });
    const declined = { phase: 'answered', outcome: 'DeceasedBeforeClinicalData' } as const;
    const [, started] = consequencesOfRegistering(armed, { project, today }).events;
    expect(started?.eventType).toBe('siteSonar.started');
    expect(searchEventsOf(moved(armed, declined))).toEqual([
      ['siteSonar.completed', ['searchStatus'], 'DeceasedBeforeClinicalData'],
    ]);
    // A refused search has already reported the end of its run: the decline is another.
    const waiting = moved(moved(armed, { ...begun, runUid: 'r', run: 1 }).after, refusal).after;
    expect(searchEventsOf(moved(waiting, declined)).map(event => (event as unknown[])[0])).toEqual([
      'siteSonar.started',
      'siteSonar.completed',
    ]);
  });
});

describe('Record requests held for the authorization', () => {
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
    ['the approval of a faulty document', {}, 'MissingSignature', 'Approved', 'released'],
    ['a fault', {}, 'NeedsApproval', 'MissingSignature', 'denied'],
    ['a fault in an approved document', {}, 'Approved', 'WrongPatientName', 'denied'],
    ['another fault', {}, 'WrongPatientName', 'MissingSignature', null],
    ['an approval that was there before', {}, 'Approved', 'Approved', null],
    [
      'an approval where no document is needed',
      { purpose: 'CoveredPayment' },
      'NeedsApproval',
      'Approved',
      null,
    ],
  ])(
    'are released, denied, or left alone on %s [DECISION-14] [REQUEST-16]',
    (_name, differs, from, to, held) => {
      const of = aProject(differs);
      const decision = review({ ...aPatient(of), authorizationStatus: from }, to, of);
      expect(consequences(decision, of).heldRecordRequests).toBe(held);
    },
  );

  test('are released on sandbox when the fault is approved or fixed [AUTH-7]', () => {
    const sandbox = aProject({ status: 'Sandbox' });
    const faulty = { ...aPatient(sandbox), authorizationStatus: 'WrongPatientName' } as const;
    const approved = edit(faulty, { submitted: {}, flags: {}, authorizationStatus: 'Approved' }, sandbox);
    expect(consequences(approved, sandbox).heldRecordRequests).toBe('released');
    const fixed = edit(faulty, { submitted: { firstName: 'Joan' }, flags: {} }, sandbox);
    expect(consequences(fixed, sandbox).heldRecordRequests).toBe('released');
    const held = edit(
      aPatient(sandbox),
      { submitted: {}, flags: {}, authorizationStatus: 'MissingZip' },
      sandbox,
    );
    expect(consequences(held, sandbox).heldRecordRequests).toBe('denied');
  });
});

describe('The analysis of the authorization', () => {
  const onFile = { ...aPatient(project), authorizationEtag: '"1"', authorizationUploadedAt: new Date(0) };
  const after = (decision: Decision): string => consequences(decision, project).authCheck;

  test('reads an upload with different bytes', () => {
    const uploaded = { etag: '"2"', uploadedAt: new Date(1) };
    expect(after(upload(onFile, uploaded, project))).toBe('readAnew');
    expect(after(upload(aPatient(project), uploaded, project))).toBe('readAnew');
  });

  test('ignores the same bytes uploaded again, which are stored as another upload', () => {
    const again = upload(onFile, { etag: '"1"', uploadedAt: new Date(1) }, project);
    expect(consequences(again, project)).toMatchObject({ isChanged: true, authCheck: 'none' });
  });

  test.each<[string, Partial<PatientDetails>, string]>([
    ['another first name', { firstName: 'Joan' }, 'compareAnew'],
    ['another last name', { lastNames: ['Roe'] }, 'compareAnew'],
    ['another birth date', { dateOfBirth: '1984-03-01' }, 'compareAnew'],
    ['another phone', { mobile: '+16175550100' }, 'none'],
    ['another ZIP code', { zipCodes: ['02140'] }, 'none'],
  ])('reacts to %s only if a document is on file', (_name, differs, expected) => {
    expect(after(edited(differs, onFile))).toBe(expected);
    expect(after(edited(differs))).toBe('none');
  });

  test('compares again when details that its searches need appear or disappear', () => {
    const wanting = { ...onFile, ...switchSearches(onFile, { ehrSearch: true }, project).after };
    expect(after(edited({ zipCodes: [] }, wanting))).toBe('compareAnew');
    expect(after(edited({ sex: 'Unknown' }, wanting))).toBe('compareAnew');
    expect(after(edited({ zipCodes: ['02140'] }, wanting))).toBe('none');
  });

  test('compares again on a date of death', () => {
    expect(after(establishDeath(onFile, '2020-01-01', project))).toBe('compareAnew');
  });
});

test('Withheld records are discarded once nobody can resolve them', () => {
  const answered = { phase: 'answered', outcome: 'AmbiguousIdentity', runUid: 'r' } as const;
  const ambiguous = havingSearch(aPatient(project, { siteSonar: true }), 'siteSonar', answered);
  expect(consequences(edited({ sex: 'Male' }, ambiguous), project).forget).toEqual([]);
  expect(consequences(switchSearches(ambiguous, { siteSonar: false }, project), project).forget).toEqual([
    'siteSonar',
  ]);
});

test('Only the changed searches are stored', () => {
  const before = aPatient(project, { siteSonar: true });
  const decision = switchSearches(before, { ehrSearch: true }, project);
  expect(consequences(decision, project).searches.map(({ kind }) => kind)).toEqual(['ehrSearch']);
});

describe('The changed columns for Classic endpoints [HOOK-28]', () => {
  const columns = (decision: Decision): readonly string[] => consequences(decision, project).columns;
  const approved: Patient = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' };
  test.each<[string, Parameters<typeof edit>[1], readonly string[]]>([
    ['the first name', { submitted: { firstName: 'Joan' }, flags: {} }, ['firstName']],
    ['the current last name', { submitted: { lastNames: ['Roe'] }, flags: {} }, ['lastName']],
    ['no alternate last name', { submitted: { lastNames: ['Doe', 'Roe'] }, flags: {} }, []],
    ['no city, which is not a column', { submitted: { city: 'Boston' }, flags: {} }, []],
    [
      'phone and e-mail together',
      { submitted: { mobile: '+16175550100', email: 'j@example.org' }, flags: {} },
      ['mobile', 'email'],
    ],
    [
      'a search that is switched on, with its first status',
      { submitted: {}, flags: { siteSonar: true } },
      ['siteSonar', 'searchStatus'],
    ],
  ])('contain %s', (_name, change, expected) => {
    expect(columns(edit(approved, change, project))).toEqual(expected);
  });

  test('contain a decision on the authorization', () => {
    expect(columns(review(approved, 'Approved', project))).toEqual(['authorizationStatus']);
  });

  const answered = (before: Patient, outcome: 'Completed' | 'NoHit'): Decision =>
    withSearch(before, { ...searchOf(before, 'siteSonar'), phase: 'answered', outcome }, project);
  test.each([
    ['the same status', 'Completed', []],
    ['another status', 'NoHit', ['searchStatus']],
  ] as const)(
    'contain the flag of a repeated run, and its status only if it differs: %s [DECISION-74]',
    (_name, outcome, expected) => {
      const first = answered(aPatient(project, { siteSonar: true }), 'Completed');
      expect(columns(first)).toEqual(['searchStatus']);
      const off = switchSearches(first.after, { siteSonar: false }, project);
      const on = switchSearches(off.after, { siteSonar: true }, project);
      expect([columns(off), columns(on)]).toEqual([['siteSonar'], ['siteSonar']]);
      expect(columns(answered(on.after, outcome))).toEqual(expected);
    },
  );
});
