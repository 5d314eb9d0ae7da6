import type { NetNewCounts } from '../../domain/events/clinical-data';
import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import type { Candidate, Match } from '../../domain/matching/match-person';
import type { Sex } from '../../domain/patients/details';
import type { PatientIdentity } from '../../domain/patients/identity';
import type { RunCandidate } from '../../domain/searches/candidates';
import type { PatientSearch, SearchKind, SearchOutcome } from '../../domain/searches/search';
import { fixed, hex, unixMs, type Columns } from '../columns';
import { rows } from './base';

/** A search of a patient, with its owner. */
export interface PatientSearchRow extends Omit<PatientSearch, 'sinceMs' | 'finding'> {
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
    isArmedByCorrection: 'boolean',
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
  /** For whom the partner is asked; `null` for runs from before this was kept. */
  readonly asked: PatientIdentity | null;
  readonly identityVersion: number;
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
    asked: 'jsonb | null',
    identityVersion: 'integer',
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

/** A person of an answer who is or may be the patient, with the records about them. */
export interface RunCandidateRow extends Pick<
  RunCandidate,
  'runUid' | 'number' | 'kind' | 'rows' | 'standing' | 'decidedBy' | 'identityVersion'
> {
  readonly patientUid: string;
  readonly sex: Sex | null;
  readonly person: Candidate | null;
  /** The partner's ID of the person; kept when the person is erased. */
  readonly personId: string | null;
  /** `null` once erased, and for answers from before it was kept. */
  readonly content: ClinicalContent | null;
  /** `null` if the partner describes no one. */
  readonly match: Match | null;
  readonly createdAt: Date;
  readonly decidedAt: Date;
  readonly erasedAt: Date | null;
  /** Since when an accepted person's details no longer agree; `null` if they do, or an operator decided. */
  readonly doubtedAt: Date | null;
}

export class RunCandidateModel extends rows<RunCandidateRow>() {
  static override tableName = 'run_candidate';
  static override idColumn = ['run_uid', 'number'];
  static override readonly columns = {
    runUid: fixed('uuid'),
    number: fixed('integer'),
    patientUid: fixed('uuid'),
    kind: fixed('text'),
    sex: fixed('text | null'),
    person: 'jsonb | null',
    personId: fixed('text | null'),
    content: 'jsonb | null',
    rows: 'integer',
    match: 'jsonb | null',
    standing: 'text',
    decidedBy: 'text',
    identityVersion: 'integer',
    createdAt: fixed('timestamptz'),
    decidedAt: 'timestamptz',
    erasedAt: 'timestamptz | null',
    doubtedAt: 'timestamptz | null',
  } satisfies Columns<RunCandidateRow>;
}
