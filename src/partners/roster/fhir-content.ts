import { unique, type ClinicalContent } from '../../domain/clinical/clinical-content';
import { diagnosisKey, type Diagnosis } from '../../domain/clinical/diagnosis';
import { labResultKey, type AbnormalFlag, type LabResult } from '../../domain/clinical/lab-result';
import { isNpi } from '../../domain/clinical/npi';
import { payorKey, type Payor } from '../../domain/clinical/payor';
import { prescriptionFillKey, type PrescriptionFill } from '../../domain/clinical/prescription-fill';
import { procedureKey, type Procedure } from '../../domain/clinical/procedure';
import { siteKey, type Site } from '../../domain/clinical/site';
import { visitKey, type Visit, type VisitKind } from '../../domain/clinical/visit';
import { phoneNumber } from '../../forms/contact';
import type { FhirOf, FhirResource } from './fhir-resource';
import { codeIn, codeOf, count, dayOf, idIn, money, spanOf, systems, wordsOf } from './fhir-values';

/** The content of a patient's resources, and the number of unusable ones. */
export interface MappedContent {
  readonly content: ClinicalContent;
  /** Resources that couldn't be placed: without a date, a site, a known code, or a visit of the patient. */
  readonly passedOver: number;
}

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

/** What is stored of a site whose address the partner doesn't say. */
const noAddress = { addressLine1: '', city: '', state: '', zip: '' } as const;

function siteOf(organization: FhirOf<'Organization'>): Site | undefined {
  const { name = '', identifier, address, telecom, partOf } = organization;
  const place = address?.find(({ postalCode }) => postalCode !== undefined) ?? address?.[0];
  const stated = identifier?.find(({ system }) => system === systems.npi)?.value;
  const npi = stated !== undefined && isNpi(stated) ? stated : undefined;
  if (name === '' && npi === undefined) return undefined;
  const systemName = partOf?.display;
  const phone = phoneNumber.safeParse(telecom?.find(({ system }) => system === 'phone')?.value).data;
  return {
    ...noAddress,
    name: name === '' ? `NPI ${npi}` : name,
    ...(systemName === undefined ? {} : { systemName }),
    ...(npi === undefined ? {} : { npi }),
    addressLine1: place?.line?.[0] ?? '',
    city: place?.city ?? '',
    state: place?.state?.toUpperCase() ?? '',
    zip: /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(place?.postalCode ?? '')?.[1] ?? '',
    ...(phone === undefined ? {} : { phone }),
  };
}

/** A patient's visits, by the ids of their encounters. */
type Visits = ReadonlyMap<string, Visit>;

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Resources without a row. */
  readonly passedOver: number;
}

function ofType<T extends FhirResource['resourceType']>(
  resources: readonly FhirResource[],
  type: T,
): Array<FhirOf<T>> {
  return resources.filter((resource): resource is FhirOf<T> => resource.resourceType === type);
}

/** Returns the id of the patient that a resource is about: empty if unreadable, absent if it's shared. */
function patientOf(resource: FhirResource): string | undefined {
  if (resource.resourceType === 'ExplanationOfBenefit')
    return idIn(resource.patient.reference, 'Patient') ?? '';
  return 'subject' in resource ? (idIn(resource.subject.reference, 'Patient') ?? '') : undefined;
}

/** Returns the resources about one of these patients. */
function about(resources: readonly FhirResource[], patientIds: ReadonlySet<string>): FhirResource[] {
  return resources.filter(resource => {
    const id = patientOf(resource);
    return id !== undefined && patientIds.has(id);
  });
}

/** Counts the resources that are about none of these patients. */
export function countStrays(resources: readonly FhirResource[], patientIds: ReadonlySet<string>): number {
  return resources.filter(resource => {
    const id = patientOf(resource);
    return id !== undefined && !patientIds.has(id);
  }).length;
}

/** Returns the rows of the resources that have one. */
function rowsOf<Resource, Row>(
  resources: readonly Resource[],
  rowOf: (resource: Resource) => Row | undefined,
): Rows<Row> {
  const rows = resources.map(rowOf).filter(row => row !== undefined);
  return { rows, passedOver: resources.length - rows.length };
}

function sitesOf(organizations: ReadonlyArray<FhirOf<'Organization'>>): ReadonlyMap<string, Site> {
  const sites = new Map<string, Site>();
  for (const organization of organizations) {
    const site = siteOf(organization);
    if (site !== undefined) sites.set(organization.id, site);
  }
  return sites;
}

/** The site that served an encounter: an organization of the answer, or one that is only named. */
function providerOf(
  { serviceProvider }: FhirOf<'Encounter'>,
  sites: ReadonlyMap<string, Site>,
): Site | undefined {
  const site = sites.get(idIn(serviceProvider?.reference, 'Organization') ?? '');
  const name = serviceProvider?.display?.trim() ?? '';
  return site ?? (name === '' ? undefined : { ...noAddress, name });
}

