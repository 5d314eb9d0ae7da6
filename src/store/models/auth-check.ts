import type { AuthCheck, AuthorizationDocument } from '../../domain/auth-checks/auth-check';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A document with its owner. */
export interface AuthorizationDocumentRow extends AuthorizationDocument {
  readonly ownerKind: 'patient' | 'user';
  readonly createdAt: Date;
}

/** A place in the object store whose bytes are analyzed. */
export class AuthorizationDocumentModel extends rows<AuthorizationDocumentRow>() {
  static override tableName = 'authorization_document';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    ownerKind: fixed('text'),
    patientUid: fixed('uuid | null'),
    storageKey: fixed('text'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<AuthorizationDocumentRow>;
}

/** A run with what only the store needs. */
export interface AuthCheckRow extends AuthCheck {
  readonly engineVersion: string;
  readonly startedAt: Date;
  readonly readAt: Date | null;
}

/** A run of the analysis of a document. */
export class AuthCheckModel extends rows<AuthCheckRow>() {
  static override tableName = 'auth_check';
  static override idColumn = ['document_uid', 'run'];
  static override readonly columns = {
    documentUid: fixed('uuid'),
    run: fixed('integer'),
    status: 'text',
    etag: fixed('text'),
    engineVersion: fixed('text'),
    refusal: 'text | null',
    extraction: 'jsonb | null',
    verdicts: 'jsonb | null',
    verdictCounts: 'jsonb | null',
    suggestedStatus: 'text | null',
    startedAt: fixed('timestamptz'),
    readAt: 'timestamptz | null',
    judgedAt: 'timestamptz | null',
  } satisfies Columns<AuthCheckRow>;
}
