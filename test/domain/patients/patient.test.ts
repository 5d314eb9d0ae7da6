import {
  edit,
  establishDeath,
  isOnFile,
  rearmSearch,
  review,
  switchSearches,
  upload,
  withSearch,
  type Edit,
  type Patient,
  type PatientProject,
} from '../../../src/domain/patients/patient';
import type { PatientDetails } from '../../../src/domain/patients/details';
import { Problem } from '../../../src/domain/problem';
import type { SearchFlags } from '../../../src/domain/searches/search';
import type { AuthorizationStatus } from '../../../src/domain/authorizations/authorization-status';
import { aPatient, aProject, details, havingSearch, searchOf } from './a-patient';

const all = { siteSonar: true, patientHistories: true, ehrSearch: true };
const sandbox = aProject({ status: 'Sandbox' });
const covered = aProject({ purpose: 'CoveredTreatment' });

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('a new patient', () => {
  test.each<[string, ReturnType<typeof aProject>, SearchFlags, Partial<PatientDetails>, object]>([
    ['waits for nothing while no search is on [PATIENT-9]', aProject(), {}, {}, { searchStatus: 'Inactive' }],
    [
      'of a live project that needs a document waits for its approval',
      aProject(),
      all,
      {},
      {
        searchStatus: 'Processing',
        authorizationStatus: 'NeedsApproval',
        waits: ['approval', 'approval', 'approval'],
      },
    ],
    [
      'without a ZIP code waits for one, but for Site Sonar',
      covered,
      all,
      { zipCodes: [] },
      {
        searchStatus: 'MissingZipCode',
        authorizationStatus: 'Approved',
        waits: [null, 'zipCode', 'zipCode'],
      },
    ],
    [
      'of a covered purpose waits for nothing',
      covered,
      all,
      {},
      { searchStatus: 'Processing', authorizationStatus: 'Approved', waits: [null, null, null] },
    ],
    [
      'of a sandbox project waits for neither approval nor ZIP code',
      sandbox,
      all,
      { zipCodes: [] },
      { searchStatus: 'Processing', authorizationStatus: 'NeedsApproval', waits: [null, null, null] },
    ],
    [
      'of a sandbox project who is called Deceased died before clinical data begins',
      sandbox,
      all,
      { firstName: 'Deceased' },
      { searchStatus: 'Processing', dateOfDeath: '2015-06-30' },
    ],
    [
      'of a live project who is called Deceased lives',
      aProject(),
      all,
      { firstName: 'Deceased' },
      { dateOfDeath: null },
    ],
  ])('%s', (_name, project, flags, differs, expected) => {
    const { searches, ...rest } = aPatient(project, flags, differs);
    expect({ ...rest, waits: searches.map(({ waitsFor }) => waitsFor) }).toMatchObject(expected);
  });

  test.each<[string, Partial<PatientProject>, SearchFlags, string | undefined]>([
    ['EHR Search that is not approved', { companyFeatures: [] }, { ehrSearch: true }, 'search.notAvailable'],
    [
      'Patient Histories that is not approved',
      { companyFeatures: [] },
      { patientHistories: true },
      'search.notAvailable',
    ],
    ['Site Sonar, which needs no approval', { companyFeatures: [] }, { siteSonar: true }, undefined],
    ['any search on sandbox', { companyFeatures: [], status: 'Sandbox' }, all, undefined],
  ])('asks for %s', (_name, differs, flags, code) => {
    expect(codeOf(() => aPatient(aProject(differs), flags))).toBe(code);
  });
});

