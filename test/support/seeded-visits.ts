/** A few visits, stored as a search returns them, for the tests of browse. */
import { noContent, type ClinicalContent } from '../../src/domain/clinical/clinical-content';
import { payorKey, type Payor } from '../../src/domain/clinical/payor';
import { siteKey, type Site } from '../../src/domain/clinical/site';
import { visitKey, type Visit } from '../../src/domain/clinical/visit';
import { storeClinicalContent } from '../../src/store/clinical/clinical';
import type { ApiWorld, TestCompany } from './api-world';
import { jane, patientsPath, storedPatient } from './patients';

const harbor: Site = {
  name: 'Harbor General Hospital',
  addressLine1: '1 Harbor Way',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
};
const mercy: Site = {
  name: 'Mercy 100%_Care',
  systemName: 'Mercy Health',
  npi: '1234567893',
  addressLine1: '2 Mercy Road',
  addressLine2: 'Suite 3',
  city: 'Boston',
  state: 'MA',
  zip: '02139',
  phone: '+16175550100',
};
const bayState: Payor = { name: 'Bay State Health Plan', kind: 'Commercial' };
const medicare: Payor = { name: 'Medicare', kind: 'Medicare' };

/** A visit and its time of discovery. */
export interface SeededVisit extends Visit {
  readonly createdAt: string;
}

/**
 * The seeded visits, in order of discovery: NULLs among values, wildcards and backslashes as text, dates and
 * amounts that several share, and `v4` and `v5` discovered at the same instant.
 */
export const seededVisits: readonly SeededVisit[] = [
  {
    ref: 'v1',
    kind: 'Inpatient',
    siteKey: siteKey(harbor),
    payorKey: payorKey(bayState),
    earliestServiceDate: '2021-03-01',
    latestServiceDate: '2021-03-04',
    reason: 'Chest pain',
    chargeAmount: '1714.89',
    createdAt: '2026-01-01T10:00:00.000Z',
  },
  {
    ref: 'v2',
    kind: 'Office',
    siteKey: siteKey(harbor),
    earliestServiceDate: '2021-05-10',
    latestServiceDate: '2021-05-10',
    createdAt: '2026-01-02T10:00:00.000Z',
  },
  {
    ref: 'v3',
    kind: 'Office',
    siteKey: siteKey(mercy),
    payorKey: payorKey(medicare),
    earliestServiceDate: '2021-05-10',
    latestServiceDate: '2021-05-11',
    reason: '50% off_hours',
    chargeAmount: '99.90',
    createdAt: '2026-01-03T10:00:00.123Z',
  },
  {
    ref: 'v4',
    kind: 'Telehealth',
    siteKey: siteKey(mercy),
    payorKey: payorKey(medicare),
    earliestServiceDate: '2022-12-31',
    latestServiceDate: '2022-12-31',
    reason: String.raw`C:\chest`,
    chargeAmount: '100.00',
    createdAt: '2026-01-04T10:00:00.000Z',
  },
  {
    ref: 'v5',
    kind: 'Emergency',
    siteKey: siteKey(harbor),
    payorKey: payorKey(bayState),
    earliestServiceDate: '2020-02-29',
    latestServiceDate: '2020-02-29',
    reason: '500 offXhours',
    chargeAmount: '100.00',
    createdAt: '2026-01-04T10:00:00.000Z',
  },
];

/** The place of the rows' patient. */
export interface SeedPlace {
  readonly project: string;
  readonly patientId: string;
  readonly form?: object;
}

/** Registers a patient and stores content as theirs, each part at its instant. */
export async function seedContent(
  world: ApiWorld,
  company: TestCompany,
  { project, patientId, form = jane }: SeedPlace,
  parts: ReadonlyArray<Partial<ClinicalContent> & { readonly at: string }>,
): Promise<void> {
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  const { status } = await world.call('PUT', patientsPath(company, project, patientId), { key, body: form });
  if (status !== 200) throw new Error(`the patient was not registered: HTTP ${status}`);
  const { uid, companyUid, projectUid } = await storedPatient(world, company, project, patientId);
  for (const { at, ...content } of parts) {
    const environment = project === 'sandbox' ? 'sandbox' : 'production';
    const owner = { companyUid, environment, projectUid, patientUid: uid } as const;
    const origin = { ...owner, source: 'siteSonar', candidate: 1, runUid: uid } as const;
    const whole = { ...noContent, sites: [harbor, mercy], payors: [bayState, medicare], ...content };
    await world.db.transaction(tx => storeClinicalContent(tx, origin, whole, new Date(at)));
  }
}

