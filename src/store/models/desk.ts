import { fixed, type Columns } from '../columns';
import { rows } from './base';
import { ConsoleSessionModel, SignInLinkModel, type SessionRow, type SignInLinkRow } from './console';

/** An operator who may sign in at the desk. */
export interface DeskOperator {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
  /** When they were removed; their actions stay in the audit log. */
  readonly deletedAt: Date | null;
}

/** An operator who may sign in at the desk; a member of no company. */
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

/** A sign-in link of an operator; its `userUid` is the operator's. */
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