describe('an edit', () => {
  const approved = (project = aProject(), flags: SearchFlags = {}): Patient => ({
    ...aPatient(project, flags),
    authorizationStatus: 'Approved',
  });

  test.each<[string, AuthorizationStatus, Partial<PatientDetails>, AuthorizationStatus]>([
    ['of nothing leaves an approval', 'Approved', {}, 'Approved'],
    ['of the first name unsettles an approval', 'Approved', { firstName: 'Joan' }, 'NeedsApproval'],
    ['of a last name unsettles an approval', 'Approved', { lastNames: ['Doe'] }, 'NeedsApproval'],
    ['of the birth date unsettles an approval', 'Approved', { dateOfBirth: '1984-03-01' }, 'NeedsApproval'],
    ['of the sex unsettles an approval', 'Approved', { sex: 'Other' }, 'NeedsApproval'],
    ['of the ZIP codes unsettles an approval', 'Approved', { zipCodes: [] }, 'NeedsApproval'],
    ['of the city unsettles an approval', 'Approved', { city: 'Boston' }, 'NeedsApproval'],
    ['of the phone leaves an approval', 'Approved', { mobile: '+16175550100' }, 'Approved'],
    [
      'of the birth date leaves a wrong name',
      'WrongPatientName',
      { dateOfBirth: '1984-03-01' },
      'WrongPatientName',
    ],
    ['of the name mends a wrong name', 'WrongPatientName', { firstName: 'Joan' }, 'NeedsApproval'],
    ['of anything leaves a missing signature', 'MissingSignature', { firstName: 'Joan' }, 'MissingSignature'],
  ])('%s', (_name, before, differs, after) => {
    const patient: Patient = { ...aPatient(), authorizationStatus: before };
    const decision = edit(patient, { said: differs, flags: {} }, aProject());
    expect(decision.after.authorizationStatus).toBe(after);
    expect(decision.changed).toEqual(Object.keys(differs));
  });

  test('tells each detail that differs once, in the order of the details', () => {
    const differs = { email: 'jane@example.org', firstName: 'Joan' };
    expect(edit(aPatient(), { said: differs, flags: {} }, aProject()).changed).toEqual([
      'firstName',
      'email',
    ]);
  });

  test('that switches a search on sends an approved patient back to review [AUTH-8]', () => {
    expect(switchSearches(approved(), { siteSonar: true }, aProject()).after.authorizationStatus).toBe(
      'NeedsApproval',
    );
    const on = approved(aProject(), { siteSonar: true });
    expect(switchSearches(on, { siteSonar: true }, aProject()).after.authorizationStatus).toBe('Approved');
  });

  test('that switches a running search off and on sends an approved patient back to review as well [AUTH-8]', () => {
    const armed = approved(aProject(), { siteSonar: true });
    const running = havingSearch(armed, 'siteSonar', { phase: 'running', runUid: 'r' });
    const off = switchSearches(running, { siteSonar: false }, aProject()).after;
    expect(off.authorizationStatus).toBe('Approved');
    expect(searchOf(off, 'siteSonar').phase).toBe('running');
    const on = switchSearches(off, { siteSonar: true }, aProject()).after;
    expect(on.authorizationStatus).toBe('NeedsApproval');
    expect(searchOf(on, 'siteSonar').phase).toBe('running');
  });

  test.each<[AuthorizationStatus, string, Omit<Edit, 'authorizationStatus'>, AuthorizationStatus]>([
    ['Approved', 'nothing else', { said: {}, flags: {} }, 'Approved'],
    ['Approved', 'what is on file', { said: details, flags: {} }, 'Approved'],
    ['Approved', 'another name', { said: { firstName: 'Joan' }, flags: {} }, 'NeedsApproval'],
    ['Approved', 'a search switched on', { said: {}, flags: all }, 'NeedsApproval'],
    ['WrongPatientName', 'another name', { said: { firstName: 'Joan' }, flags: {} }, 'NeedsApproval'],
    ['MissingSignature', 'another name', { said: { firstName: 'Joan' }, flags: {} }, 'MissingSignature'],
  ])('decides %s first, then goes by its own rules: with %s [DECISION-16]', (decided, _name, rest, after) => {
    const decision = edit(aPatient(sandbox), { ...rest, authorizationStatus: decided }, sandbox);
    expect(decision.after.authorizationStatus).toBe(after);
  });

  test.each<[string, Partial<PatientProject>, boolean, AuthorizationStatus]>([
    ['of a covered purpose without a document', { purpose: 'CoveredPayment' }, false, 'Approved'],
    ['with tokens for a document', { authorizationMethod: 'ial2Tokens' }, false, 'Approved'],
    ['of a covered purpose with a document', { purpose: 'CoveredPayment' }, true, 'NeedsApproval'],
    ['with tokens and a document', { authorizationMethod: 'ial2Tokens' }, true, 'NeedsApproval'],
    ['that needs a document and has none', {}, false, 'NeedsApproval'],
  ])(
    'of an approved patient %s leads to the status it should [DECISION-15]',
    (_name, differs, has, after) => {
      const project = aProject(differs);
      const patient = { ...approved(project), authorizationEtag: has ? 'etag' : null };
      const said = { firstName: 'Joan' };
      expect(edit(patient, { said, flags: {} }, project).after.authorizationStatus).toBe(after);
      expect(switchSearches(patient, all, project).after.authorizationStatus).toBe(after);
    },
  );

  test('leaves what it does not speak of, and clears by null [DECISION-9]', () => {
    const before = aPatient(aProject(), {}, { mobile: '+16175550100', email: 'j@example.org' });
    const { firstName, lastNames, dateOfBirth } = details;
    const whole = { firstName, lastNames, dateOfBirth };
    expect(edit(before, { said: whole, flags: {} }, aProject()).changed).toEqual([]);
    const cleared = edit(before, { said: { ...whole, mobile: null, zipCodes: null }, flags: {} }, aProject());
    expect(cleared.changed).toEqual(['zipCodes', 'mobile']);
    expect(cleared.after).toMatchObject({ mobile: null, zipCodes: [], email: 'j@example.org' });
  });

  test('that adds the missing ZIP code opens the gate', () => {
    const before = aPatient(covered, all, { zipCodes: [] });
    expect(searchOf(before, 'ehrSearch').waitsFor).toBe('zipCode');
    const { after } = edit(
      { ...before, authorizationStatus: 'Approved' },
      { said: { zipCodes: details.zipCodes }, flags: {} },
      covered,
    );
    expect(searchOf(after, 'ehrSearch').waitsFor).toBeNull();
  });

  test.each<[string, Partial<PatientDetails>, string | null]>([
    ['of what is sent frees a search that waits for a correction', { firstName: 'Joan' }, null],
    ['of what is not sent does not', { mobile: '+16175550100' }, 'correction'],
  ])('%s', (_name, differs, waitsFor) => {
    const refused = {
      waitsFor: 'correction',
      refusals: 1,
      resendAtMs: 1,
      outcome: 'RequestRejected',
    } as const;
    const before = havingSearch(aPatient(covered, all), 'siteSonar', refused);
    const { after } = edit(before, { said: differs, flags: {} }, aProject({ status: 'Sandbox' }));
    expect(searchOf(after, 'siteSonar').waitsFor).toBe(waitsFor);
  });

  test('moves no search that was refused too often, not even by off and on', () => {
    const stopped = { waitsFor: 'rearming', refusals: 4, resendAtMs: null } as const;
    const before = havingSearch(aPatient(covered, all), 'siteSonar', stopped);
    const corrected = edit(before, { said: { firstName: 'Joan' }, flags: {} }, covered).after;
    expect(searchOf(corrected, 'siteSonar').waitsFor).toBe('rearming');
    const off = switchSearches(corrected, { siteSonar: false }, covered).after;
    const on = switchSearches(off, { siteSonar: true }, covered).after;
    expect(searchOf(on, 'siteSonar').waitsFor).toBe('rearming');
    expect(on.searchStatus).toBe('RequestRejected');
  });

  test('that asks for a search which is not available is refused, one that is on already is not', () => {
    const bare = aProject({ companyFeatures: [] });
    expect(codeOf(() => switchSearches(aPatient(), { ehrSearch: true }, bare))).toBe('search.notAvailable');
    expect(codeOf(() => switchSearches(aPatient(aProject(), all), all, bare))).toBeUndefined();
  });
});

