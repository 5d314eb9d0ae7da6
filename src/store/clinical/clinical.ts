// SQL text: a run's content is stored many rows at a time.
import { createHash } from 'node:crypto';
import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import { diagnosisKey } from '../../domain/clinical/diagnosis';
import { labResultKey } from '../../domain/clinical/lab-result';
import { payorKey } from '../../domain/clinical/payor';
import { prescriptionFillKey } from '../../domain/clinical/prescription-fill';
import { procedureKey } from '../../domain/clinical/procedure';
import type { Site } from '../../domain/clinical/site';
import { visitKey } from '../../domain/clinical/visit';
import type { ClinicalRowKind } from '../../domain/clinical/withdrawal';
import type { NetNewCounts } from '../../domain/events/clinical-data';
import type { SearchKind } from '../../domain/searches/search';
import type { Transaction } from '../database';
import {
  ClinicalSourceModel,
  DiagnosisModel,
  LabResultModel,
  PayorModel,
  PrescriptionFillModel,
  ProcedureModel,
  VisitModel,
  type ClinicalSourceRow,
} from '../models/clinical';
import { named, type NamedStatement } from '../named';
import { resolveSites, type FoundSite, type SiteTenant } from '../sites/sites';
import { fillBlanks, insert, insertMany, type Table } from '../table';
import { forgetReturned } from './withdrawals';

/** The owner of content, and the search, run, and person of its answer that it came with. */
export interface ContentOrigin extends SiteTenant {
  readonly projectUid: string;
  readonly patientUid: string;
  readonly source: SearchKind;
  readonly runUid: string;
  readonly candidate: number;
}

// Natural keys contain dates and codes and may be long, so their hash is indexed.
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function optionalHash(key: string | undefined): string | null {
  return key === undefined ? null : hashOf(key);
}

interface RowsOfContent {
  readonly at: Date;
  readonly rows: readonly object[];
}

interface RowsOfPatient extends RowsOfContent {
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
}

const made = { uid: 'uuidv7()', createdAt: ':at::timestamptz' } as const;
// A row that was withdrawn and returns is the same row again.
const ofPatient = {
  uid: 'coalesce(w.uid, uuidv7())',
  createdAt: 'coalesce(w.created_at, :at::timestamptz)',
  companyUid: ':companyUid::uuid',
  projectUid: ':projectUid::uuid',
  patientUid: ':patientUid::uuid',
} as const;
const ofVisit = { ...ofPatient, visitUid: 'v.uid' } as const;
function withdrawn(rowKind: ClinicalRowKind): string {
  return `left join withdrawn_row w on w.patient_uid = :patientUid::uuid and w.row_kind = '${rowKind}'
    and w.key_hash = decode(r."keyHash", 'hex')`;
}

const visitOfRow = `visit v
  on v.patient_uid = :patientUid::uuid and v.key_hash = decode(r."visitHash", 'hex')`;

/** A row that was added, or whose blank columns were filled; `uid` is what `returning` names. */
interface Written {
  readonly uid: string;
}
const returning = 'uid';

// Payors are shared by everyone: concurrent inserts lock the same ones in the same order.
const insertPayors = named<never, RowsOfContent>(
  insertMany(PayorModel, {
    given: made,
    orderBy: 'r."keyHash"',
    onConflict: 'on conflict on constraint payor_key_hash_key do nothing',
  }),
);

// The search that knows less may answer first (EHR search knows no charges): a later one fills blank columns
// and changes no others.
const insertVisits = named<Written, RowsOfPatient>(
  insertMany(VisitModel, {
    given: { ...ofPatient, payorUid: 'p.uid' },
    beside: { payorHash: 'text' },
    joins: `left join payor p on p.key_hash = decode(r."payorHash", 'hex') ${withdrawn('visit')}`,
    onConflict: `on conflict on constraint visit_patient_key_hash_key
      ${fillBlanks(VisitModel, ['payorUid', 'reason', 'chargeAmount'])}`,
    returning,
  }),
);

