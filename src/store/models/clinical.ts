import type { Diagnosis } from '../../domain/clinical/diagnosis';
import type { LabResult } from '../../domain/clinical/lab-result';
import type { Payor } from '../../domain/clinical/payor';
import type { PrescriptionFill } from '../../domain/clinical/prescription-fill';
import type { Procedure } from '../../domain/clinical/procedure';
import type { Visit } from '../../domain/clinical/visit';
import type { SearchKind } from '../../domain/searches/search';
import type { ClinicalRowKind, WithdrawalReason } from '../../domain/clinical/withdrawal';
import { fixed, hex, type Columns } from '../columns';
import { rows } from './base';

/** A noun as a row has it: what may be absent is `null`, and references by natural key are omitted. */
export type Stored<Noun> = {
  readonly [Name in Exclude<keyof Noun, 'siteKey' | 'payorKey' | 'visitKey'>]-?: undefined extends Noun[Name]
    ? Exclude<Noun[Name], undefined> | null
    : Noun[Name];
};

/** What every row of clinical content has; the natural key's hash in hex. */
interface Keyed {
  readonly uid: string;
  readonly keyHash: string;
  readonly createdAt: Date;
}

/** The owner of a row. */
interface Owned extends Keyed {
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
}

const keyed = { uid: fixed('uuid'), keyHash: fixed(hex('bytea')), createdAt: fixed('timestamptz') };
const owned = { ...keyed, companyUid: fixed('uuid'), projectUid: fixed('uuid'), patientUid: fixed('uuid') };

/** A stored payor. */
export interface PayorRow extends Keyed, Stored<Payor> {}

export class PayorModel extends rows<PayorRow>() {
  static override tableName = 'payor';
  static override idColumn = 'uid';
  static override readonly columns = { ...keyed, name: 'text', kind: 'text' } satisfies Columns<PayorRow>;
}

/** A stored visit. */
export interface VisitRow extends Owned, Stored<Visit> {
  readonly siteUid: string;
  /** The originally named site, if another one has replaced it. */
  readonly namedSiteUid: string | null;
  readonly payorUid: string | null;
}

export class VisitModel extends rows<VisitRow>() {
  static override tableName = 'visit';
  static override idColumn = 'uid';
  static override readonly columns = {
    ...owned,
    siteUid: 'uuid',
    namedSiteUid: 'uuid | null',
    payorUid: 'uuid | null',
    ref: 'text',
    kind: 'text',
    earliestServiceDate: 'date',
    latestServiceDate: 'date',
    reason: 'text | null',
    chargeAmount: 'numeric | null',
  } satisfies Columns<VisitRow>;
}

/** A stored procedure. */
export interface ProcedureRow extends Owned, Stored<Procedure> {
  readonly visitUid: string;
}

export class ProcedureModel extends rows<ProcedureRow>() {
  static override tableName = 'procedure';
  static override idColumn = 'uid';
  static override readonly columns = {
    ...owned,
    visitUid: 'uuid',
    codeSystem: 'text',
    code: 'text',
    description: 'text',
    performedOn: 'date',
    units: 'integer',
    chargeAmount: 'numeric | null',
  } satisfies Columns<ProcedureRow>;
}

/** A stored diagnosis. */
export interface DiagnosisRow extends Owned, Stored<Diagnosis> {
  readonly visitUid: string;
}

export class DiagnosisModel extends rows<DiagnosisRow>() {
  static override tableName = 'diagnosis';
  static override idColumn = 'uid';
  static override readonly columns = {
    ...owned,
    visitUid: 'uuid',
    codeSystem: 'text',
    code: 'text',
    description: 'text',
    diagnosedOn: 'date',
    isPrimary: 'boolean',
  } satisfies Columns<DiagnosisRow>;
}

/** A stored fill. */
export interface PrescriptionFillRow extends Owned, Stored<PrescriptionFill> {
  readonly visitUid: string | null;
}

export class PrescriptionFillModel extends rows<PrescriptionFillRow>() {
  static override tableName = 'prescription_fill';
  static override idColumn = 'uid';
  static override readonly columns = {
    ...owned,
    visitUid: 'uuid | null',
    ndc: 'text | null',
    rxNormCode: 'text | null',
    drugName: 'text',
    quantity: 'numeric',
    quantityUnit: 'text',
    daysSupply: 'integer',
    refillNumber: 'integer',
    filledOn: 'date',
    prescriberName: 'text | null',
  } satisfies Columns<PrescriptionFillRow>;
}

/** A stored result. */
export interface LabResultRow extends Owned, Stored<LabResult> {
  readonly visitUid: string | null;
}

export class LabResultModel extends rows<LabResultRow>() {
  static override tableName = 'lab_result';
  static override idColumn = 'uid';
  static override readonly columns = {
    ...owned,
    visitUid: 'uuid | null',
    loincCode: 'text | null',
    name: 'text',
    value: 'text',
    numericValue: 'numeric | null',
    unit: 'text | null',
    referenceRange: 'text | null',
    abnormalFlag: 'text | null',
    collectedOn: 'date',
  } satisfies Columns<LabResultRow>;
}

/** A person of an answer whose records have a row. */
export interface ClinicalSourceRow {
  readonly rowUid: string;
  readonly source: SearchKind;
  readonly rowKind: string;
  readonly patientUid: string;
  readonly runUid: string;
  /** The person's number in the run's answer. */
  readonly candidate: number;
  readonly createdAt: Date;
}

/** The people of answers whose records have a row, for every run. */
export class ClinicalSourceModel extends rows<ClinicalSourceRow>() {
  static override tableName = 'clinical_source';
  static override idColumn = ['row_uid', 'run_uid', 'candidate'];
  static override readonly columns = {
    rowUid: fixed('uuid'),
    source: fixed('text'),
    rowKind: fixed('text'),
    patientUid: fixed('uuid'),
    runUid: fixed('uuid'),
    candidate: fixed('integer'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<ClinicalSourceRow>;
}

/** A row that was shown and no longer counts as the patient's. */
export interface WithdrawnClinicalRow {
  readonly patientUid: string;
  readonly rowKind: ClinicalRowKind;
  /** The natural key's hash, in hex. */
  readonly keyHash: string;
  /** The row's uid, which it has again if it returns. */
  readonly uid: string;
  readonly source: SearchKind;
  readonly createdAt: Date;
  readonly withdrawnAt: Date;
  readonly reason: WithdrawalReason;
}

/** Rows that were shown and no longer count as the patient's. Written and read with SQL text only. */
export class WithdrawnRowModel extends rows<WithdrawnClinicalRow>() {
  static override tableName = 'withdrawn_row';
  static override idColumn = ['patient_uid', 'row_kind', 'key_hash'];
  static override readonly columns = {
    patientUid: fixed('uuid'),
    rowKind: fixed('text'),
    keyHash: fixed(hex('bytea')),
    uid: 'uuid',
    source: 'text',
    createdAt: 'timestamptz',
    withdrawnAt: 'timestamptz',
    reason: 'text',
  } satisfies Columns<WithdrawnClinicalRow>;
}
