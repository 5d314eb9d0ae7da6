import type { AskState } from '../../domain/record-requests/chase-plan';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A part of a record request's plan, asked of a system. */
export interface ChannelAsk {
  readonly uid: string;
  readonly companyUid: string;
  readonly recordRequestUid: string;
  /** The request's number of moves when it was sent. */
  readonly round: number;
  /** From 1. */
  readonly part: number;
  readonly fromDate: string;
  readonly toDate: string;
  readonly state: AskState;
  /** The stored documents, by the system's ids. */
  readonly taken: readonly string[];
  readonly askedAt: Date;
  readonly answeredAt: Date | null;
}

export class ChannelAskModel extends rows<ChannelAsk>() {
  static override tableName = 'channel_ask';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    round: fixed('bigint'),
    part: fixed('integer'),
    fromDate: fixed('date'),
    toDate: fixed('date'),
    state: 'text',
    taken: 'text[]',
    askedAt: fixed('timestamptz'),
    answeredAt: 'timestamptz | null',
  } satisfies Columns<ChannelAsk>;
}
