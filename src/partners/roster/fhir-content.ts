import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import { diagnosisKey, type Diagnosis } from '../../domain/clinical/diagnosis';
import { labResultKey, type AbnormalFlag, type LabResult } from '../../domain/clinical/lab-result';
import { decimalOfCents } from '../../domain/clinical/money';
import { isNpi } from '../../domain/clinical/npi';
import { payorKey, type Payor } from '../../domain/clinical/payor';
import { prescriptionFillKey, type PrescriptionFill } from '../../domain/clinical/prescription-fill';
import { procedureKey, type Procedure } from '../../domain/clinical/procedure';
import { siteKey, type Site } from '../../domain/clinical/site';
import { visitKey, type Visit, type VisitKind } from '../../domain/clinical/visit';
import type { FhirOf, FhirResource } from './fhir-resource';

/** The content of a patient's resources, and how many of them were of no use. */
export interface MappedContent {
  readonly content: ClinicalContent;
  /** Resources that could not be placed: without a date, a site, a code that is known, or a visit of the patient. */
  readonly passedOver: number;
}

const systems = {
  npi: 'http://hl7.org/fhir/sid/us-npi',
  icd10cm: 'http://hl7.org/fhir/sid/icd-10-cm',
  snomed: 'http://snomed.info/sct',
  cpt: 'http://www.ama-assn.org/go/cpt',
  hcpcs: 'http://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets',
  icd10pcs: 'http://www.cms.gov/Medicare/Coding/ICD10',
  loinc: 'http://loinc.org',
  ndc: 'http://hl7.org/fhir/sid/ndc',
  rxNorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
} as const;

const visitKinds: Readonly<Record<string, VisitKind>> = {
  IMP: 'Inpatient',
  ACUTE: 'Inpatient',
  NONAC: 'Inpatient',
  EMER: 'Emergency',
  AMB: 'Outpatient',
  VR: 'Telehealth',
};
const flags: Readonly<Record<string, AbnormalFlag>> = {
  N: 'Normal',
  L: 'Low',
  H: 'High',
  LL: 'CriticalLow',
  HH: 'CriticalHigh',
  A: 'Abnormal',
};

/** No patient of ours has a visit before, and no file one after. */
const [firstDay, lastDay] = ['1850-01-01', '2199-12-31'];

/** The calendar day of a FHIR date or instant, as the partner wrote it; no time zone moves it. */
function dayOf(text: string | undefined): CalendarDate | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  if (day === undefined || day < firstDay || day > lastDay) return undefined;
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? undefined : day;
}

type Concept = FhirOf<'Condition'>['code'];

function codeIn(concept: Concept, system: string): string | undefined {
  return concept?.coding?.find(coding => coding.system === system)?.code;
}

function wordsOf(concept: Concept, fallback: string): string {
  return concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display ?? fallback;
}

function codeOf<S extends string>(
  concept: Concept,
  wanted: ReadonlyArray<readonly [system: string, name: S]>,
): { readonly codeSystem: S; readonly code: string } | undefined {
  for (const [system, codeSystem] of wanted) {
    const code = codeIn(concept, system);
    if (code !== undefined && code !== '') return { codeSystem, code };
  }
  return undefined;
}

function money(value: number | undefined): string | undefined {
  return value === undefined || Math.abs(value) > 1e9 ? undefined : decimalOfCents(Math.round(value * 100));
}

function siteOf(organization: FhirOf<'Organization'>): Site | undefined {
  const { name, identifier, address, telecom, partOf } = organization;
  const [place] = address ?? [];
  if (name === undefined || name === '' || place?.postalCode === undefined) return undefined;
  const npi = identifier?.find(({ system }) => system === systems.npi)?.value;
  const systemName = partOf?.display;
  const phone = telecom?.find(({ system }) => system === 'phone')?.value;
  return {
    name,
    ...(systemName === undefined ? {} : { systemName }),
    ...(npi !== undefined && isNpi(npi) ? { npi } : {}),
    addressLine1: place.line?.[0] ?? '',
    city: place.city ?? '',
    state: place.state ?? '',
    zip: place.postalCode,
    ...(phone === undefined || !/^\+[1-9]\d{6,14}$/.test(phone) ? {} : { phone }),
  };
}

