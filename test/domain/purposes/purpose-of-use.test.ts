import fc from 'fast-check';
import { authorizationStatuses } from '../../../src/domain/authorizations/authorization-status';
import {
  authorizationMethods,
  projectPurposes,
  projectStatuses,
  type ProjectTerms,
} from '../../../src/domain/projects/project';
import {
  mismatchOf,
  partnerDemands,
  purposeCodes,
  purposeOfUse,
  type PartnerTerms,
  type RequestBasis,
} from '../../../src/domain/purposes/purpose-of-use';
import { nextStep } from '../../../src/domain/searches/next-step';
import { neverRun, searchKinds, searchOff } from '../../../src/domain/searches/search';

const legal: ProjectTerms = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' };
const treatment: ProjectTerms = { ...legal, purpose: 'CoveredTreatment' };
const signed = { authorizationStatus: 'Approved', authorizationEtag: 'e' } as const;
const unsigned = { authorizationStatus: 'Approved', authorizationEtag: null } as const;
const unread = { authorizationStatus: 'NeedsApproval', authorizationEtag: 'e' } as const;

test.each<[what: string, ProjectTerms, Parameters<typeof purposeOfUse>[1], RequestBasis]>([
  ['an approved document', legal, signed, 'authorization'],
  ['an approval without a document on file', legal, unsigned, 'approval'],
  ['a covered purpose', treatment, unsigned, 'coveredPurpose'],
  ['an approved document that was not needed', treatment, signed, 'authorization'],
  ['a covered purpose, despite an unapproved document,', treatment, unread, 'coveredPurpose'],
  ['an identity token', { ...legal, authorizationMethod: 'ial2Tokens' }, unsigned, 'identityToken'],
  ['sandbox data', { ...legal, status: 'Sandbox' }, unread, 'sandbox'],
])('A request states its basis: %s [DECISION-56]', (_, project, patient, basis) => {
  const { purpose } = project;
  expect(purposeOfUse(project, patient)).toEqual({ purpose, code: purposeCodes[purpose], basis });
});

test('Each purpose has its own code [DECISION-44] [DECISION-56]', () => {
  expect(purposeCodes).toEqual({
    IndividualAccess: 'PATRQT',
    Insurance: 'COVERAGE',
    Legal: 'HLEGAL',
    Research: 'HRESCH',
    CoveredOperations: 'HOPERAT',
    CoveredPayment: 'HPAYMT',
    CoveredTreatment: 'TREAT',
  });
});

const terms: fc.Arbitrary<PartnerTerms> = fc.record({
  servesPurposes: fc.subarray([...projectPurposes], { minLength: 1 }),
  requires: fc.constantFrom(...partnerDemands),
});
const project: fc.Arbitrary<ProjectTerms> = fc.record({
  status: fc.constantFrom(...projectStatuses),
  purpose: fc.constantFrom(...projectPurposes),
  authorizationMethod: fc.constantFrom(...authorizationMethods),
});
const today = '2026-11-26';
const patient = fc.record({
  authorizationStatus: fc.constantFrom(...authorizationStatuses),
  authorizationEtag: fc.constantFrom('e', null),
  authorizationExpiresOn: fc.constantFrom('2026-11-25', '2026-11-26', null),
  authorizationRevokedOn: fc.constantFrom('2026-11-01', null),
  zipCodes: fc.constantFrom(['02139'], []),
  dateOfDeath: fc.constant(null),
  sex: fc.constant(null),
});

test("A search always runs under its project's purpose, with a partner that serves it and whose requirements are met [DECISION-56]", () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...searchKinds),
      project,
      patient,
      terms,
      (kind, ofProject, ofPatient, partner) => {
        const search = { ...searchOff(kind), ...neverRun, isRequested: true, phase: 'armed' as const };
        const step = nextStep(search, { project: ofProject, patient: ofPatient, partner, atMs: 0, today });
        outcomes.add(step);
        const under = purposeOfUse(ofProject, ofPatient);
        expect(under.purpose).toBe(ofProject.purpose);
        if (step !== 'open') return;
        expect(partner.servesPurposes).toContain(ofProject.purpose);
        if (partner.requires === 'authorization')
          expect(ofPatient).toMatchObject({ authorizationStatus: 'Approved', authorizationEtag: 'e' });
        if (partner.requires === 'identityToken') expect(ofProject.authorizationMethod).toBe('ial2Tokens');
        expect(mismatchOf(partner, under)).toBeUndefined();
      },
    ),
    { numRuns: 5_000 },
  );
  for (const step of ['open', 'purposeNotServed', 'authorizationDemanded', 'identityTokenDemanded'])
    expect(outcomes).toContain(step);
});
