import type { Environment, Project } from '../../domain/projects/project';
import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/** A project without what belongs to its company. */
export type ProjectRow = Omit<Project, 'companyId' | 'companyFeatures' | 'timeZone'>;

/** A project as stored. */
interface StoredProjectRow extends ProjectRow {
  /** Derived from the status; the id is unique within it. */
  readonly environment: Environment;
}

/** A project of a company. */
export class ProjectModel extends rows<StoredProjectRow>() {
  static override tableName = 'project';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    environment: generated('text'),
    id: fixed('text'),
    name: 'text',
    status: 'text',
    purpose: 'text',
    authorizationMethod: 'text',
    version: 'integer',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<StoredProjectRow>;
}
