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
    zipCodes: ['02139'],
    dateOfDeath: null,
    sex: null,
  },
  project: { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' },
  partner: { servesPurposes: ['Legal'], requires: 'nothing' },
  atMs: now,
};
const live = facts.project;
const demanding = (requires: PartnerTerms['requires']): PartnerTerms => ({
  servesPurposes: ['Legal'],
  requires,
});
const dead = { ...facts.patient, dateOfDeath: '2015-12-31' };
const unapproved = { ...facts.patient, authorizationStatus: 'NeedsApproval' } as const;

test.each<[string, PatientSearch, Partial<StepFacts>, NextStep]>([
  ['one that is off', off, {}, 'nothing'],
  ['one that runs', { ...armed, phase: 'running' }, {}, 'nothing'],
  ['one that is answered', answered, {}, 'nothing'],
  ['an ambiguous one whose sex is not known', ambiguous, {}, 'nothing'],
  [
    'an ambiguous one whose sex is known now',
    ambiguous,
    { patient: { ...facts.patient, sex: 'Male' } },
    'resolvable',
  ],
  [
    'an ambiguous one that was judged by this sex',
    { ...ambiguous, judgedSex: 'Male' },
    { patient: { ...facts.patient, sex: 'Male' } },
    'nothing',
  ],
  ['one with nothing in the way', armed, {}, 'open'],
  ['one that nobody is configured for', armed, { partner: undefined }, 'partnerMissing'],
  [
    'one whose partner does not serve the purpose',
    armed,
    { partner: { servesPurposes: ['CoveredTreatment'], requires: 'nothing' } },
    'purposeNotServed',
  ],
  [
    'one that was approved without a document, which its partner demands',
    armed,
    { patient: { ...facts.patient, authorizationEtag: null }, partner: demanding('authorization') },
    'authorizationDemanded',
  ],
  ['one whose document its partner demands', armed, { partner: demanding('authorization') }, 'open'],
  [
    'one whose partner demands an identity token',
    armed,
    { partner: demanding('identityToken') },
    'identityTokenDemanded',
  ],
  [
    'one of a closed project, whatever else',
    armed,
    { project: { ...live, status: 'Closed' }, patient: dead },
    'projectClosed',
  ],
  ['EHR Search of one who died early', armed, { patient: dead }, 'open'],
  ['Site Sonar of one who died early', { ...armed, kind: 'siteSonar' }, { patient: dead }, 'declined'],
  [
    'Site Sonar of one who died early, though it was refused too often',
    { ...armed, kind: 'siteSonar', waitsFor: 'rearming' },
    { patient: dead },
    'declined',
  ],
  ['one that was refused too often', { ...armed, waitsFor: 'rearming' }, {}, 'rearming'],
  [
    'one that was refused too often, though nobody approved it',
    { ...armed, waitsFor: 'rearming' },
    { patient: unapproved },
    'rearming',
  ],
  ['a refused one before its time', refused, {}, 'correction'],
  [
    'a refused one before its time, though nobody approved it',
    refused,
    { patient: unapproved },
    'correction',
  ],
  ['a refused one at its time', { ...refused, resendAtMs: now }, {}, 'open'],
  [
    'a refused one at its time that nobody approves',
    { ...refused, resendAtMs: now },
    { patient: unapproved },
    'approval',
  ],
  ['one without a ZIP code', armed, { patient: { ...unapproved, zipCodes: [] } }, 'zipCode'],
  ['one that nobody approved', armed, { patient: unapproved }, 'approval'],
  [
    'one that nobody approved and nobody is configured for',
    armed,
    { patient: unapproved, partner: undefined },
    'approval',
  ],
])('what is next for %s', (_name, search, differs, next) => {
  expect(nextStep(search, { ...facts, ...differs })).toBe(next);
});

test('each step of an armed search has words for an operator', () => {
  const steps = [
    'open',
    'declined',
    'zipCode',
    'approval',
    'correction',
    'rearming',
    'partnerMissing',
    'projectClosed',
  ] as const;
  const lines = steps.map(next => describeSearches([{ kind: 'siteSonar', phase: 'armed', next }]));
  expect(new Set(lines).size).toBe(steps.length);
  for (const line of lines) expect(line).toMatch(/^- \*\*Site Sonar\*\*: armed, [a-z ,:]+/);
});

describe('the workflow is signalled', () => {
  const project = aProject();
  const waiting = aPatient(project, { siteSonar: true });
  const approved = { ...waiting, authorizationStatus: 'Approved' } as const;

  test.each<[string, Parameters<typeof isToBeLookedAt>[0], Parameters<typeof isToBeLookedAt>[1], boolean]>([
    ['for a new patient with a search that waits', undefined, waiting, true],
    ['for no new patient without a search', undefined, aPatient(project), false],
    ['for a search that can go now', waiting, approved, true],
    ['for a search that can go, again and again', approved, approved, true],
    ['for no edit that moves no gate', waiting, { ...waiting, sex: 'Other' }, false],
    [
      'for a gate that has moved, though the search waits on',
      waiting,
      { ...waiting, authorizationStatus: 'MissingZip' },
      true,
    ],
    [
      'for a search that was disarmed',
      waiting,
      havingSearch(waiting, 'siteSonar', { phase: 'off', isRequested: false }),
      true,
    ],
    ['for a search on its way', waiting, havingSearch(waiting, 'siteSonar', { phase: 'running' }), true],
    [
      'for no search that is answered',
      havingSearch(waiting, 'siteSonar', answered),
      havingSearch(waiting, 'siteSonar', answered),
      false,
    ],
    [
      'for an ambiguous answer that the sex may tell',
      havingSearch(waiting, 'siteSonar', { ...ambiguous, kind: 'siteSonar' }),
      { ...havingSearch(waiting, 'siteSonar', { ...ambiguous, kind: 'siteSonar' }), sex: 'Male' },
      true,
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(isToBeLookedAt(before, after, project)).toBe(expected);
  });
});