describe('a decision about a patient is settled', () => {
  test('an approval opens the gate of every search that waits for it', () => {
    const { after } = review(aPatient(aProject(), all), 'Approved', aProject());
    expect(after.searches.map(({ waitsFor }) => waitsFor)).toEqual([null, null, null]);
  });

  test('an approval that is taken back closes it again', () => {
    const { after } = review(aPatient(aProject(), all), 'Approved', aProject());
    const taken = review(after, 'WrongPatientName', aProject()).after;
    expect(taken.searches.map(({ waitsFor }) => waitsFor)).toEqual(['approval', 'approval', 'approval']);
  });

  test('a death before clinical data begins leaves EHR Search where it was [SEARCH-18]', () => {
    const { after } = establishDeath(aPatient(aProject(), all), '2014-05-01', aProject());
    expect(after.searches.map(({ waitsFor }) => waitsFor)).toEqual([null, null, 'approval']);
    expect(establishDeath(after, null, aProject()).after.searches.map(({ waitsFor }) => waitsFor)).toEqual([
      'approval',
      'approval',
      'approval',
    ]);
  });

  test('an upload sends back for review, whatever the status was', () => {
    const uploaded = { etag: '"1"', uploadedAt: new Date('2026-11-02T00:00:00Z') };
    for (const status of ['Approved', 'MissingSignature', 'NeedsApproval'] as const) {
      const { after } = upload({ ...aPatient(), authorizationStatus: status }, uploaded, aProject());
      expect(after.authorizationStatus).toBe('NeedsApproval');
      expect(isOnFile(after, uploaded)).toBe(true);
      expect(isOnFile(after, { ...uploaded, etag: '"2"' })).toBe(false);
      expect(isOnFile(after, { ...uploaded, uploadedAt: new Date('2026-11-03T00:00:00Z') })).toBe(false);
    }
  });

  test('an answer moves the status of the patient', () => {
    const before = aPatient(covered, { siteSonar: true });
    const answered = { ...searchOf(before, 'siteSonar'), phase: 'answered', outcome: 'NoHit' } as const;
    expect(withSearch(before, answered, covered).after.searchStatus).toBe('NoHit');
  });

  test('a search that the provider re-arms goes by its gates again, its refusals forgotten', () => {
    const stopped = { waitsFor: 'rearming', refusals: 4, resendAtMs: null } as const;
    const before = havingSearch(aPatient(aProject(), all), 'siteSonar', stopped);
    const { after } = rearmSearch(before, 'siteSonar', aProject());
    expect(searchOf(after, 'siteSonar')).toMatchObject({ waitsFor: 'approval', refusals: 0 });
  });
});
