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

describe('A new patient', () => {
  test.each<[string, ReturnType<typeof aProject>, SearchFlags, Partial<PatientDetails>, object]>([
    ['waits for nothing while no search is on [PATIENT-9]', aProject(), {}, {}, { searchStatus: 'Inactive' }],
    [
      'in a live project that needs a document waits for its approval',
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
      'without a ZIP code waits for one, except for Site Sonar',
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
      'with a covered purpose waits for nothing',
      covered,
      all,
      {},
      { searchStatus: 'Processing', authorizationStatus: 'Approved', waits: [null, null, null] },
    ],
    [
      'in a sandbox project waits for neither approval nor ZIP code',
      sandbox,
      all,
      { zipCodes: [] },
      { searchStatus: 'Processing', authorizationStatus: 'NeedsApproval', waits: [null, null, null] },
    ],
    [
      'named Deceased in a sandbox project died before clinical data begins',
      sandbox,
      all,
      { firstName: 'Deceased' },
      { searchStatus: 'Processing', dateOfDeath: '2015-06-30' },
    ],
    [
      'named Deceased in a live project is alive',
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
    ['EHR Search without approval', { companyFeatures: [] }, { ehrSearch: true }, 'search.notAvailable'],
    [
      'Patient Histories without approval',
      { companyFeatures: [] },
      { patientHistories: true },
      'search.notAvailable',
    ],
    ['Site Sonar, which needs no approval', { companyFeatures: [] }, { siteSonar: true }, undefined],
    ['any search on sandbox', { companyFeatures: [], status: 'Sandbox' }, all, undefined],
  ])('may have only the searches that are available: %s', (_name, differs, flags, code) => {
    expect(codeOf(() => aPatient(aProject(differs), flags))).toBe(code);
  });
});

describe('A patient edit', () => {
  const approved = (project = aProject(), flags: SearchFlags = {}): Patient => ({
    ...aPatient(project, flags),
    authorizationStatus: 'Approved',
  });

  test.each<[string, AuthorizationStatus, Partial<PatientDetails>, AuthorizationStatus]>([
    ['of nothing keeps an approval', 'Approved', {}, 'Approved'],
    ['of the first name returns an approval to review', 'Approved', { firstName: 'Joan' }, 'NeedsApproval'],
    ['of a last name returns an approval to review', 'Approved', { lastNames: ['Doe'] }, 'NeedsApproval'],
    [
      'of the birth date returns an approval to review',
      'Approved',
      { dateOfBirth: '1984-03-01' },
      'NeedsApproval',
    ],
    ['of the sex returns an approval to review', 'Approved', { sex: 'Other' }, 'NeedsApproval'],
    ['of the ZIP codes returns an approval to review', 'Approved', { zipCodes: [] }, 'NeedsApproval'],
    ['of the city returns an approval to review', 'Approved', { city: 'Boston' }, 'NeedsApproval'],
    ['of the phone keeps an approval', 'Approved', { mobile: '+16175550100' }, 'Approved'],
    [
      'of the birth date keeps WrongPatientName',
      'WrongPatientName',
      { dateOfBirth: '1984-03-01' },
      'WrongPatientName',
    ],
    ['of the name resolves WrongPatientName', 'WrongPatientName', { firstName: 'Joan' }, 'NeedsApproval'],
    ['of the name keeps MissingSignature', 'MissingSignature', { firstName: 'Joan' }, 'MissingSignature'],
  ])('%s', (_name, before, differs, after) => {
    const patient: Patient = { ...aPatient(), authorizationStatus: before };
    const decision = edit(patient, { submitted: differs, flags: {} }, aProject());
    expect(decision.after.authorizationStatus).toBe(after);
    expect(decision.changed).toEqual(Object.keys(differs));
  });

  test('lists each changed detail once, in the order of the details', () => {
    const differs = { email: 'jane@example.org', firstName: 'Joan' };
    expect(edit(aPatient(), { submitted: differs, flags: {} }, aProject()).changed).toEqual([
      'firstName',
      'email',
    ]);
  });

  test('that switches a search on returns an approved patient to review [AUTH-8]', () => {
    expect(switchSearches(approved(), { siteSonar: true }, aProject()).after.authorizationStatus).toBe(
      'NeedsApproval',
    );
    const on = approved(aProject(), { siteSonar: true });
    expect(switchSearches(on, { siteSonar: true }, aProject()).after.authorizationStatus).toBe('Approved');
  });

  test('that switches a running search off and on returns an approved patient to review [AUTH-8]', () => {
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
    ['Approved', 'nothing else', { submitted: {}, flags: {} }, 'Approved'],
    ['Approved', 'what is on file', { submitted: details, flags: {} }, 'Approved'],
    ['Approved', 'another name', { submitted: { firstName: 'Joan' }, flags: {} }, 'NeedsApproval'],
    ['Approved', 'a search switched on', { submitted: {}, flags: all }, 'NeedsApproval'],
    ['WrongPatientName', 'another name', { submitted: { firstName: 'Joan' }, flags: {} }, 'NeedsApproval'],
    ['MissingSignature', 'another name', { submitted: { firstName: 'Joan' }, flags: {} }, 'MissingSignature'],
  ])(
    'decides %s first and then applies its other changes: %s [DECISION-16]',
    (decided, _name, rest, after) => {
      const decision = edit(aPatient(sandbox), { ...rest, authorizationStatus: decided }, sandbox);
      expect(decision.after.authorizationStatus).toBe(after);
    },
  );

  test.each<[string, Partial<PatientProject>, boolean, AuthorizationStatus]>([
    ['with a covered purpose and no document', { purpose: 'CoveredPayment' }, false, 'Approved'],
    ['with tokens and no document', { authorizationMethod: 'ial2Tokens' }, false, 'Approved'],
    ['with a covered purpose and a document', { purpose: 'CoveredPayment' }, true, 'NeedsApproval'],
    ['with tokens and a document', { authorizationMethod: 'ial2Tokens' }, true, 'NeedsApproval'],
    ['who needs a document and has none', {}, false, 'NeedsApproval'],
  ])('of an approved patient %s leads to the right status [DECISION-15]', (_name, differs, has, after) => {
    const project = aProject(differs);
    const patient = { ...approved(project), authorizationEtag: has ? 'etag' : null };
    const submitted = { firstName: 'Joan' };
    expect(edit(patient, { submitted, flags: {} }, project).after.authorizationStatus).toBe(after);
    expect(switchSearches(patient, all, project).after.authorizationStatus).toBe(after);
  });

  test('keeps omitted details and clears those that are null [DECISION-9]', () => {
    const before = aPatient(aProject(), {}, { mobile: '+16175550100', email: 'j@example.org' });
    const { firstName, lastNames, dateOfBirth } = details;
    const whole = { firstName, lastNames, dateOfBirth };
    expect(edit(before, { submitted: whole, flags: {} }, aProject()).changed).toEqual([]);
    const cleared = edit(
      before,
      { submitted: { ...whole, mobile: null, zipCodes: null }, flags: {} },
      aProject(),
    );
    expect(cleared.changed).toEqual(['zipCodes', 'mobile']);
    expect(cleared.after).toMatchObject({ mobile: null, zipCodes: [], email: 'j@example.org' });
  });

  test('that adds the missing ZIP code opens the gate', () => {
    const before = aPatient(covered, all, { zipCodes: [] });
    expect(searchOf(before, 'ehrSearch').waitsFor).toBe('zipCode');
    const { after } = edit(
      { ...before, authorizationStatus: 'Approved' },
      { submitted: { zipCodes: details.zipCodes }, flags: {} },
      covered,
    );
    expect(searchOf(after, 'ehrSearch').waitsFor).toBeNull();
  });

  test.each<[string, Partial<PatientDetails>, string | null]>([
    ['of a detail that is sent frees a search that waits for a correction', { firstName: 'Joan' }, null],
    ['of a detail that is not sent does not', { mobile: '+16175550100' }, 'correction'],
  ])('%s', (_name, differs, waitsFor) => {
    const refused = {
      waitsFor: 'correction',
      refusals: 1,
      resendAtMs: 1,
      outcome: 'RequestRejected',
    } as const;
    const before = havingSearch(aPatient(covered, all), 'siteSonar', refused);
    const { after } = edit(before, { submitted: differs, flags: {} }, aProject({ status: 'Sandbox' }));
    expect(searchOf(after, 'siteSonar').waitsFor).toBe(waitsFor);
  });

  test('frees no search that was refused too often, not even by switching it off and on', () => {
    const stopped = { waitsFor: 'rearming', refusals: 4, resendAtMs: null } as const;
    const before = havingSearch(aPatient(covered, all), 'siteSonar', stopped);
    const corrected = edit(before, { submitted: { firstName: 'Joan' }, flags: {} }, covered).after;
    expect(searchOf(corrected, 'siteSonar').waitsFor).toBe('rearming');
    const off = switchSearches(corrected, { siteSonar: false }, covered).after;
    const on = switchSearches(off, { siteSonar: true }, covered).after;
    expect(searchOf(on, 'siteSonar').waitsFor).toBe('rearming');
    expect(on.searchStatus).toBe('RequestRejected');
  });

  test('that enables an unavailable search is rejected unless the search was already on', () => {
    const bare = aProject({ companyFeatures: [] });
    expect(codeOf(() => switchSearches(aPatient(), { ehrSearch: true }, bare))).toBe('search.notAvailable');
    expect(codeOf(() => switchSearches(aPatient(aProject(), all), all, bare))).toBeUndefined();
  });
});

describe('Decisions about a patient', () => {
  test('an approval opens the gate of every search that waits for it', () => {
    const { after } = review(aPatient(aProject(), all), 'Approved', aProject());
    expect(after.searches.map(({ waitsFor }) => waitsFor)).toEqual([null, null, null]);
  });

  test('a withdrawn approval closes the gates again', () => {
    const { after } = review(aPatient(aProject(), all), 'Approved', aProject());
    const taken = review(after, 'WrongPatientName', aProject()).after;
    expect(taken.searches.map(({ waitsFor }) => waitsFor)).toEqual(['approval', 'approval', 'approval']);
  });

  test('a death before clinical data begins leaves EHR Search unchanged [SEARCH-18]', () => {
    const { after } = establishDeath(aPatient(aProject(), all), '2014-05-01', aProject());
    expect(after.searches.map(({ waitsFor }) => waitsFor)).toEqual([null, null, 'approval']);
    expect(establishDeath(after, null, aProject()).after.searches.map(({ waitsFor }) => waitsFor)).toEqual([
      'approval',
      'approval',
      'approval',
    ]);
  });

  test('an upload returns any status to NeedsApproval', () => {
    const uploaded = { etag: '"1"', uploadedAt: new Date('2026-11-02T00:00:00Z') };
    for (const status of ['Approved', 'MissingSignature', 'NeedsApproval'] as const) {
      const { after } = upload({ ...aPatient(), authorizationStatus: status }, uploaded, aProject());
      expect(after.authorizationStatus).toBe('NeedsApproval');
      expect(isOnFile(after, uploaded)).toBe(true);
      expect(isOnFile(after, { ...uploaded, etag: '"2"' })).toBe(false);
      expect(isOnFile(after, { ...uploaded, uploadedAt: new Date('2026-11-03T00:00:00Z') })).toBe(false);
    }
  });

  test('an answer changes the search status of the patient', () => {
    const before = aPatient(covered, { siteSonar: true });
    const answered = { ...searchOf(before, 'siteSonar'), phase: 'answered', outcome: 'NoHit' } as const;
    expect(withSearch(before, answered, covered).after.searchStatus).toBe('NoHit');
  });

  test('a search re-armed by the provider is gated again, without its refusals', () => {
    const stopped = { waitsFor: 'rearming', refusals: 4, resendAtMs: null } as const;
    const before = havingSearch(aPatient(aProject(), all), 'siteSonar', stopped);
    const { after } = rearmSearch(before, 'siteSonar', aProject());
    expect(searchOf(after, 'siteSonar')).toMatchObject({ waitsFor: 'approval', refusals: 0 });
  });
});
