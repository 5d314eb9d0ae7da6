/** What leaves for partners, under every purpose and every partner's terms. */
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
let asked: SearchRequest[];
let terms: PartnerTerms;
const partners: Partners = {
  facilityChannel: () => undefined,
  searchPartner: () => ({
    kind: 'direct',
    name: 'network',
    ...terms,
    submit: async request => {
      asked.push(request);
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
  asked = [];
});

const parts = () => ({ ...world.services, partners, fingerprintSecret: Buffer.alloc(32, 1) });

/**
 * A patient of a project of the purpose, approved without a document, whose Site Sonar was looked at once.
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
  '%s leaves under no other purpose, for a partner that serves it, with a disclosure and an audit ' +
    'row [DECISION-56]',
  async purpose => {
    terms = { servesPurposes: [purpose], requires: 'nothing' };
    const { patient, runUid, progress } = await search(purpose, 'served');
    expect(progress.state).toBe('running');
    const basis = isCovered(purpose) ? 'coveredPurpose' : 'approval';
    expect(asked.map(({ purposeOfUse }) => purposeOfUse)).toEqual([
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
    expect(audited).toEqual([
      { changes: { purpose: { from: 'none', to: purpose }, basis: { from: 'none', to: basis } } },
    ]);
  },
);

test.each(projectPurposes)(
  '%s leaves for no partner that serves every other purpose, and it says why [DECISION-56]',
  async purpose => {
    terms = { servesPurposes: projectPurposes.filter(other => other !== purpose), requires: 'nothing' };
    const { patient, progress, next } = await search(purpose, 'not-served');
    expect({ state: progress.state, next }).toEqual({ state: 'notRunning', next: 'purposeNotServed' });
    expect(asked).toEqual([]);
    expect(await listDisclosures(world.db, patient.uid, 10)).toEqual([]);
  },
);

test.each(partnerDemands.filter(demand => demand !== 'nothing'))(
  'nothing leaves for a partner that demands the %s which is not there [DECISION-56]',
  async requires => {
    terms = { servesPurposes: projectPurposes, requires };
    const { next } = await search('Legal', `without-${requires}`);
    expect(next).toBe(`${requires}Demanded`);
    expect(asked).toEqual([]);
  },
);

test('a run on its way is not asked for again once its partner serves the purpose no more [DECISION-56]', async () => {
  terms = { servesPurposes: ['Legal'], requires: 'nothing' };
  const { patient, runUid } = await search('Legal', 'on-its-way');
  terms = { servesPurposes: ['CoveredTreatment'], requires: 'nothing' };
  const again = runSearch(parts(), { patientUid: patient.uid, kind: 'siteSonar', runUid, sequence: 2 });
  await expect(again).rejects.toMatchObject({ name: 'PartnerNotToBeAsked' });
  expect(asked).toHaveLength(1);
});
