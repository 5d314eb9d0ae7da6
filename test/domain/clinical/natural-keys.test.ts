import { diagnosisKey } from '../../../src/domain/clinical/diagnosis';
import { labResultKey } from '../../../src/domain/clinical/lab-result';
import { payorKey } from '../../../src/domain/clinical/payor';
import { prescriptionFillKey } from '../../../src/domain/clinical/prescription-fill';
import { procedureKey } from '../../../src/domain/clinical/procedure';
import { siteKey, type Site } from '../../../src/domain/clinical/site';
import { visitKey, type Visit } from '../../../src/domain/clinical/visit';

const site: Site = {
  name: 'Live Oak Memorial Hospital',
  addressLine1: '2900 Barton Ridge Boulevard',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
};

const visit: Visit = {
  siteKey: siteKey(site),
  ref: 'ENC-1',
  kind: 'Office',
  earliestServiceDate: '2024-05-06',
  latestServiceDate: '2024-05-06',
};

describe('The natural key', () => {
  test('of a site without an NPI ignores case, spacing, and the ZIP+4 digits', () => {
    expect(siteKey({ ...site, name: ' LIVE OAK  Memorial hospital', zip: '78704-1234' })).toBe(siteKey(site));
  });

  test('of a site with an NPI ignores how its name is written', () => {
    expect(siteKey({ ...site, npi: '1234567893', name: 'LOMH' })).toBe(
      siteKey({ ...site, npi: '1234567893' }),
    );
  });

  test('of a site distinguishes locations of one organization', () => {
    const organization = { ...site, npi: '1234567893' };
    expect(siteKey({ ...organization, zip: '78745' })).not.toBe(siteKey(organization));
  });

  test('of a payor ignores how the source classifies it', () => {
    expect(payorKey({ name: 'Aetna', kind: 'Commercial' })).toBe(payorKey({ name: 'AETNA', kind: 'Other' }));
  });

  test.each<[string, Partial<Visit>]>([
    ['site', { siteKey: 'site-npi|1|2' }],
    ['first day', { earliestServiceDate: '2024-05-05' }],
    ['last day', { latestServiceDate: '2024-05-07' }],
    ['kind', { kind: 'Inpatient' }],
    ['ref', { ref: 'ENC-2' }],
  ])('of a visit changes with its %s', (_, change) => {
    expect(visitKey({ ...visit, ...change })).not.toBe(visitKey(visit));
  });

  test('of a visit ignores details that only claims have', () => {
    expect(visitKey({ ...visit, payorKey: 'payor|aetna', chargeAmount: '148.00', reason: 'Knee pain' })).toBe(
      visitKey(visit),
    );
  });

  test('of a procedure or diagnosis ignores charge, wording, and rank, but not the code system', () => {
    const procedure = {
      visitKey: 'v',
      codeSystem: 'CPT',
      code: '99213',
      description: 'a',
      performedOn: '2024-05-06',
      units: 1,
    } as const;
    expect(procedureKey({ ...procedure, description: 'b', chargeAmount: '1.00' })).toBe(
      procedureKey(procedure),
    );
    expect(procedureKey({ ...procedure, codeSystem: 'HCPCS' })).not.toBe(procedureKey(procedure));
    const diagnosis = {
      visitKey: 'v',
      codeSystem: 'ICD10CM',
      code: 'I10',
      description: 'a',
      diagnosedOn: '2024-05-06',
      isPrimary: true,
    } as const;
    expect(diagnosisKey({ ...diagnosis, code: 'i10', isPrimary: false })).toBe(diagnosisKey(diagnosis));
    expect(diagnosisKey({ ...diagnosis, codeSystem: 'SNOMED' })).not.toBe(diagnosisKey(diagnosis));
  });

  test('of a fill or lab result ignores the visit, which pharmacies and laboratories do not know', () => {
    const fill = {
      rxNormCode: '1',
      drugName: 'a',
      quantity: '30',
      quantityUnit: 'tablet',
      daysSupply: 30,
      refillNumber: 0,
      filledOn: '2024-05-06',
    };
    expect(prescriptionFillKey({ ...fill, visitKey: 'v' })).toBe(prescriptionFillKey(fill));
    const result = { loincCode: '718-7', name: 'a', value: '14.1', unit: 'g/dL', collectedOn: '2024-05-06' };
    expect(labResultKey({ ...result, visitKey: 'v' })).toBe(labResultKey(result));
    expect(labResultKey({ ...result, value: '14.2' })).not.toBe(labResultKey(result));
  });

  test("cannot be forged by a separator in a partner's text", () => {
    expect(visitKey({ ...visit, ref: 'a|b' })).toBe(visitKey({ ...visit, ref: 'a b' }));
    expect(visitKey({ ...visit, ref: 'a|b' }).split('|')).toHaveLength(visitKey(visit).split('|').length);
  });
});
