import type { NetNewCounts } from '../../domain/events/clinical-data';
import type { FoundPerson } from '../../domain/searches/identities';
import type { PatientSearch, SearchKind, SearchOutcome } from '../../domain/searches/search';
import { fixed, hex, unixMs, type Columns } from '../columns';
import { rows } from './base';

/** A search of a patient, with its owner. */
export interface PatientSearchRow extends PatientSearch {
  readonly patientUid: string;
  readonly updatedAt: Date;
}

/** One of a patient's searches. Written and read with SQL text only: Objection doesn't know its forms. */
export class PatientSearchModel extends rows<PatientSearchRow>() {
  static override tableName = 'patient_search';
  static override idColumn = ['patient_uid', 'kind'];
  static override readonly columns = {
    patientUid: fixed('uuid'),
    kind: fixed('text'),
    isRequested: 'boolean',
    phase: 'text',
    waitsFor: 'text | null',
    outcome: 'text | null',
    run: 'integer',
    runUid: 'uuid | null',
    sequence: 'bigint',
    partner: 'text | null',
    requestHash: hex('bytea | null'),
    refusals: 'integer',
    resendAtMs: unixMs('resend_at', 'timestamptz | null'),
    isToBeJudged: 'boolean',
    updatedAt: 'timestamptz',
  } satisfies Columns<PatientSearchRow>;
}

/** A run at its start. */
export interface NewSearchRun {
  readonly uid: string;
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly number: number;
  readonly partner: string;
  /** In hex. */
  readonly requestHash: string;
  readonly startedAt: Date;
}

/** A run with its result. */
export interface SearchRunRow extends NewSearchRun, NetNewCounts {
  readonly answeredAt: Date | null;
  readonly outcome: SearchOutcome | null;
  readonly refusalCode: string | null;
  /** The partner's words; for operators only. */
  readonly refusalText: string | null;
  /** Why the records were accepted as the patient's, or not; for operators only. */
  readonly matching: unknown;
}

/** A run of a search. */
export class SearchRunModel extends rows<SearchRunRow>() {
  static override tableName = 'search_run';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    patientUid: fixed('uuid'),
    kind: fixed('text'),
    number: fixed('integer'),
    partner: fixed('text'),
    requestHash: fixed(hex('bytea')),
    startedAt: fixed('timestamptz'),
    answeredAt: 'timestamptz | null',
    outcome: 'text | null',
    refusalCode: 'text | null',
    refusalText: 'text | null',
    matching: 'jsonb | null',
    newVisits: 'integer',
    newProcedures: 'integer',
    newDiagnoses: 'integer',
    newPrescriptionFills: 'integer',
    newLabResults: 'integer',
  } satisfies Columns<SearchRunRow>;
}

/** The records of one person of an answer, withheld until it is known whether they are the patient's. */
export interface WithheldContentRow extends FoundPerson {
  readonly runUid: string;
  /** From 1. */
  readonly candidate: number;
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly createdAt: Date;
}

export class WithheldContentModel extends rows<WithheldContentRow>() {
  static override tableName = 'withheld_content';
  static override idColumn = ['run_uid', 'candidate'];
  static override readonly columns = {
    runUid: fixed('uuid'),
    candidate: fixed('integer'),
    patientUid: fixed('uuid'),
    kind: fixed('text'),
    sex: fixed('text | null'),
    content: fixed('jsonb'),
    person: fixed('jsonb | null'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<WithheldContentRow>;
}
