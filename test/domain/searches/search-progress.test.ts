/** What everyone reads about one search. */
import {
  naming,
  progressOf,
  searchReasons,
  type SearchReason,
  type SearchState,
  type WhoActs,
} from '../../../src/domain/searches/search-progress';
import { neverRun, searchOff, type PatientSearch } from '../../../src/domain/searches/search';
import type { StepFacts } from '../../../src/domain/searches/next-step';

type Facts = Omit<StepFacts, 'partner'>;
const off: PatientSearch = { ...searchOff('ehrSearch'), ...neverRun };
const armed: PatientSearch = { ...off, isRequested: true, phase: 'armed', sinceMs: Date.UTC(2026, 10, 20) };
const running: PatientSearch = { ...armed, phase: 'running', partner: 'claimsnet' };
const answered = (differs: Partial<PatientSearch>): PatientSearch => ({
  ...armed,
  phase: 'answered',
  ...differs,
});
const live = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' } as const;
const patient: Facts['patient'] = {
  authorizationStatus: 'Approved',
  authorizationEtag: 'e',
  authorizationExpiresOn: '2026-12-31',
  authorizationRevokedOn: null,
  zipCodes: ['02139'],
  dateOfDeath: null,
};
const facts: Facts = { project: live, patient, atMs: Date.UTC(2026, 10, 26), today: '2026-11-26' };
const unapproved = { ...patient, authorizationStatus: 'NeedsApproval' } as const;
const updatedAt = new Date('2026-11-01T12:00:00Z');

test.each<[string, PatientSearch, Partial<Facts>, SearchState, SearchReason, WhoActs | null]>([
  ['that is off', off, {}, 'Off', 'off', null],
  ['that can be sent', armed, {}, 'Waiting', 'toBeSent', null],
  [
    'without a ZIP code',
    armed,
    { patient: { ...patient, zipCodes: [] } },
    'Waiting',
    'missingZipCode',
    'You',
  ],
  ['that waits for a review', armed, { patient: unapproved }, 'Waiting', 'waitsForApproval', 'Support'],
  [
    'without a document',
    armed,
    { patient: { ...unapproved, authorizationEtag: null } },
    'Waiting',
    'authorizationMissing',
    'You',
  ],
  [
    'whose authorization has a fault',
    armed,
    { patient: { ...patient, authorizationStatus: 'MissingSignature' } },
    'Waiting',
    'authorizationFaulty',
    'You',
  ],
  ['whose authorization expired', armed, { today: '2027-01-01' }, 'Waiting', 'authorizationExpired', 'You'],
  [
    'whose authorization was revoked',
    armed,
    { patient: { ...patient, authorizationRevokedOn: '2026-11-20' } },
    'Waiting',
    'authorizationRevoked',
    'You',
  ],
  [
    'that was rejected',
    { ...armed, waitsFor: 'correction', outcome: 'RequestRejected', refusals: 1 },
    {},
    'Waiting',
    'waitsForCorrection',
    'You',
  ],
  [
    'that was rejected too often',
    { ...armed, waitsFor: 'rearming', outcome: 'RequestRejected', refusals: 4 },
    {},
    'Waiting',
    'rejectedTooOften',
    'Support',
  ],
  ['without a partner', { ...armed, waitsFor: 'partner' }, {}, 'Waiting', 'waitsForPartner', 'Support'],
  [
    'of a closed project',
    armed,
    { project: { ...live, status: 'Closed' } },
    'Waiting',
    'projectClosed',
    'Support',
  ],
  [
    'that is being declined',
    { ...armed, kind: 'siteSonar' },
    { patient: { ...patient, dateOfDeath: '2015-01-01' } },
    'Waiting',
    'deceased',
    null,
  ],
  ['that was sent', running, {}, 'Running', 'waitsForAnswer', 'Partner'],
  [
    'that was sent, with what an earlier run found',
    { ...running, finding: 'notFound' },
    {},
    'Running',
    'waitsForAnswer',
    'Partner',
  ],
  [
    'whose answer was not understood',
    { ...running, finding: 'beingRead' },
    {},
    'Running',
    'beingRead',
    'Support',
  ],
  ['that found records', answered({ outcome: 'Completed' }), {}, 'Finished', 'completed', null],
  [
    'that found a part',
    answered({ outcome: 'Completed', finding: 'incomplete' }),
    {},
    'Finished',
    'incomplete',
    null,
  ],
  [
    'that found no one',
    answered({ outcome: 'NoHit', finding: 'notFound' }),
    {},
    'Finished',
    'notFound',
    null,
  ],
  [
    'without records',
    answered({ outcome: 'NoHit', finding: 'noRecords' }),
    {},
    'Finished',
    'noRecords',
    null,
  ],
  [
    'with a stale finding',
    answered({ outcome: 'NoHit', finding: 'incomplete' }),
    {},
    'Finished',
    'notFound',
    null,
  ],
  [
    'with a person not proven',
    answered({ outcome: 'AmbiguousIdentity', finding: 'notProven' }),
    {},
    'Finished',
    'notProven',
    'You',
  ],
  [
    'with conflicting people',
    answered({ outcome: 'AmbiguousIdentity', finding: 'conflictingPeople' }),
    {},
    'Finished',
    'conflictingPeople',
    'You',
  ],
  [
    'that is judged again',
    answered({ outcome: 'AmbiguousIdentity', isToBeJudged: true }),
    {},
    'Finished',
    'beingJudged',
    null,
  ],
  [
    'that was declined',
    answered({ outcome: 'DeceasedBeforeClinicalData' }),
    {},
    'Finished',
    'deceased',
    null,
  ],
])(
  'A search %s says so, and who has to act [SEARCH-27]',
  (_what, search, differs, state, reason, whoActs) => {
    expect(progressOf(search, { ...facts, ...differs }, updatedAt)).toMatchObject({
      state,
      reason,
      whoActs,
      says: searchReasons[reason].says,
    });
  },
);

test('The status of a search has since when, and when its authorization expired [SEARCH-27]', () => {
  expect(progressOf(armed, facts, updatedAt).since).toEqual(new Date('2026-11-20T00:00:00Z'));
  expect(progressOf(off, facts, updatedAt).since).toEqual(updatedAt);
  const expired = progressOf(armed, { ...facts, today: '2027-02-01' }, updatedAt);
  expect(expired.since).toEqual(new Date('2027-01-01T00:00:00Z'));
});

test('Someone who has to act has something to wait for, and support is called by its name', () => {
  for (const { waitsFor, whoActs } of Object.values(searchReasons))
    expect(whoActs === null).toBe(waitsFor === null);
  expect(naming('the care desk', searchReasons.rejectedTooOften.remedy)).toContain('ask the care desk to');
});
