import { z } from 'zod';
import { authorizationMethods, projectPurposes, projectStatuses } from '../../../domain/projects/project';
import { defineContract } from '../../pipeline/contract';
import { companyId, projectId } from '../../../forms/ids';
import { nextCursor, pageQuery } from '../../schemas/page';
import { createdAt, updatedAt } from '../../schemas/times';
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
        '`Sandbox` uses stub data and contacts no partner. `Live` uses real partners. `Closed` is ' +
        "read-only. Set when the project is created; the API can't change it afterwards.",
    }),
  isSandbox: z
    .boolean()
    .meta({ description: 'Legacy alternative to `status`: whether it is `Sandbox`.', deprecated: true }),
  purpose: z
    .enum(projectPurposes)
    .meta({
      description:
        'Why records are requested, for every patient of the project. The three `Covered…` purposes need ' +
        'no authorization document.',
    }),
  authorizationMethod: z
    .enum(authorizationMethods)
    .meta({
      description:
        'How patients give consent: an uploaded PDF or IAL2 tokens. It must be enabled for your company. ' +
        'Projects with `ial2Tokens` need no authorization document.',
    }),
};

const form = {
  name: fields.name,
  status: fields.status.optional(),
  isSandbox: fields.isSandbox.optional(),
  purpose: fields.purpose,
  authorizationMethod: fields.authorizationMethod.optional(),
};

const projectCreateForm = z
  .object({ id: projectId.optional(), ...form })
  .meta({ id: 'ProjectCreateForm', description: 'The project to create. Without `id`, we generate one.' });
const projectForm = z
  .object(form)
  .meta({ id: 'ProjectForm', description: 'The project to create or update.' });

const project = z
  .object({
    id: projectId,
    companyId,
    name: z.string().meta({ description: 'Display name.' }),
    status: fields.status,
    isSandbox: fields.isSandbox,
    purpose: fields.purpose,
    authorizationMethod: fields.authorizationMethod,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Project', description: 'A project holds patients.' });

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
    'Creates a project with the status you send. Without `status` or the legacy `isSandbox`, it is ' +
    '`Sandbox` for a sandbox key and `Live` for a production key.',
  params: z.object({ companyId }),
  body: projectCreateForm,
  responses: { 201: { description: 'The new project.', schema: project } },
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
  summary: 'Create or update a project',
  description:
    'Creates a project with this ID, or updates the project that has it. Sending the same form again ' +
    'changes nothing. Without `status`, the status stays. A `status` other than the current one returns ' +
    '401.',
  params: z.object({ companyId, projectId }),
  body: projectForm,
  responses: { 200: { description: 'The updated project.', schema: project } },
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

/** Returns a project. */
export const getProjectContract = defineContract({
  id: 'getProject',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}',
  tag: 'Projects',
  summary: 'Get a project',
  description:
    'Returns the project, if your key can see it. A sandbox key sees `Sandbox` projects, a production key ' +
    'the others.',
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
  description: 'Returns the projects that your key can see, oldest first.',
  params: z.object({ companyId }),
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of projects.',
      schema: z
        .object({
          projects: z.array(project).meta({ description: 'The projects on this page.' }),
          nextCursor,
        })
        .meta({ id: 'ProjectPage', description: 'A page of projects.' }),
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
