import { unique, type ClinicalContent } from '../../domain/clinical/clinical-content';
import { diagnosisKey, type Diagnosis } from '../../domain/clinical/diagnosis';
import { labResultKey, type LabResult } from '../../domain/clinical/lab-result';
import { payorKey, type Payor } from '../../domain/clinical/payor';
import { prescriptionFillKey, type PrescriptionFill } from '../../domain/clinical/prescription-fill';
import { procedureKey, type Procedure } from '../../domain/clinical/procedure';
import { siteKey } from '../../domain/clinical/site';
import { visitKey, type Visit, type VisitKind } from '../../domain/clinical/visit';
import { doubtOf, isFact, isUnmodified } from './facts';
import { ofType, type FhirOf, type FhirResource } from './fhir-resource';
import { providerOf, sitesOf, type Sites } from './fhir-sites';
import {
  codeIn,
  codeOf,
  count,
  dayOf,
  idIn,
  money,
  spanOf,
  systems,
  wordsOf,
  type Concept,
} from './fhir-values';
import { isMeasurement, labResultsOf } from './observations';

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
/** A patient's visits, by the ids of their encounters. */
type Visits = ReadonlyMap<string, Visit>;

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Resources without a row. */
  readonly passedOver: number;
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

function encounterIn(visits: Visits, reference: string | undefined): Visit | undefined {
  return visits.get(idIn(reference, 'Encounter') ?? '');
}

function visitOf(
  encounter: FhirOf<'Encounter'>,
  sites: Sites,
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
  const doubt = doubtOf(condition);
  const code = codeOf(condition.code, [
    [systems.icd10cm, 'ICD10CM'],
    [systems.snomed, 'SNOMED'],
  ]);
  if (visit === undefined || code === undefined) return undefined;
  return {
    visitKey: visitKey(visit),
    ...code,
    description: wordsOf(condition.code, code.code) + (doubt === undefined ? '' : ` (${doubt})`),
    diagnosedOn:
      dayOf(condition.recordedDate, visit.earliestServiceDate) ??
      dayOf(condition.onsetDateTime ?? condition.onsetPeriod?.start, visit.earliestServiceDate) ??
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

/** What was dispensed: as the dispense says, or the `Medication` that it refers to, or only names. */
function medicineOf(
  { medicationCodeableConcept, medicationReference }: FhirOf<'MedicationDispense'>,
  medications: ReadonlyMap<string, Concept>,
): Concept {
  const referred = medications.get(idIn(medicationReference?.reference, 'Medication') ?? '');
  return medicationCodeableConcept ?? referred ?? { text: medicationReference?.display };
}

function fillOf(
  dispense: FhirOf<'MedicationDispense'>,
  visits: Visits,
  medications: ReadonlyMap<string, Concept>,
): PrescriptionFill | undefined {
  const medicine = medicineOf(dispense, medications);
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

function labsOf(observation: FhirOf<'Observation'>, visits: Visits): LabResult[] | undefined {
  const visit = encounterIn(visits, observation.encounter?.reference);
  const results = labResultsOf(observation, visit);
  return results.length === 0 ? undefined : results;
}

/**
 * Returns the clinical content of one person's resources: encounters are visits at the organization that
 * served them, benefits add payor and charges, and everything else refers to its encounter. What never
 * happened, such as a canceled encounter, has no row.
 * @param patientIds the ids of the person's `Patient` resources
 */
export function readContent(
  resources: readonly FhirResource[],
  patientIds: ReadonlySet<string>,
): MappedContent {
  const sites = sitesOf(resources);
  const facts = about(resources, patientIds).filter(isFact);
  const own = facts.filter(isUnmodified);
  const medications = new Map(ofType(resources, 'Medication').map(({ id, code }) => [id, code]));
  const encounters = rowsOf(ofType(own, 'Encounter'), encounter => visitOf(encounter, sites));
  const benefits = settleBenefits(ofType(own, 'ExplanationOfBenefit'), new Map(encounters.rows));
  // Payor and charge aren't part of a visit's key, but every row refers to the completed visit.
  const { visits } = benefits;
  const diagnoses = rowsOf(ofType(own, 'Condition'), condition => diagnosisOf(condition, visits));
  const procedures = rowsOf(ofType(own, 'Procedure'), procedure => procedureOf(procedure, visits));
  const fills = rowsOf(ofType(own, 'MedicationDispense'), dispense => fillOf(dispense, visits, medications));
  const labs = rowsOf(ofType(own, 'Observation').filter(isMeasurement), observation =>
    labsOf(observation, visits),
  );

  const seen = unique([...visits.values()], visitKey);
  const named = ofType(own, 'Encounter')
    .map(encounter => providerOf(encounter, sites))
    .filter(site => site !== undefined);
  const usedSites = new Set(seen.map(visit => visit.siteKey));
  return {
    passedOver: [encounters, benefits, diagnoses, procedures, fills, labs].reduce(
      (total, { passedOver }) => total + passedOver,
      facts.length - own.length,
    ),
    content: {
      sites: unique([...sites.values(), ...named], siteKey).filter(site => usedSites.has(siteKey(site))),
      payors: unique(benefits.payors, payorKey),
      visits: seen,
      procedures: unique([...benefits.procedures, ...procedures.rows], procedureKey),
      diagnoses: unique(diagnoses.rows, diagnosisKey),
      prescriptionFills: unique(fills.rows, prescriptionFillKey),
      labResults: unique(labs.rows.flat(), labResultKey),
    },
  };
}
