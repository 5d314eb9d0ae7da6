import type { ClinicalDataAdded } from '../../domain/events/clinical-data';
import type { ResearchCompleted } from '../../domain/events/research';
import type { OutboxEventType } from '../../domain/events/event-types';
import type { SearchStatus } from '../../domain/searches/search';
import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/** A start or signal on its way to Temporal. */
export interface CommandRow {
  readonly id: number;
  readonly dedupeKey: string;
  /** As it was written, perhaps by another release of the service. */
  readonly workflowType: string;
  readonly workflowId: string;
  readonly signal: string | null;
  readonly args: readonly unknown[];
  readonly searchAttributes: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** When a sender may take it. */
  readonly dueAt: Date;
  readonly attempts: number;
  readonly sentAt: Date | null;
  readonly lastFault: string | null;
}

/** A start or signal on its way to Temporal. */
export class OutboxCommandModel extends rows<CommandRow>() {
  static override tableName = 'outbox_command';
  static override idColumn = 'id';
  static override readonly columns = {
    id: generated('bigint'),
    dedupeKey: fixed('text'),
    workflowType: fixed('text'),
    workflowId: fixed('text'),
    signal: fixed('text | null'),
    args: fixed('jsonb'),
    searchAttributes: fixed('jsonb'),
    createdAt: fixed('timestamptz'),
    dueAt: 'timestamptz',
    attempts: 'integer',
    sentAt: 'timestamptz | null',
    lastFault: 'text | null',
  } satisfies Columns<CommandRow>;
}

/** Something that happened, for the webhook endpoints that want to know. */
export interface EventRow {
  readonly uid: string;
  readonly eventType: OutboxEventType;
  readonly companyUid: string;
  /** Null of what is in no project. */
  readonly projectUid: string | null;
  readonly patientUid: string | null;
  readonly recordKind: 'note' | 'patient' | 'recordRequest' | 'site';
  readonly recordUid: string;
  readonly trackedByUserUid: string | null;
  /** Whose endpoints alone are told; null: those of everyone who may see it. */
  readonly onlyUserUid: string | null;
  readonly isSandbox: boolean;
  readonly changed: readonly string[];
  /** Of an event about a search: where that search stood. */
  readonly searchStatus: SearchStatus | null;
  /** Of `clinicalData.added` and `aiResearch.completed`. */
  readonly detail: ClinicalDataAdded | ResearchCompleted | null;
  readonly emittedAt: Date;
}

/** An event as it is stored. */
export interface OutboxEventRow extends EventRow {
  /** The order in which events happened. */
  readonly id: number;
  readonly fannedOutAt: Date | null;
}

/** Something that happened. */
export class OutboxEventModel extends rows<OutboxEventRow>() {
  static override tableName = 'outbox_event';
  static override idColumn = 'id';
  static override readonly columns = {
    id: generated('bigint'),
    uid: fixed('uuid'),
    eventType: fixed('text'),
    companyUid: fixed('uuid'),
    projectUid: fixed('uuid | null'),
    patientUid: fixed('uuid | null'),
    recordKind: fixed('text'),
    recordUid: fixed('uuid'),
    trackedByUserUid: fixed('uuid | null'),
    onlyUserUid: fixed('uuid | null'),
    isSandbox: fixed('boolean'),
    changed: fixed('text[]'),
    searchStatus: fixed('text | null'),
    detail: fixed('jsonb | null'),
    emittedAt: fixed('timestamptz'),
    fannedOutAt: 'timestamptz | null',
  } satisfies Columns<OutboxEventRow>;
}