/** Rows of a kind by natural key: a row that comes twice is one. */
function unique<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map(row => [keyOf(row), row])).values()];
}

/**
 * The clinical content of one person's resources: encounters are visits at the organisation that served them, benefits
 * add payor and charges, and all else hangs on its encounter.
 * @param patientIds the ids of the `Patient` resources that are the person
 */
export function readContent(
  resources: readonly FhirResource[],
  patientIds: ReadonlySet<string>,
): MappedContent {
  const isTheirs = (reference: { reference?: string | undefined }): boolean =>
    patientIds.has(reference.reference?.replace(/^Patient\//, '') ?? '');
  const sites = new Map<string, Site>();
  for (const resource of resources) {
    if (resource.resourceType !== 'Organization') continue;
    const site = siteOf(resource);
    if (site !== undefined) sites.set(`Organization/${resource.id}`, site);
  }
  let passedOver = 0;
  const visits = new Map<string, Visit>();
  const payors: Payor[] = [];
  const procedures: Procedure[] = [];
  const diagnoses: Diagnosis[] = [];
  const fills: PrescriptionFill[] = [];
  const labs: LabResult[] = [];
  const pass = (): void => {
    passedOver += 1;
  };

  for (const resource of resources) {
    if (resource.resourceType !== 'Encounter' || !isTheirs(resource.subject)) continue;
    const site = sites.get(resource.serviceProvider?.reference ?? '');
    const start = dayOf(resource.period?.start);
    if (site === undefined || start === undefined) {
      pass();
      continue;
    }
    const end = dayOf(resource.period?.end) ?? start;
    const reason = resource.reasonCode?.[0];
    visits.set(`Encounter/${resource.id}`, {
      siteKey: siteKey(site),
      ref: resource.identifier?.find(({ value }) => value !== undefined)?.value ?? resource.id,
      kind: visitKinds[resource.class?.code ?? ''] ?? 'Outpatient',
      earliestServiceDate: start,
      latestServiceDate: end < start ? start : end,
      ...(reason === undefined ? {} : { reason: wordsOf(reason, '') }),
    });
  }

  // Money first: payor and charge are no part of a visit's key, but every row points at the visit as it ends up.
  for (const resource of resources) {
    if (resource.resourceType !== 'ExplanationOfBenefit' || !isTheirs(resource.patient)) continue;
    const place = resource.item?.find(({ encounter }) => encounter !== undefined)?.encounter?.[0]?.reference;
    const visit = visits.get(place ?? '');
    if (place === undefined || visit === undefined) {
      pass();
      continue;
    }
    const payorName = resource.insurer?.display;
    const payor: Payor | undefined =
      payorName === undefined || payorName === '' ? undefined : { name: payorName, kind: 'Other' };
    if (payor !== undefined) payors.push(payor);
    const submitted =
      resource.total?.find(({ category }) => category?.coding?.some(({ code }) => code === 'submitted')) ??
      resource.total?.[0];
    const chargeAmount = money(submitted?.amount?.value);
    visits.set(place, {
      ...visit,
      ...(payor === undefined ? {} : { payorKey: payorKey(payor) }),
      ...(chargeAmount === undefined ? {} : { chargeAmount }),
    });
    for (const item of resource.item ?? []) {
      const code = codeOf(item.productOrService, [
        [systems.cpt, 'CPT'],
        [systems.hcpcs, 'HCPCS'],
      ]);
      if (code === undefined) continue;
      const net = money(item.net?.value);
      procedures.push({
        visitKey: visitKey(visit),
        ...code,
        description: wordsOf(item.productOrService, code.code),
        performedOn: dayOf(item.servicedDate) ?? visit.earliestServiceDate,
        units: Math.max(1, Math.min(9_999, Math.round(item.quantity?.value ?? 1))),
        ...(net === undefined ? {} : { chargeAmount: net }),
      });
    }
  }

  for (const resource of resources) {
    if (resource.resourceType === 'Condition' && isTheirs(resource.subject)) {
      const visit = visits.get(resource.encounter?.reference ?? '');
      const code = codeOf(resource.code, [
        [systems.icd10cm, 'ICD10CM'],
        [systems.snomed, 'SNOMED'],
      ]);
      if (visit === undefined || code === undefined) pass();
      else
        diagnoses.push({
          visitKey: visitKey(visit),
          ...code,
          description: wordsOf(resource.code, code.code),
          diagnosedOn:
            dayOf(resource.recordedDate) ?? dayOf(resource.onsetDateTime) ?? visit.earliestServiceDate,
          isPrimary: false,
        });
    } else if (resource.resourceType === 'Procedure' && isTheirs(resource.subject)) {
      const visit = visits.get(resource.encounter?.reference ?? '');
      const code = codeOf(resource.code, [
        [systems.cpt, 'CPT'],
        [systems.hcpcs, 'HCPCS'],
        [systems.icd10pcs, 'ICD10PCS'],
        [systems.snomed, 'SNOMED'],
      ]);
      if (visit === undefined || code === undefined) pass();
      else
        procedures.push({
          visitKey: visitKey(visit),
          ...code,
          description: wordsOf(resource.code, code.code),
          performedOn:
            dayOf(resource.performedDateTime) ??
            dayOf(resource.performedPeriod?.start) ??
            visit.earliestServiceDate,
          units: 1,
        });
    } else if (resource.resourceType === 'MedicationDispense' && isTheirs(resource.subject)) {
      const visit = visits.get(resource.context?.reference ?? '');
      const medicine = resource.medicationCodeableConcept;
      const ndc = codeIn(medicine, systems.ndc)?.replaceAll('-', '');
      const rxNormCode = codeIn(medicine, systems.rxNorm);
      const filledOn = dayOf(resource.whenHandedOver);
      const drugName = wordsOf(medicine, '');
      if (filledOn === undefined || drugName === '') pass();
      else
        fills.push({
          ...(visit === undefined ? {} : { visitKey: visitKey(visit) }),
          ...(ndc === undefined ? {} : { ndc }),
          ...(rxNormCode === undefined ? {} : { rxNormCode }),
          drugName,
          quantity: String(resource.quantity?.value ?? 0),
          quantityUnit: resource.quantity?.unit ?? '',
          daysSupply: Math.max(0, Math.min(9_999, Math.round(resource.daysSupply?.value ?? 0))),
          refillNumber: 0,
          filledOn,
        });
    } else if (resource.resourceType === 'Observation' && isTheirs(resource.subject)) {
      const visit = visits.get(resource.encounter?.reference ?? '');
      const { valueQuantity } = resource;
      const number = valueQuantity?.value;
      const value =
        number === undefined
          ? (resource.valueString ?? wordsOf(resource.valueCodeableConcept, ''))
          : String(number);
      const collectedOn = dayOf(resource.effectiveDateTime);
      const name = wordsOf(resource.code, '');
      const loincCode = codeIn(resource.code, systems.loinc);
      const flag = flags[resource.interpretation?.[0]?.coding?.[0]?.code ?? ''];
      const referenceRange = resource.referenceRange?.[0]?.text;
      if (collectedOn === undefined || value === '' || name === '') pass();
      else
        labs.push({
          ...(visit === undefined ? {} : { visitKey: visitKey(visit) }),
          ...(loincCode === undefined ? {} : { loincCode }),
          name,
          value,
          ...(number === undefined ? {} : { numericValue: String(number) }),
          ...(valueQuantity?.unit === undefined ? {} : { unit: valueQuantity.unit }),
          ...(referenceRange === undefined ? {} : { referenceRange }),
          ...(flag === undefined ? {} : { abnormalFlag: flag }),
          collectedOn,
        });
    }
  }
  const seen = unique([...visits.values()], visitKey);
  const usedSites = new Set(seen.map(visit => visit.siteKey));
  return {
    passedOver,
    content: {
      sites: unique([...sites.values()], siteKey).filter(site => usedSites.has(siteKey(site))),
      payors: unique(payors, payorKey),
      visits: seen,
      procedures: unique(procedures, procedureKey),
      diagnoses: unique(diagnoses, diagnosisKey),
      prescriptionFills: unique(fills, prescriptionFillKey),
      labResults: unique(labs, labResultKey),
    },
  };
}
