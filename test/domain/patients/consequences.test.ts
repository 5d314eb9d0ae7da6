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
} from '../../../src/domain/patients/patient';
import type { PatientDetails } from '../../../src/domain/patients/details';
import { aPatient, aProject, details, havingSearch, searchOf } from './a-patient';

const project = aProject({ purpose: 'CoveredTreatment' });
const strict = aProject();

const nothing: Consequences = {
  isChanged: false,
  searches: [],
  events: [],
  forget: [],
  authCheck: 'none',
  isToBeLookedAt: false,
};

function edited(differs: Partial<PatientDetails>, before = aPatient(project)): Decision {
  return edit(before, { details: { ...before, ...differs }, flags: {} }, project);
}

const told = (decision: Decision): Array<[string, readonly string[]]> =>
  consequences(decision, project).events.map(({ eventType, changed }) => [eventType, changed]);

test('nothing follows from what is on file already', () => {
  expect(consequences(edited({}), project)).toEqual(nothing);
  const approved = { ...aPatient(strict), authorizationStatus: 'Approved' } as const;
  expect(consequences(review(approved, 'Approved', strict), strict)).toEqual(nothing);
});

test('a new patient is told, and looked at when a search is on', () => {
  const patient = aPatient(project, { siteSonar: true });
  expect(consequencesOfRegistering(patient, project)).toEqual({
    ...nothing,
    isChanged: true,
    searches: patient.searches,
    events: [{ eventType: 'patient.created', changed: [] }],
    isToBeLookedAt: true,
  });
  expect(consequencesOfRegistering(aPatient(project), project).isToBeLookedAt).toBe(false);
});

describe('webhooks are told', () => {
  test.each<[string, Partial<PatientDetails>, readonly string[]]>([
    ['the first name', { firstName: 'Joan' }, ['firstName']],
    ['the last names by the current one', { lastNames: ['Roe'] }, ['lastName']],
    ['the birth date', { dateOfBirth: '1984-03-01' }, ['dateOfBirth']],
    ['the sex', { sex: 'Other' }, ['sex']],
    ['the ZIP codes', { zipCodes: ['02140'] }, ['zipCodes']],
    ['the phone and the address', { mobile: '+16175550100', email: 'j@example.org' }, ['mobile', 'email']],
    ['of city and state only what else changed', { city: 'Boston', email: 'j@example.org' }, ['email']],
  ])('%s', (_name, differs, changed) => {
    const before = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' } as const;
    expect(told(edited(differs, before))).toEqual([['patient.updated', changed]]);
  });

  test('nothing of a city alone, which is stored', () => {
    const before = { ...aPatient(project), authorizationStatus: 'WrongDateOfService' } as const;
    const decision = edited({ city: 'Boston' }, before);
    expect(consequences(decision, project)).toEqual({ ...nothing, isChanged: true });
  });

  test('an approval and what unsettles it, each with its own event', () => {
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

  test('the details, the authorization, the search status and the run, in this order', () => {
    const before = { ...aPatient(strict), authorizationStatus: 'Approved' } as const;
    const decision = edit(
      before,
      { details: { ...details, firstName: 'Joan' }, flags: { siteSonar: true } },
      strict,
    );
    expect(told(decision).map(([event]) => event)).toEqual([
      'patient.updated',
      'authorization.statusChanged',
      'authorization.needsAttention',
      'patient.searchStatusChanged',
    ]);
  });

  test('each run once when it begins and once when it ends, however it ends', () => {
    const armed = aPatient(project, { siteSonar: true });
    const search = searchOf(armed, 'siteSonar');
    const begun = withSearch(armed, { ...search, phase: 'running', runUid: 'r', run: 1 }, project);
    expect(told(begun)).toEqual([['siteSonar.started', []]]);
    const running = begun.after;
    const resumed = withSearch(running, { ...searchOf(running, 'siteSonar'), requestHash: 'ff' }, project);
    expect(told(resumed)).toEqual([]);
    const answered = { ...searchOf(running, 'siteSonar'), phase: 'answered', outcome: 'NoHit' } as const;
    expect(told(withSearch(running, answered, project))).toEqual([
      ['patient.searchStatusChanged', ['searchStatus']],
      ['siteSonar.completed', ['searchStatus']],
    ]);
    const refused = {
      ...searchOf(running, 'siteSonar'),
      phase: 'armed',
      waitsFor: null,
      refusals: 1,
    } as const;
    expect(told(withSearch(running, refused, project))).toEqual([['siteSonar.completed', []]]);
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
