/** How long an authorization is valid, and what is said before it ends. */
import {
  dueNotice,
  holdOf,
  type AuthorizationHold,
  type NoticeDays,
} from '../../../src/domain/authorizations/authorization-term';
import type { AuthorizationStatus } from '../../../src/domain/authorizations/authorization-status';
import { readExpiry, review, revoke, upload, type Patient } from '../../../src/domain/patients/patient';
import { Problem } from '../../../src/domain/problem';
import type { ProjectTerms } from '../../../src/domain/projects/project';
import { aPatient, aProject } from '../patients/a-patient';

const legal: ProjectTerms = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' };
const today = '2026-11-26';
const yesterday = '2026-11-25';

type Term = readonly [status: AuthorizationStatus, expiresOn: string | null, revokedOn: string | null];

test.each<[string, Partial<ProjectTerms>, Term, AuthorizationHold | null]>([
  ['valid', {}, ['Approved', today, null], null],
  ['without a date, such as one that ends with an event', {}, ['Approved', null, null], null],
  ['expired', {}, ['Approved', yesterday, null], 'authorizationExpired'],
  ['expired and not approved', {}, ['NeedsApproval', yesterday, null], 'approval'],
  ['revoked', {}, ['Approved', null, today], 'authorizationRevoked'],
  ['revoked and expired', {}, ['Approved', yesterday, yesterday], 'authorizationRevoked'],
  ['revoked and waiting for review', {}, ['NeedsApproval', null, today], 'authorizationRevoked'],
  ['of a covered purpose', { purpose: 'CoveredPayment' }, ['Approved', yesterday, today], null],
  ['replaced by a token', { authorizationMethod: 'ial2Tokens' }, ['Approved', yesterday, today], null],
  [
    'of a sandbox project, expired',
    { status: 'Sandbox' },
    ['Approved', yesterday, null],
    'authorizationExpired',
  ],
  ['of a sandbox project, not reviewed', { status: 'Sandbox' }, ['NeedsApproval', yesterday, null], null],
  [
    'of a sandbox project, revoked',
    { status: 'Sandbox' },
    ['NeedsApproval', null, today],
    'authorizationRevoked',
  ],
])('An authorization that is %s holds as it must [AUTH-24]', (_what, differs, term, hold) => {
  const [authorizationStatus, authorizationExpiresOn, authorizationRevokedOn] = term;
  const authorization = { authorizationStatus, authorizationExpiresOn, authorizationRevokedOn };
  expect(holdOf({ ...legal, ...differs }, authorization, today)).toBe(hold);
});

const project = aProject();
const reviewed = (expiresOn: string | null): Patient =>
  review(aPatient(project), 'Approved', project, { expiresOn }).after;

test.each<[string, string | null, NoticeDays | null, NoticeDays | null]>([
  ['31 days before', '2026-12-27', null, null],
  ['30 days before', '2026-12-26', null, 30],
  ['30 days before, already sent', '2026-12-26', 30, null],
  ['8 days before', '2026-12-04', 30, null],
  ['7 days before', '2026-12-03', 30, 7],
  ['7 days before, already sent', '2026-12-03', 7, null],
  ['learned of 5 days before', '2026-12-01', null, 7],
  ['on the last day', today, null, 7],
  ['after it', yesterday, 30, null],
  ['without a date', null, null, null],
])('A notice of an authorization, %s, is due as it must be [AUTH-26]', (_what, expiresOn, told, due) => {
  const patient = { ...reviewed(expiresOn), authorizationNoticeDays: told };
  expect(dueNotice(project, patient, today)).toBe(due);
  expect(dueNotice(aProject({ purpose: 'CoveredTreatment' }), patient, today)).toBeNull();
  expect(dueNotice(project, { ...patient, authorizationStatus: 'NeedsApproval' }, today)).toBeNull();
  expect(dueNotice(project, { ...patient, authorizationRevokedOn: today }, today)).toBeNull();
});

describe('The term of an authorization [AUTH-25]', () => {
  const uploaded = { etag: 'other', uploadedAt: new Date('2026-11-26T12:00:00Z') };

  test('is read from the document, and what a reviewer says about it stays', () => {
    const read = readExpiry(aPatient(project), '2027-01-31', project).after;
    expect(read).toMatchObject({ authorizationExpiresOn: '2027-01-31', authorizationExpiryBy: 'document' });
    const corrected = review(read, 'Approved', project, { expiresOn: '2029-01-31' }).after;
    const again = readExpiry(corrected, '2027-01-31', project).after;
    expect(again).toMatchObject({ authorizationExpiresOn: '2029-01-31', authorizationExpiryBy: 'reviewer' });
    expect(review(again, 'Approved', project).after.authorizationExpiresOn).toBe('2029-01-31');
  });

  test('starts over with another document, which a revocation before it says nothing about', () => {
    const revoked = revoke(reviewed('2027-01-31'), today, today, project).after;
    expect(revoked).toMatchObject({ authorizationStatus: 'Approved', authorizationRevokedOn: today });
    expect(upload(revoked, uploaded, project).after).toMatchObject({
      authorizationStatus: 'NeedsApproval',
      authorizationExpiresOn: null,
      authorizationExpiryBy: null,
      authorizationRevokedOn: null,
      authorizationNoticeDays: null,
    });
  });

  test('sends its notices again if the date changes', () => {
    const told: Patient = { ...reviewed('2026-12-01'), authorizationNoticeDays: 7 };
    const saying = (expiresOn: string) => review(told, 'Approved', project, { expiresOn }).after;
    expect(saying('2026-12-01').authorizationNoticeDays).toBe(7);
    expect(saying('2027-12-01').authorizationNoticeDays).toBeNull();
  });
});

const approved = reviewed(null);
test.each<[string, Patient, string, typeof project, string]>([
  ['without a document or an approval', aPatient(project), today, project, 'authorization.nothingToRevoke'],
  ['in the future', approved, '2026-11-27', project, 'authorization.revokedInFuture'],
  [
    'already revoked on another day',
    { ...approved, authorizationRevokedOn: yesterday },
    today,
    project,
    'authorization.revoked',
  ],
  [
    'that is not needed',
    approved,
    today,
    aProject({ purpose: 'CoveredTreatment' }),
    'authorization.notNeeded',
  ],
])('A revocation of an authorization %s is refused [AUTH-24]', (_what, patient, day, of, code) => {
  expect(() => revoke(patient, day, today, of)).toThrow(new Problem(code as Problem['code']));
});
