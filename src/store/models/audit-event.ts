import type { Changes } from '../../domain/changes';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** One row of the audit log: who did what to which record with what outcome, without content. */
export interface AuditEvent {
  readonly uid: string;
  readonly occurredAt: Date;
  readonly companyUid: string | null;
  readonly actorKind: 'key' | 'operator' | 'service' | 'embed' | 'console';
  readonly actorUid: string | null;
  /**
   * An operator's account name, or for a desk operator their e-mail address; `null` for customers, who are
   * identified by uid.
   */
  readonly actorName: string | null;
  readonly keyUid: string | null;
  /** `patient.read`, `project.create`: resource, then verb. */
  readonly event: string;
  readonly resourceKind: string | null;
  readonly resourceUid: string | null;
  readonly outcome: 'success' | 'refused' | 'failed';
  /** The catalog's code of a refusal. */
  readonly problem: string | null;
  /** What a change changed, if that is kept; never a value of a patient. */
  readonly changes: Changes | null;
  /** The operator's reason for doing what is usually refused. */
  readonly reason: string | null;
  readonly requestId: string | null;
}

/** A row of the audit log; the database role may only insert and read it. */
export class AuditEventModel extends rows<AuditEvent>() {
  static override tableName = 'audit_event';
  static override idColumn = ['occurred_at', 'uid'];
  static override readonly columns = {
    uid: fixed('uuid'),
    occurredAt: fixed('timestamptz'),
    companyUid: fixed('uuid | null'),
    actorKind: fixed('text'),
    actorUid: fixed('uuid | null'),
    actorName: fixed('text | null'),
    keyUid: fixed('uuid | null'),
    event: fixed('text'),
    resourceKind: fixed('text | null'),
    resourceUid: fixed('uuid | null'),
    outcome: fixed('text'),
    problem: fixed('text | null'),
    changes: fixed('jsonb | null'),
    reason: fixed('text | null'),
    requestId: fixed('text | null'),
  } satisfies Columns<AuditEvent>;
}
