/** What is sent to partners, for every purpose and every partner's terms. */
import { projectPurposes, type ProjectPurpose } from '../../src/domain/projects/project';
import { partnerDemands, type PartnerTerms } from '../../src/domain/purposes/purpose-of-use';
import type { Partners } from '../../src/partners/partners';
import type { SearchRequest } from '../../src/partners/search-partner';
import { listDisclosures } from '../../src/store/audit/disclosures';
import { reviewSearches, runSearch } from '../../src/usecases/searches/search-runs';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { readRows } from '../support/records';
import { jane, patientsPath, review, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let received: SearchRequest[];
let terms: PartnerTerms;
const partners: Partners = {
  facilityChannel: () => undefined,
  searchPartner: () => ({
    kind: 'direct',
    name: 'network',
    ...terms,
    submit: async request => {
      received.push(request);
      return { kind: 'accepted', askAgainAfterMs: 1 };
    },
  }),
};

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  for (const purpose of projectPurposes)
    await world.call('PUT', `/v0/companies/acme/projects/${purpose}`, {
      key: company.productionKey,
      body: { name: purpose, purpose },
    });
});
afterAll(() => world.close());
beforeEach(() => {
  received = [];
});

const parts = () => ({ ...world.services, partners, fingerprintSecret: Buffer.alloc(32, 1) });

/**
 * Creates a patient in a project with the purpose, approved without a document, and runs Site Sonar once.
 */
async function search(purpose: ProjectPurpose, id: string) {
  await world.call('PUT', patientsPath(company, purpose, id), {
    key: company.productionKey,
    body: { ...jane, siteSonar: true },
  });
  const patient = await storedPatient(world, company, purpose, id);
  if (patient.authorizationStatus !== 'Approved')
    await review(world, patient, { authorizationStatus: 'Approved' });
  const runUid = crypto.randomUUID();
  const run = { patientUid: patient.uid, kind: 'siteSonar', runUid, sequence: 1 } as const;
  const progress = await runSearch(parts(), run);
  const { searches } = await reviewSearches(parts(), { patientUid: patient.uid });
  const next = searches.find(({ kind }) => kind === 'siteSonar')?.next;
  return { patient, runUid, progress, next };
}

const isCovered = (purpose: ProjectPurpose): boolean => purpose.startsWith('Covered');

test.each(projectPurposes)(
  'A search for %s goes to a partner that serves it, with a disclosure and an audit row [DECISION-56]',
  async purpose => {
    terms = { servesPurposes: [purpose], requires: 'nothing' };
    const { patient, runUid, progress } = await search(purpose, 'served');
    expect(progress.state).toBe('running');
    const basis = isCovered(purpose) ? 'coveredPurpose' : 'approval';
    expect(received.map(({ purposeOfUse }) => purposeOfUse)).toEqual([
      expect.objectContaining({ purpose, basis }),
    ]);
    expect(await listDisclosures(world.db, patient.uid, 10)).toEqual([
      expect.objectContaining({
        recipient: 'network',
        asked: 'siteSonar',
        subjectUid: runUid,
        purpose,
        basis,
        documentEtag: null,
      }),
    ]);
    const audited = await readRows<{ changes: unknown }>(
      world.db,
      `select changes from audit_event where resource_uid = ? and event = 'search.start'`,
      [patient.uid],
    );
    expect(audited).toEqual([{ changes: { purpose, basis } }]);
  },
);

test.each(projectPurposes)(
  'A search for %s does not go to a partner that serves only other purposes, and reports why [DECISION-56]',
  async purpose => {
    terms = { servesPurposes: projectPurposes.filter(other => other !== purpose), requires: 'nothing' };
    const { patient, progress, next } = await search(purpose, 'not-served');
    expect({ state: progress.state, next }).toEqual({ state: 'notRunning', next: 'purposeNotServed' });
    expect(received).toEqual([]);
    expect(await listDisclosures(world.db, patient.uid, 10)).toEqual([]);
  },
);

test.each(partnerDemands.filter(demand => demand !== 'nothing'))(
  'Nothing is sent to a partner that requires a missing %s [DECISION-56]',
  async requires => {
    terms = { servesPurposes: projectPurposes, requires };
    const { next } = await search('Legal', `without-${requires}`);
    expect(next).toBe(`${requires}Demanded`);
    expect(received).toEqual([]);
  },
);

test('A running search is not polled again once its partner no longer serves the purpose [DECISION-56]', async () => {
  terms = { servesPurposes: ['Legal'], requires: 'nothing' };
  const { patient, runUid } = await search('Legal', 'on-its-way');
  terms = { servesPurposes: ['CoveredTreatment'], requires: 'nothing' };
  const again = runSearch(parts(), { patientUid: patient.uid, kind: 'siteSonar', runUid, sequence: 2 });
  await expect(again).rejects.toMatchObject({ name: 'PartnerNotToBeAsked' });
  expect(received).toHaveLength(1);
});
