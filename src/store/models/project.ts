import type { Project } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A project without what is its company's. */
export type ProjectRow = Omit<Project, 'companyId' | 'companyFeatures'>;

/** A project of a company. */
export class ProjectModel extends rows<ProjectRow>() {
  static override tableName = 'project';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    id: fixed('text'),
    name: 'text',
    status: 'text',
    purpose: 'text',
    authorizationMethod: 'text',
    version: 'integer',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<ProjectRow>;
}
