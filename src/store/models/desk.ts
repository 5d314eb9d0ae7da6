import { fixed, type Columns } from '../columns';
import { rows } from './base';
import { ConsoleSessionModel, SignInLinkModel, type SessionRow, type SignInLinkRow } from './console';

/** A person of the delivery team who may sign in at the desk. */
export interface DeskOperator {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
  /** When they were removed; what they did stays theirs in the audit trail. */
  readonly deletedAt: Date | null;
}

/** A person of the delivery team who may sign in at the desk: a member of no company. */
export class DeskOperatorModel extends rows<DeskOperator>() {
  static override tableName = 'desk_operator';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    email: fixed('text'),
    name: fixed('text'),
    createdAt: fixed('timestamptz'),
    deletedAt: 'timestamptz | null',
  } satisfies Columns<DeskOperator>;
}

/** A link by which an operator signs in; its `userUid` is the operator's. */
export class DeskSignInLinkModel extends rows<SignInLinkRow>() {
  static override tableName = 'desk_sign_in_link';
  static override idColumn = 'uid';
  static override readonly columns = SignInLinkModel.columns;
}

/** An operator's session at the desk; its `userUid` is the operator's. */
export class DeskSessionModel extends rows<SessionRow>() {
  static override tableName = 'desk_session';
  static override idColumn = 'uid';
  static override readonly columns = ConsoleSessionModel.columns;
}