function encounterIn(visits: Visits, reference: string | undefined): Visit | undefined {
  return visits.get(idIn(reference, 'Encounter') ?? '');
}

function visitOf(
  encounter: FhirOf<'Encounter'>,
  sites: ReadonlyMap<string, Site>,
): readonly [encounterId: string, visit: Visit] | undefined {
  const site = providerOf(encounter, sites);
  const started = spanOf(encounter.period?.start) ?? spanOf(encounter.period?.end);
  if (site === undefined || started === undefined) return undefined;
  const start = started.first;
  const end = spanOf(encounter.period?.end)?.last ?? started.last;
  const reason = encounter.reasonCode?.[0];
  const visit = {
    siteKey: siteKey(site),
    ref: encounter.identifier?.find(({ value }) => value !== undefined)?.value ?? encounter.id,
    kind: visitKinds[encounter.class?.code ?? ''] ?? 'Outpatient',
    earliestServiceDate: start,
    latestServiceDate: end < start ? start : end,
    ...(reason === undefined ? {} : { reason: wordsOf(reason, '') }),
  };
  return [encounter.id, visit];
}

function payorOf(benefit: FhirOf<'ExplanationOfBenefit'>): Payor | undefined {
  const name = benefit.insurer?.display;
  return name === undefined || name === '' ? undefined : { name, kind: 'Other' };
}

/** Returns the amount submitted to the payor; otherwise the first total. */
function chargeOf({ total }: FhirOf<'ExplanationOfBenefit'>): string | undefined {
  const submitted = total?.find(({ category }) => category?.coding?.some(({ code }) => code === 'submitted'));
  return money((submitted ?? total?.[0])?.amount?.value);
}

function chargedProcedures(benefit: FhirOf<'ExplanationOfBenefit'>, visit: Visit): Procedure[] {
  return (benefit.item ?? []).flatMap(item => {
    const code = codeOf(item.productOrService, [
      [systems.cpt, 'CPT'],
      [systems.hcpcs, 'HCPCS'],
    ]);
    if (code === undefined) return [];
    const net = money(item.net?.value);
    return [
      {
        visitKey: visitKey(visit),
        ...code,
        description: wordsOf(item.productOrService, code.code),
        performedOn: dayOf(item.servicedDate, visit.earliestServiceDate) ?? visit.earliestServiceDate,
        units: count(item.quantity?.value, 1),
        ...(net === undefined ? {} : { chargeAmount: net }),
      },
    ];
  });
}

/** Returns the payors and procedures of the benefits, and the visits with payor and charge added. */
function settleBenefits(
  benefits: ReadonlyArray<FhirOf<'ExplanationOfBenefit'>>,
  encounters: Visits,
): { visits: Visits; payors: Payor[]; procedures: Procedure[]; passedOver: number } {
  const visits = new Map(encounters);
  const payors: Payor[] = [];
  const procedures: Procedure[] = [];
  let passedOver = 0;
  for (const benefit of benefits) {
    const item = benefit.item?.find(({ encounter }) => encounter !== undefined);
    const place = idIn(item?.encounter?.[0]?.reference, 'Encounter');
    const visit = visits.get(place ?? '');
    if (place === undefined || visit === undefined) {
      passedOver += 1;
      continue;
    }
    const payor = payorOf(benefit);
    const chargeAmount = chargeOf(benefit);
    visits.set(place, {
      ...visit,
      ...(payor === undefined ? {} : { payorKey: payorKey(payor) }),
      ...(chargeAmount === undefined ? {} : { chargeAmount }),
    });
    if (payor !== undefined) payors.push(payor);
    procedures.push(...chargedProcedures(benefit, visit));
  }
  return { visits, payors, procedures, passedOver };
}

function diagnosisOf(condition: FhirOf<'Condition'>, visits: Visits): Diagnosis | undefined {
  const visit = encounterIn(visits, condition.encounter?.reference);
  const code = codeOf(condition.code, [
    [systems.icd10cm, 'ICD10CM'],
    [systems.snomed, 'SNOMED'],
  ]);
  if (visit === undefined || code === undefined) return undefined;
  return {
    visitKey: visitKey(visit),
    ...code,
    description: wordsOf(condition.code, code.code),
    diagnosedOn:
      dayOf(condition.recordedDate, visit.earliestServiceDate) ??
      dayOf(condition.onsetDateTime, visit.earliestServiceDate) ??
      visit.earliestServiceDate,
    isPrimary: false,
  };
}

function procedureOf(procedure: FhirOf<'Procedure'>, visits: Visits): Procedure | undefined {
  const visit = encounterIn(visits, procedure.encounter?.reference);
  const code = codeOf(procedure.code, [
    [systems.cpt, 'CPT'],
    [systems.hcpcs, 'HCPCS'],
    [systems.icd10pcs, 'ICD10PCS'],
    [systems.snomed, 'SNOMED'],
  ]);
  if (visit === undefined || code === undefined) return undefined;
  return {
    visitKey: visitKey(visit),
    ...code,
    description: wordsOf(procedure.code, code.code),
    performedOn:
      dayOf(procedure.performedDateTime, visit.earliestServiceDate) ??
      dayOf(procedure.performedPeriod?.start, visit.earliestServiceDate) ??
      visit.earliestServiceDate,
    units: 1,
  };
}

