import { z } from 'zod';
import { authorizationMethods, projectPurposes, projectStatuses } from '../../../domain/projects/project';
import { defineContract } from '../../pipeline/contract';
import { companyId, projectId } from '../../../forms/ids';
import { nextCursor, pageQuery } from '../../shapes/page';
import { text } from '../../../forms/text';

const fields = {
  name: text({ max: 200 }).meta({
    description: 'Display name, 1 to 200 characters.',
    example: 'Intake 2026',
  }),
  status: z
    .enum(projectStatuses)
    .meta({
      description:
        '`Sandbox` runs on stub data, `Live` on real partners. Fixed after creation as far as the ' +
        'API is concerned.',
    }),
  isSandbox: z.boolean().meta({ description: 'Legacy alternative to `status`.', deprecated: true }),
  purpose: z
    .enum(projectPurposes)
    .meta({
      description: 'Why records are asked for. The three `Covered…` purposes need no authorization document.',
    }),
  authorizationMethod: z
    .enum(authorizationMethods)
    .meta({ description: 'How a patient’s consent is shown; must be enabled for the company.' }),
};

const form = {
  name: fields.name,
  status: fields.status.optional(),
  isSandbox: fields.isSandbox.optional(),
  purpose: fields.purpose,
  authorizationMethod: fields.authorizationMethod.optional(),
};

const projectCreateForm = z.object({ id: projectId.optional(), ...form }).meta({ id: 'ProjectCreateForm' });
const projectForm = z.object(form).meta({ id: 'ProjectForm' });

const project = z
  .object({
    id: projectId,
    companyId,
    name: z.string(),
    status: fields.status,
    isSandbox: fields.isSandbox,
    purpose: fields.purpose,
    authorizationMethod: fields.authorizationMethod,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' });

const exampleProject = {
  id: 'demo-sandbox',
  companyId: 'demo',
  name: 'Intake 2026',
  status: 'Sandbox',
  isSandbox: true,
  purpose: 'Legal',
  authorizationMethod: 'authorizationPdf',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
} as const;

/** Creates a project. */
export const createProjectContract = defineContract({
  id: 'createProject',
  method: 'POST',
  path: '/v0/companies/{companyId}/projects',
  tag: 'Projects',
  summary: 'Create a project',
  description:
    'Creates a project at the wanted status. Without `status` (or the legacy `isSandbox`) it is ' +
    '`Sandbox` for a sandbox key and `Live` for a production key. Without `id` the service ' +
    'generates one.',
  params: z.object({ companyId }),
  body: projectCreateForm,
  responses: { 201: { description: 'The project.', schema: project } },
  problems: [
    'project.idTaken',
    'project.statusContradicts',
    'project.environmentForbidden',
    'project.authorizationMethodNotEnabled',
  ],
  access: { scope: 'company', permission: 'ManageProjects' },
  audit: { event: 'project.create', kind: 'change' },
  isVersioned: true,
  example: {
    params: { companyId: 'demo' },
    body: { id: 'intake-2026', name: 'Intake 2026', status: 'Sandbox', purpose: 'Legal' },
    response: { status: 201, body: { ...exampleProject, id: 'intake-2026' } },
  },
});

/** Upserts a project at an id of the caller's choice. */
export const upsertProjectContract = defineContract({
  id: 'upsertProject',
  method: 'PUT',
  path: '/v0/companies/{companyId}/projects/{projectId}',
  tag: 'Projects',
  summary: 'Create or replace a project',
  description:
    'Creates the project at this id, or brings the one that is there to the form; a repeat changes ' +
    'nothing. `status` may be left out: it stays as it is. Another `status` than the project has is ' +
    'answered 401.',
  params: z.object({ companyId, projectId }),
  body: projectForm,
  responses: { 200: { description: 'The project as it is now.', schema: project } },
  problems: [
    'project.statusFixed',
    'project.statusContradicts',
    'project.environmentForbidden',
    'project.termsFixed',
    'project.authorizationMethodNotEnabled',
    'precondition.failed',
  ],
  access: { scope: 'company', permission: 'ManageProjects' },
  audit: { event: 'project.upsert', kind: 'change' },
  isVersioned: true,
  example: {
    params: { companyId: 'demo', projectId: 'demo-sandbox' },
    body: { name: 'Intake 2026', purpose: 'Legal' },
    response: { status: 200, body: exampleProject },
  },
});

/** Reads a project. */
export const getProjectContract = defineContract({
  id: 'getProject',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}',
  tag: 'Projects',
  summary: 'Get a project',
  description:
    'The project, if the key can see it: a sandbox key sees `Sandbox` projects only, a production ' +
    'key the others.',
  params: z.object({ companyId, projectId }),
  responses: { 200: { description: 'The project.', schema: project } },
  problems: [],
  access: { scope: 'project', permission: 'ViewProjects' },
  audit: null,
  isVersioned: true,
  example: {
    params: { companyId: 'demo', projectId: 'demo-sandbox' },
    response: { status: 200, body: exampleProject },
  },
});

/** Lists projects. */
export const listProjectsContract = defineContract({
  id: 'listProjects',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects',
  tag: 'Projects',
  summary: 'List projects',
  description: 'The projects the key can see, oldest first, in pages.',
  params: z.object({ companyId }),
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of projects.',
      schema: z.object({ projects: z.array(project), nextCursor }).meta({ id: 'ProjectPage' }),
    },
  },
  problems: [],
  access: { scope: 'company', permission: 'ViewProjects' },
  audit: null,
  example: {
    params: { companyId: 'demo' },
    query: { limit: '50' },
    response: { status: 200, body: { projects: [exampleProject], nextCursor: null } },
  },
});
