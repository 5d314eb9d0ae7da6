import { describeSearches } from '../../../src/domain/searches/describe-searches';
import {
  isToBeLookedAt,
  nextStep,
  type NextStep,
  type StepFacts,
} from '../../../src/domain/searches/next-step';
import type { PartnerTerms } from '../../../src/domain/purposes/purpose-of-use';
import { neverRun, searchOff, type PatientSearch } from '../../../src/domain/searches/search';
import { aPatient, aProject, havingSearch } from '../patients/a-patient';

const now = 1_000_000;
const off: PatientSearch = { ...searchOff('ehrSearch'), ...neverRun };
const armed: PatientSearch = { ...off, isRequested: true, phase: 'armed' };
const answered: PatientSearch = { ...armed, phase: 'answered', outcome: 'Completed' };
const ambiguous: PatientSearch = { ...answered, outcome: 'AmbiguousIdentity' };
const refused: PatientSearch = { ...armed, waitsFor: 'correction', refusals: 1, resendAtMs: now + 1 };

const facts: StepFacts = {
  patient: {
    authorizationStatus: 'Approved',
    authorizationEtag: 'e',
    authorizationExpiresOn: '2026-11-26',
    authorizationRevokedOn: null,
    zipCodes: ['02139'],
    dateOfDeath: null,
  },
  project: { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' },
  partner: { servesPurposes: ['Legal'], requires: 'nothing' },
  atMs: now,
  today: '2026-11-26',
};
const live = facts.project;
const demanding = (requires: PartnerTerms['requires']): PartnerTerms => ({
  servesPurposes: ['Legal'],
  requires,
});
const dead = { ...facts.patient, dateOfDeath: '2015-12-31' };
const revoked = { ...facts.patient, authorizationRevokedOn: '2026-11-01' };
const unapproved = { ...facts.patient, authorizationStatus: 'NeedsApproval' } as const;

test.each<[string, PatientSearch, Partial<StepFacts>, NextStep]>([
  ['that is off', off, {}, 'nothing'],
  ['that is running', { ...armed, phase: 'running' }, {}, 'nothing'],
  ['that is answered', answered, {}, 'nothing'],
  ['that is ambiguous', ambiguous, {}, 'nothing'],
  ['that is ambiguous and has new evidence', { ...ambiguous, isToBeJudged: true }, {}, 'resolvable'],
  ['with nothing in the way', armed, {}, 'open'],
  ['without a configured partner', armed, { partner: undefined }, 'partnerMissing'],
  [
    'whose partner does not serve the purpose',
    armed,
    { partner: { servesPurposes: ['CoveredTreatment'], requires: 'nothing' } },
    'purposeNotServed',
  ],
  [
    'approved without the document its partner requires',
    armed,
    { patient: { ...facts.patient, authorizationEtag: null }, partner: demanding('authorization') },
    'authorizationDemanded',
  ],
  ['with the document its partner requires', armed, { partner: demanding('authorization') }, 'open'],
  [
    'whose partner requires an identity token',
    armed,
    { partner: demanding('identityToken') },
    'identityTokenDemanded',
  ],
  [
    'in a closed project, whatever else holds it',
    armed,
    { project: { ...live, status: 'Closed' }, patient: dead },
    'projectClosed',
  ],
  ['for EHR Search of a patient who died early', armed, { patient: dead }, 'open'],
  [
    'for Site Sonar of a patient who died early',
    { ...armed, kind: 'siteSonar' },
    { patient: dead },
    'declined',
  ],
  [
    'for Site Sonar of a patient who died early, refused too often',
    { ...armed, kind: 'siteSonar', waitsFor: 'rearming' },
    { patient: dead },
    'declined',
  ],
  ['that was refused too often', { ...armed, waitsFor: 'rearming' }, {}, 'rearming'],
  [
    'that was refused too often and is not approved',
    { ...armed, waitsFor: 'rearming' },
    { patient: unapproved },
    'rearming',
  ],
  ['that was refused and is not yet due', refused, {}, 'correction'],
  ['that was refused, is not yet due, and is not approved', refused, { patient: unapproved }, 'correction'],
  ['that was refused and is due', { ...refused, resendAtMs: now }, {}, 'open'],
  [
    'that was refused, is due, and is not approved',
    { ...refused, resendAtMs: now },
    { patient: unapproved },
    'approval',
  ],
  ['without a ZIP code', armed, { patient: { ...unapproved, zipCodes: [] } }, 'zipCode'],
  ['without an approval', armed, { patient: unapproved }, 'approval'],
  [
    'without an approval and without a partner',
    armed,
    { patient: unapproved, partner: undefined },
    'approval',
  ],
  ['whose authorization has expired', armed, { today: '2026-11-27' }, 'authorizationExpired'],
  ['whose authorization was revoked', armed, { patient: revoked }, 'authorizationRevoked'],
  [
    'whose authorization was revoked before its approval',
    armed,
    { patient: { ...revoked, authorizationStatus: 'NeedsApproval' } },
    'authorizationRevoked',
  ],
  [
    'whose authorization has expired before its approval',
    armed,
    { patient: unapproved, today: '2026-11-27' },
    'approval',
  ],
  [
    'that needs no authorization, whatever is on file',
    armed,
    { patient: revoked, today: '2026-11-27', project: { ...live, authorizationMethod: 'ial2Tokens' } },
    'open',
  ],
])('The next step is right for a search %s', (_name, search, differs, next) => {
  expect(nextStep(search, { ...facts, ...differs })).toBe(next);
});

test('Each step of an armed search has its own description for an operator', () => {
  const steps = [
    'open',
    'declined',
    'zipCode',
    'approval',
    'authorizationExpired',
    'authorizationRevoked',
    'correction',
    'rearming',
    'waitsForPartner',
    'projectClosed',
  ] as const;
  const lines = steps.map(next => describeSearches([{ kind: 'siteSonar', phase: 'armed', next }]));
  expect(new Set(lines).size).toBe(steps.length);
  for (const line of lines) expect(line).toMatch(/^- \*\*Site Sonar\*\*: armed, [a-z ,:]+/);
});

describe('The signal to the search workflow', () => {
  const project = aProject();
  const waiting = aPatient(project, { siteSonar: true });
  const approved = { ...waiting, authorizationStatus: 'Approved' } as const;

  test.each<[string, Parameters<typeof isToBeLookedAt>[0], Parameters<typeof isToBeLookedAt>[1], boolean]>([
    ['is sent for a new patient with a waiting search', undefined, waiting, true],
    ['is not sent for a new patient without a search', undefined, aPatient(project), false],
    ['is sent for a search that can start now', waiting, approved, true],
    ['is sent again for a search that can still start', approved, approved, true],
    ['is not sent for an edit that changes no gate', waiting, { ...waiting }, false],
    [
      'is sent for a changed gate even if the search keeps waiting',
      waiting,
      { ...waiting, authorizationStatus: 'MissingZip' },
      true,
    ],
    [
      'is sent for a search that was disarmed',
      waiting,
      havingSearch(waiting, 'siteSonar', { phase: 'off', isRequested: false }),
      true,
    ],
    ['is sent for a running search', waiting, havingSearch(waiting, 'siteSonar', { phase: 'running' }), true],
    [
      'is not sent for an answered search',
      havingSearch(waiting, 'siteSonar', answered),
      havingSearch(waiting, 'siteSonar', answered),
      false,
    ],
    [
      'is sent for an ambiguous answer that the sex may resolve',
      havingSearch(waiting, 'siteSonar', { ...ambiguous, kind: 'siteSonar' }),
      havingSearch(waiting, 'siteSonar', { ...ambiguous, kind: 'siteSonar', isToBeJudged: true }),
      true,
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(isToBeLookedAt(before, after, { project, today: '2026-11-26' })).toBe(expected);
  });
});
