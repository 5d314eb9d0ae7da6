import type { ClinicalContent } from '../../src/domain/clinical/clinical-content';
import { siteKey } from '../../src/domain/clinical/site';
import { visitKey, type Visit } from '../../src/domain/clinical/visit';
import type { SearchKind } from '../../src/domain/searches/search';
import type { NetNewCounts } from '../../src/domain/events/clinical-data';
import { storeClinicalContent, type ContentOrigin } from '../../src/store/clinical/clinical';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { jane, putPatient, storedPatient } from '../support/patients';

const site = {
  name: 'Harbor General Hospital',
  addressLine1: '1 Harbor Way',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
};
const visit: Visit = {
  siteKey: siteKey(site),
  ref: 'V-1',
  kind: 'Inpatient',
  earliestServiceDate: '2021-03-01',
  latestServiceDate: '2021-03-04',
};

function contentOf(visits: readonly Visit[], rest: Partial<ClinicalContent> = {}): ClinicalContent {
  return {
    sites: [site],
    payors: [{ name: 'Bay State Health Plan', kind: 'Commercial' }],
    visits,
    procedures: [],
    diagnoses: [],
    prescriptionFills: [],
    labResults: [],
    ...rest,
  };
}

describe('Clinical content', () => {
  let world: ApiWorld;
  let patientUid: string;
  let companyUid: string;
  let projectUid: string;
  beforeAll(async () => {
    world = await startApiWorld();
    const company = await world.company('acme');
    await putPatient(world, company, 'live', 'jane', jane);
    const patient = await storedPatient(world, company, 'live', 'jane');
    patientUid = patient.uid;
    ({ companyUid, projectUid } = patient);
  });
  afterAll(() => world.close());

  const store = (
    source: SearchKind,
    content: ClinicalContent,
    run = 1,
    owner: Pick<ContentOrigin, 'environment' | 'patientUid' | 'projectUid'> = {
      environment: 'production',
      patientUid,
      projectUid,
    },
  ): Promise<NetNewCounts> =>
    world.db.transaction(tx =>
      storeClinicalContent(
        tx,
        { companyUid, ...owner, source, candidate: 1, runUid: `00000000-0000-4000-8000-00000000000${run}` },
        content,
        new Date(),
      ),
    );
  const visits = async (): Promise<unknown[]> =>
    world.db('visit').where({ patient_uid: patientUid }).select('ref', 'charge_amount', 'reason');

  test('of a source is completed by one that knows more, and counts once per source [EVENT-45]', async () => {
    expect((await store('ehrSearch', contentOf([{ ...visit, reason: 'Chest pain' }]))).newVisits).toBe(1);
    const claims = { ...visit, payorKey: 'payor|bay state health plan', chargeAmount: '1714.89' };
    const procedure = {
      visitKey: visitKey(visit),
      codeSystem: 'CPT',
      code: '93000',
      description: 'Electrocardiogram',
      performedOn: '2021-03-01',
      units: 1,
    } as const;
    // New to Site Sonar, although the row exists.
    expect((await store('siteSonar', contentOf([claims], { procedures: [procedure] }), 2)).newVisits).toBe(1);
    const [row] = (await world
      .db('visit')
      .leftJoin('payor', 'payor.uid', 'visit.payor_uid')
      .where({ patient_uid: patientUid })
      .select('charge_amount', 'reason', 'payor.name')) as unknown[];
    expect(row).toEqual({ charge_amount: '1714.89', reason: 'Chest pain', name: 'Bay State Health Plan' });

    // Existing values stay, and only what a line adds to its row counts as new.
    const again = contentOf([{ ...claims, chargeAmount: '1.00', reason: 'Other' }], {
      procedures: [{ ...procedure, chargeAmount: '85.50' }],
    });
    expect(await store('siteSonar', again, 3)).toMatchObject({ newVisits: 0, newProcedures: 1 });
    expect(await store('siteSonar', again, 6)).toMatchObject({ newVisits: 0, newProcedures: 0 });
    expect(await visits()).toEqual([{ ref: 'V-1', charge_amount: '1714.89', reason: 'Chest pain' }]);
    expect(await world.db('procedure').where({ patient_uid: patientUid }).select('charge_amount')).toEqual([
      { charge_amount: '85.50' },
    ]);
  });

  test('of two people of one answer counts a row once, even if the second one completes it [EVENT-45]', async () => {
    const shared = { ...visit, ref: 'V-3' };
    const origin = {
      companyUid,
      projectUid,
      patientUid,
      environment: 'production',
      source: 'siteSonar',
    } as const;
    const runUid = '00000000-0000-4000-8000-000000000007';
    const counts = await world.db.transaction(async tx => {
      const of = (candidate: number, content: ClinicalContent): Promise<NetNewCounts> =>
        storeClinicalContent(tx, { ...origin, runUid, candidate }, content, new Date());
      return [
        await of(1, contentOf([shared])),
        await of(2, contentOf([{ ...shared, reason: 'Chest pain' }])),
      ];
    });
    expect(counts.map(({ newVisits }) => newVisits)).toEqual([1, 0]);
    await world.db('visit').where({ ref: 'V-3', patient_uid: patientUid }).delete();
  });

  test('of an overlapping run adds only what is new', async () => {
    const next = { ...visit, ref: 'V-2' };
    expect((await store('siteSonar', contentOf([visit, next]), 4)).newVisits).toBe(1);
    expect(await visits()).toHaveLength(2);
  });

  test('of a sandbox counts once, because all searches are one source there [EVENT-45]', async () => {
    const company = await world.company('sandboxed');
    await putPatient(world, company, 'sandbox', 'jane', jane);
    const { uid, projectUid: sandboxUid } = await storedPatient(world, company, 'sandbox', 'jane');
    companyUid = company.uid;
    const owner = { environment: 'sandbox', patientUid: uid, projectUid: sandboxUid } as const;
    expect((await store('siteSonar', contentOf([visit]), 5, owner)).newVisits).toBe(1);
    expect((await store('ehrSearch', contentOf([visit, { ...visit, ref: 'V-2' }]), 6, owner)).newVisits).toBe(
      1,
    );
  });
});