const insertProcedures = named<Written, RowsOfPatient>(
  insertMany(ProcedureModel, {
    given: ofVisit,
    beside: { visitHash: 'text' },
    joins: `join ${visitOfRow} ${withdrawn('procedure')}`,
    onConflict: `on conflict on constraint procedure_patient_key_hash_key
      ${fillBlanks(ProcedureModel, ['chargeAmount'])}`,
    returning,
  }),
);

const insertDiagnoses = named<Written, RowsOfPatient>(
  insertMany(DiagnosisModel, {
    given: ofVisit,
    beside: { visitHash: 'text' },
    joins: `join ${visitOfRow} ${withdrawn('diagnosis')}`,
    onConflict: 'on conflict on constraint diagnosis_patient_key_hash_key do nothing',
    returning,
  }),
);

const insertFills = named<Written, RowsOfPatient>(
  insertMany(PrescriptionFillModel, {
    given: ofVisit,
    beside: { visitHash: 'text' },
    joins: `left join ${visitOfRow} ${withdrawn('prescriptionFill')}`,
    onConflict: `on conflict on constraint prescription_fill_patient_key_hash_key
      ${fillBlanks(PrescriptionFillModel, ['visitUid', 'ndc', 'rxNormCode', 'prescriberName'])}`,
    returning,
  }),
);

const insertLabs = named<Written, RowsOfPatient>(
  insertMany(LabResultModel, {
    given: ofVisit,
    beside: { visitHash: 'text' },
    joins: `left join ${visitOfRow} ${withdrawn('labResult')}`,
    onConflict: `on conflict on constraint lab_result_patient_key_hash_key
      ${fillBlanks(LabResultModel, [
        ...(['visitUid', 'loincCode', 'numericValue', 'unit', 'referenceRange', 'abnormalFlag'] as const),
      ])}`,
    returning,
  }),
);

interface NewToSource extends Pick<
  ClinicalSourceRow,
  'source' | 'runUid' | 'candidate' | 'patientUid' | 'createdAt'
> {
  readonly hashes: readonly string[];
  /** Whether the searches count as one source, as customers see those of a sandbox. */
  readonly isOneSource: boolean;
}

interface Sourced {
  readonly uid: string;
  /** Whether its source returned it for the first time. */
  readonly isNew: boolean;
  /** Whether no other person of the run's answer came with it. */
  readonly isFirstOfRun: boolean;
}

// A row that another search returned earlier is still new to this one, because counts are per source.
function noteSource({ tableName }: Table, rowKind: ClinicalRowKind): NamedStatement<Sourced, NewToSource> {
  return named(
    insert(ClinicalSourceModel, {
      given: { rowUid: 'c.uid', rowKind: `'${rowKind}'`, patientUid: 'c.patient_uid' },
      from: `${tableName} c
        where c.patient_uid = :patientUid
          and c.key_hash in (select decode(h, 'hex') from unnest(:hashes::text[]) as h)`,
      onConflict: 'on conflict on constraint clinical_source_pkey do nothing',
      // The rows that this statement inserts aren't visible here.
      returning: `row_uid as uid, not exists (select from clinical_source o
        where o.row_uid = clinical_source.row_uid
          and (:isOneSource or o.source = clinical_source.source)) as "isNew",
        not exists (select from clinical_source o where o.row_uid = clinical_source.row_uid
          and o.run_uid = clinical_source.run_uid) as "isFirstOfRun"`,
    }),
  );
}

const sources = {
  visits: noteSource(VisitModel, 'visit'),
  procedures: noteSource(ProcedureModel, 'procedure'),
  diagnoses: noteSource(DiagnosisModel, 'diagnosis'),
  prescriptionFills: noteSource(PrescriptionFillModel, 'prescriptionFill'),
  labResults: noteSource(LabResultModel, 'labResult'),
} as const;

const payorsOf = ({ payors }: Pick<ClinicalContent, 'payors'>) =>
  payors.map(payor => ({ ...payor, keyHash: hashOf(payorKey(payor)) }));

/**
 * Stores the payors and sites of what several people bring, before anything else of them: one person after
 * the other would lock them in another order than a transaction with the same ones.
 */