function fillOf(dispense: FhirOf<'MedicationDispense'>, visits: Visits): PrescriptionFill | undefined {
  const medicine = dispense.medicationCodeableConcept;
  const visit = encounterIn(visits, dispense.context?.reference);
  const filledOn = dayOf(dispense.whenHandedOver, visit?.earliestServiceDate);
  const drugName = wordsOf(medicine, '');
  if (filledOn === undefined || drugName === '') return undefined;
  const ndc = codeIn(medicine, systems.ndc)?.replaceAll('-', '');
  const rxNormCode = codeIn(medicine, systems.rxNorm);
  return {
    ...(visit === undefined ? {} : { visitKey: visitKey(visit) }),
    ...(ndc === undefined ? {} : { ndc }),
    ...(rxNormCode === undefined ? {} : { rxNormCode }),
    drugName,
    quantity: String(dispense.quantity?.value ?? 0),
    quantityUnit: dispense.quantity?.unit ?? '',
    daysSupply: count(dispense.daysSupply?.value, 0),
    refillNumber: 0,
    filledOn,
  };
}

function labOf(observation: FhirOf<'Observation'>, visits: Visits): LabResult | undefined {
  const { valueQuantity } = observation;
  const number = valueQuantity?.value;
  const value =
    number === undefined
      ? (observation.valueString ?? wordsOf(observation.valueCodeableConcept, ''))
      : String(number);
  const visit = encounterIn(visits, observation.encounter?.reference);
  const collectedOn = dayOf(observation.effectiveDateTime, visit?.earliestServiceDate);
  const name = wordsOf(observation.code, '');
  if (collectedOn === undefined || value === '' || name === '') return undefined;
  const loincCode = codeIn(observation.code, systems.loinc);
  const flag = flags[observation.interpretation?.[0]?.coding?.[0]?.code ?? ''];
  const referenceRange = observation.referenceRange?.[0]?.text;
  return {
    ...(visit === undefined ? {} : { visitKey: visitKey(visit) }),
    ...(loincCode === undefined ? {} : { loincCode }),
    name,
    value,
    ...(number === undefined ? {} : { numericValue: String(number) }),
    ...(valueQuantity?.unit === undefined ? {} : { unit: valueQuantity.unit }),
    ...(referenceRange === undefined ? {} : { referenceRange }),
    ...(flag === undefined ? {} : { abnormalFlag: flag }),
    collectedOn,
  };
}

/**
 * Returns the clinical content of one person's resources: encounters are visits at the organization that
 * served them, benefits add payor and charges, and everything else refers to its encounter.
 * @param patientIds the ids of the person's `Patient` resources
 */
export function readContent(
  resources: readonly FhirResource[],
  patientIds: ReadonlySet<string>,
): MappedContent {
  const sites = sitesOf(ofType(resources, 'Organization'));
  const own = about(resources, patientIds);
  const encounters = rowsOf(ofType(own, 'Encounter'), encounter => visitOf(encounter, sites));
  const benefits = settleBenefits(ofType(own, 'ExplanationOfBenefit'), new Map(encounters.rows));
  // Payor and charge aren't part of a visit's key, but every row refers to the completed visit.
  const { visits } = benefits;
  const diagnoses = rowsOf(ofType(own, 'Condition'), condition => diagnosisOf(condition, visits));
  const procedures = rowsOf(ofType(own, 'Procedure'), procedure => procedureOf(procedure, visits));
  const fills = rowsOf(ofType(own, 'MedicationDispense'), dispense => fillOf(dispense, visits));
  const labs = rowsOf(ofType(own, 'Observation'), observation => labOf(observation, visits));

  const seen = unique([...visits.values()], visitKey);
  const named = ofType(own, 'Encounter')
    .map(encounter => providerOf(encounter, sites))
    .filter(site => site !== undefined);
  const usedSites = new Set(seen.map(visit => visit.siteKey));
  return {
    passedOver: [encounters, benefits, diagnoses, procedures, fills, labs].reduce(
      (total, { passedOver }) => total + passedOver,
      0,
    ),
    content: {
      sites: unique([...sites.values(), ...named], siteKey).filter(site => usedSites.has(siteKey(site))),
      payors: unique(benefits.payors, payorKey),
      visits: seen,
      procedures: unique([...benefits.procedures, ...procedures.rows], procedureKey),
      diagnoses: unique(diagnoses.rows, diagnosisKey),
      prescriptionFills: unique(fills.rows, prescriptionFillKey),
      labResults: unique(labs.rows, labResultKey),
    },
  };
}
