import type { Environment, Project } from '../../domain/projects/project';
import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/** A project without what is its company's. */
export type ProjectRow = Omit<Project, 'companyId' | 'companyFeatures'>;

/** A project as it is stored. */
interface StoredProjectRow extends ProjectRow {
  /** Follows from the status; the id is unique in it. */
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