export async function prepareClinicalContent(
  tx: Transaction,
  tenant: SiteTenant,
  contents: ReadonlyArray<Pick<ClinicalContent, 'payors' | 'sites'>>,
  at: Date,
): Promise<void> {
  await resolveSites(
    tx,
    tenant,
    contents.flatMap(({ sites }) => sites),
    at,
  );
  await insertPayors.run(tx, { at, rows: contents.flatMap(payorsOf) });
}

async function siteFinder(
  tx: Transaction,
  tenant: SiteTenant,
  sites: readonly Site[],
  at: Date,
): Promise<(key: string) => FoundSite> {
  const found = await resolveSites(tx, tenant, sites, at);
  return key => {
    const site = found.get(key);
    if (site === undefined) throw new TypeError('a visit points at a site that is not in its content');
    return site;
  };
}

/**
 * Stores the content of one person of a run's answer. If the patient has a row with the same natural key,
 * only its blank columns are filled, so a repeated or overlapping run adds only what is new. A filled row
 * counts as new to its source (EVENT-45), except in a sandbox, where all searches are one source. A row that
 * was withdrawn and returns is the same row.
 * @param known rows that the patient had already, which don't count as new
 * @returns what was new to the source
 */
export async function storeClinicalContent(
  tx: Transaction,
  origin: ContentOrigin,
  content: ClinicalContent,
  at: Date,
  known: ReadonlySet<string> = new Set(),
): Promise<NetNewCounts> {
  const { companyUid, projectUid, patientUid } = origin;
  const siteOf = await siteFinder(tx, origin, content.sites, at);
  const visits = content.visits.map(visit => ({
    ...visit,
    keyHash: hashOf(visitKey(visit)),
    siteUid: siteOf(visit.siteKey).site.uid,
    namedSiteUid: siteOf(visit.siteKey).namedUid,
    payorHash: optionalHash(visit.payorKey),
  }));
  const withHashes = <Row extends { readonly visitKey?: string }>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
  ) => rows.map(row => ({ ...row, keyHash: hashOf(keyOf(row)), visitHash: optionalHash(row.visitKey) }));
  const procedures = withHashes(content.procedures, procedureKey);
  const diagnoses = withHashes(content.diagnoses, diagnosisKey);
  const fills = withHashes(content.prescriptionFills, prescriptionFillKey);
  const labs = withHashes(content.labResults, labResultKey);

  const owner = { companyUid, projectUid, patientUid, at };
  await insertPayors.run(tx, { at, rows: payorsOf(content) });
  const written = [
    await insertVisits.run(tx, { ...owner, rows: visits }),
    await insertProcedures.run(tx, { ...owner, rows: procedures }),
    await insertDiagnoses.run(tx, { ...owner, rows: diagnoses }),
    await insertFills.run(tx, { ...owner, rows: fills }),
    await insertLabs.run(tx, { ...owner, rows: labs }),
  ].flat();

  const { source, runUid, candidate } = origin;
  const isOneSource = origin.environment === 'sandbox';
  const merged = new Set(isOneSource ? [] : written.map(({ uid }) => uid));
  const isCounted = ({ uid, isNew, isFirstOfRun }: Sourced): boolean =>
    !known.has(uid) && (isNew || (isFirstOfRun && merged.has(uid)));
  const found = { source, runUid, candidate, patientUid, createdAt: at, isOneSource };
  const countNew = async (
    kind: keyof typeof sources,
    rows: ReadonlyArray<{ readonly keyHash: string }>,
  ): Promise<number> => {
    const hashes = rows.map(({ keyHash }) => keyHash);
    const sourced = await sources[kind].run(tx, { ...found, hashes });
    return sourced.filter(isCounted).length;
  };
  const counts = {
    newVisits: await countNew('visits', visits),
    newProcedures: await countNew('procedures', procedures),
    newDiagnoses: await countNew('diagnoses', diagnoses),
    newPrescriptionFills: await countNew('prescriptionFills', fills),
    newLabResults: await countNew('labResults', labs),
  };
  await forgetReturned(tx, patientUid);
  return counts;
}