/** Registers a patient and stores the visits as theirs, each at its instant. */
export async function seedVisits(
  world: ApiWorld,
  company: TestCompany,
  place: SeedPlace,
  visits: readonly SeededVisit[] = seededVisits,
): Promise<void> {
  await seedContent(
    world,
    company,
    place,
    visits.map(({ createdAt, ...visit }) => ({ at: createdAt, visits: [visit] })),
  );
}

const [first, , third] = seededVisits.map(({ createdAt: _createdAt, ...visit }) => visitKey(visit));

/**
 * Rows of every kind, for the first and third seeded visits, or without a visit if the kind allows it: `v1`
 * and `v3` must exist.
 */
export const seededChildren: Partial<ClinicalContent> & { readonly at: string } = {
  at: '2026-01-05T10:00:00.000Z',
  procedures: [
    {
      visitKey: first ?? '',
      codeSystem: 'CPT',
      code: '71046',
      description: 'Chest X-ray, two views',
      performedOn: '2021-03-01',
      units: 2,
      chargeAmount: '120.50',
    },
    {
      visitKey: first ?? '',
      codeSystem: 'ICD10PCS',
      code: '0DTJ4ZZ',
      description: 'Résection',
      performedOn: '2021-03-02',
      units: 1,
    },
    {
      visitKey: third ?? '',
      codeSystem: 'HCPCS',
      code: 'G0008',
      description: 'Influenza vaccine',
      performedOn: '2021-05-10',
      units: 1,
      chargeAmount: '-20.25',
    },
  ],
  diagnoses: [
    {
      visitKey: first ?? '',
      codeSystem: 'ICD10CM',
      code: 'I20.9',
      description: 'Angina pectoris',
      diagnosedOn: '2021-03-01',
      isPrimary: true,
    },
    {
      visitKey: third ?? '',
      codeSystem: 'SNOMED',
      code: '44054006',
      description: 'Diabetes',
      diagnosedOn: '2021-05-10',
      isPrimary: false,
    },
  ],
  prescriptionFills: [
    {
      visitKey: first ?? '',
      ndc: '00093105801',
      rxNormCode: '860975',
      drugName: 'metformin 500 MG',
      quantity: '60',
      quantityUnit: 'tablet',
      daysSupply: 30,
      refillNumber: 0,
      filledOn: '2021-03-05',
      prescriberName: 'Dr. Núñez',
    },
    {
      drugName: 'amoxicillin',
      quantity: '7.5',
      quantityUnit: 'mL',
      daysSupply: 10,
      refillNumber: 1,
      filledOn: '2021-06-01',
    },
  ],
  labResults: [
    {
      visitKey: third ?? '',
      loincCode: '4548-4',
      name: 'Hemoglobin A1c',
      value: '7.1',
      unit: '%',
      numericValue: '7.1',
      referenceRange: '4.0 - 5.6',
      abnormalFlag: 'High',
      collectedOn: '2021-05-10',
    },
    { name: 'Urine culture', value: 'Negative', collectedOn: '2021-06-02' },
  ],
};

/** Adds visits `n1` to `n<count>` to a patient who has one, a second apart; the others stay. */
export async function seedManyVisits(world: ApiWorld, count: number): Promise<void> {
  await world.db.raw(
    `insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, key_hash, ref, kind,
      earliest_service_date,
       latest_service_date, reason, created_at)
     select uuidv7(), company_uid, project_uid, patient_uid, site_uid, sha256(('n' || n)::bytea), 'n' || n,
       kind,
       earliest_service_date, latest_service_date, repeat('x', 300),
         timestamptz '2026-02-01' + n * interval '1 second'
     from (select * from visit where ref = 'v2') as pattern, generate_series(1, ?::int) as n`,
    [count],
  );
}
