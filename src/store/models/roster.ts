import type { ProjectPurpose } from '../../domain/projects/project';
import type { SentDetails } from '../../domain/searches/refusals';
import type { SearchKind } from '../../domain/searches/search';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A run queued for a partner that takes rosters. */
export interface NewRosterEntry {
  readonly runUid: string;
  readonly partner: string;
  readonly kind: SearchKind;
  /** The project's purpose when the run started, as stated in the file. */
  readonly purpose: ProjectPurpose;
  readonly patientUid: string;
  /** Removed from an entry once it is sent: the file's replica has it. */
  readonly details: SentDetails;
  readonly queuedAt: Date;
}

/** The states of an entry, in order; `accepted` means that the partner acknowledged it. */
export const rosterEntryStates = [
  ...(['queued', 'sent', 'accepted'] as const),
  /** Answered, but we couldn't read the answer. */
  'notUnderstood',
  ...(['refused', 'answered'] as const),
] as const;
/** The state of an entry. */
export type RosterEntryState = (typeof rosterEntryStates)[number];

/** A run in the queue or a file for a partner that takes rosters. */
export interface RosterEntry extends NewRosterEntry {
  readonly transmissionId: string | null;
  readonly state: RosterEntryState;
}

/** An entry with the time at which its file was sent. */
export interface RosterEntryRow extends RosterEntry {
  readonly sentAt: Date | null;
}

export class RosterEntryModel extends rows<RosterEntryRow>() {
  static override tableName = 'roster_entry';
  static override idColumn = 'run_uid';
  static override readonly columns = {
    runUid: fixed('uuid'),
    partner: fixed('text'),
    kind: fixed('text'),
    purpose: fixed('text'),
    patientUid: fixed('uuid'),
    details: 'jsonb',
    transmissionId: 'text | null',
    state: 'text',
    queuedAt: fixed('timestamptz'),
    sentAt: 'timestamptz | null',
  } satisfies Columns<RosterEntryRow>;
}

/** A file exchanged with a partner. */
export interface RosterFile {
  readonly uid: string;
  readonly partner: string;
  readonly direction: 'outbound' | 'inbound';
  readonly kind: 'request' | 'acknowledgement' | 'results' | 'unknown';
  readonly transmissionId: string | null;
  readonly fileName: string;
  readonly storageKey: string;
  readonly etag: string;
  readonly createdAt: Date;
}

/** A file with its result. */
export interface RosterFileRow extends RosterFile {
  readonly state: 'noticed' | 'sent' | 'applied' | 'rejected';
  /** Its fault, in our words without a value of the file. */
  readonly fault: string | null;
  readonly replicaKey: string | null;
  readonly entries: number;
  readonly applied: number;
  readonly ignored: number;
  readonly handledAt: Date | null;
}

/** A file exchanged with a partner. */
export class RosterFileModel extends rows<RosterFileRow>() {
  static override tableName = 'roster_file';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    partner: fixed('text'),
    direction: fixed('text'),
    kind: fixed('text'),
    transmissionId: fixed('text | null'),
    fileName: fixed('text'),
    storageKey: fixed('text'),
    replicaKey: 'text | null',
    etag: 'text',
    state: 'text',
    fault: 'text | null',
    entries: 'integer',
    applied: 'integer',
    ignored: 'integer',
    createdAt: fixed('timestamptz'),
    handledAt: 'timestamptz | null',
  } satisfies Columns<RosterFileRow>;
}
