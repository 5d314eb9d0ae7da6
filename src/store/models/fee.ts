import type { Fee } from '../../domain/record-requests/fees';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A fee of a record request. */
export class FeeModel extends rows<Fee>() {
  static override tableName = 'fee';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    amountCents: fixed('integer'),
    basis: fixed('text'),
    needsPrepayment: fixed('boolean'),
    note: fixed('text | null'),
    invoiceFileUid: 'uuid | null',
    status: 'text',
    isWithinLimit: fixed('boolean'),
    responder: 'jsonb | null',
    respondedAt: 'timestamptz | null',
    message: 'text | null',
    question: 'text | null',
    answer: 'text | null',
    settledAt: 'timestamptz | null',
    paidOn: 'date | null',
    version: 'integer',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<Fee>;
}
