import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** An invitation to become a member of a company. */
export interface InvitationRow {
  readonly uid: string;
  readonly companyUid: string;
  readonly email: string;
  readonly name: string;
  readonly roleUid: string;
  readonly seesAllProjects: boolean;
  /** The hash of the last e-mail's link token. */
  readonly tokenHash: Buffer;
  /** The last sender. */
  readonly invitedByUserUid: string;
  readonly sentCount: number;
  readonly createdAt: Date;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly takenBackAt: Date | null;
}

/** An invitation to become a member of a company, with the hash of the e-mailed token. */
export class InvitationModel extends rows<InvitationRow>() {
  static override tableName = 'invitation';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    email: fixed('text'),
    name: fixed('text'),
    roleUid: fixed('uuid'),
    seesAllProjects: fixed('boolean'),
    tokenHash: 'bytea',
    invitedByUserUid: 'uuid',
    sentCount: 'integer',
    createdAt: fixed('timestamptz'),
    sentAt: 'timestamptz',
    expiresAt: 'timestamptz',
    acceptedAt: 'timestamptz | null',
    takenBackAt: 'timestamptz | null',
  } satisfies Columns<InvitationRow>;
}

/** A project that the invited person will see. */
export interface InvitationProjectRow {
  readonly invitationUid: string;
  readonly projectUid: string;
}

/** A project that the invited person will see, if they don't see all of them. */
export class InvitationProjectModel extends rows<InvitationProjectRow>() {
  static override tableName = 'invitation_project';
  static override idColumn = ['invitation_uid', 'project_uid'];
  static override readonly columns = {
    invitationUid: fixed('uuid'),
    projectUid: fixed('uuid'),
  } satisfies Columns<InvitationProjectRow>;
}
