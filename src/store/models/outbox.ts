import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { ClinicalDataAdded, ClinicalDataWithdrawn } from '../../domain/events/clinical-data';
import type { ResearchCompleted } from '../../domain/events/research';
import type { OutboxEventType } from '../../domain/events/event-types';
import type { SearchStatus } from '../../domain/searches/search';
import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/** A start or signal to send to Temporal. */
export interface CommandRow {
  readonly id: number;
  readonly dedupeKey: string;
  /** As written, perhaps by another release of the service. */
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

/** An event for the webhook endpoints that subscribe to it. */
export interface EventRow {
  readonly uid: string;
  readonly eventType: OutboxEventType;
  readonly companyUid: string;
  /** `null` outside any project. */
  readonly projectUid: string | null;
  readonly patientUid: string | null;
  readonly recordKind: 'note' | 'patient' | 'recordRequest' | 'site';
  readonly recordUid: string;
  readonly trackedByUserUid: string | null;
  /** The only user whose endpoints receive it; `null` for everyone who may see it. */
  readonly onlyUserUid: string | null;
  readonly isSandbox: boolean;
  readonly changed: readonly string[];
  /** For an event about a search, the search's status. */
  readonly searchStatus: SearchStatus | null;
  /** For an event about an authorization, the status that it was raised for. */
  readonly authorizationStatus: AuthorizationStatus | null;
  /** For events about clinical data, and `aiResearch.completed`. */
  readonly detail: ClinicalDataAdded | ClinicalDataWithdrawn | ResearchCompleted | null;
  readonly emittedAt: Date;
}

/** A stored event. */
export interface OutboxEventRow extends EventRow {
  /** The order of the events. */
  readonly id: number;
  readonly fannedOutAt: Date | null;
}

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
    authorizationStatus: fixed('text | null'),
    detail: fixed('jsonb | null'),
    emittedAt: fixed('timestamptz'),
    fannedOutAt: 'timestamptz | null',
  } satisfies Columns<OutboxEventRow>;
}
