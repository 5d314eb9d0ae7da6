import { z } from 'zod';
import type { Permission } from '../../../domain/access/permissions';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';

const tracking = z
  .object({
    tracked: z.boolean(),
    inherited: z
      .boolean()
      .meta({
        description: 'Whether that follows from what the record belongs to: its patient or its project.',
      }),
  })
  .meta({ id: 'Tracking' });

const trackingForm = z.object({ tracked: z.boolean() }).meta({ id: 'TrackingForm' });

const rule =
  'A webhook endpoint can be limited to what its owner tracks. You track what you create, and what ' +
  'belongs to what you track; what you say of a record goes before that, and what is nearest ' +
  'decides.';

/** What tracking needs of a kind of record. */
interface Tracked<Name extends string, Params extends z.ZodObject> {
  readonly name: Name;
  /** In a sentence. */
  readonly noun: string;
  readonly path: string;
  readonly params: Params;
  readonly example: Readonly<Record<string, string>>;
  readonly permission: Permission;
}

function getTracking<const Name extends string, Params extends z.ZodObject>(of: Tracked<Name, Params>) {
  return defineContract({
    id: `get${of.name}Tracking`,
    method: 'GET',
    path: `${of.path}/tracking`,
    tag: 'Tracking',
    summary: `Tell whether you track a ${of.noun}`,
    description: `Whether the user of the key tracks the ${of.noun}. ${rule}`,
    params: of.params,
    responses: { 200: { description: 'Whether you track it.', schema: tracking } },
    problems: [],
    access: { scope: 'project', permission: of.permission },
    audit: { event: 'tracking.read', kind: 'read' },
    example: { params: of.example, response: { status: 200, body: { tracked: true, inherited: false } } },
  });
}

function setTracking<const Name extends string, Params extends z.ZodObject>(of: Tracked<Name, Params>) {
  return defineContract({
    id: `set${of.name}Tracking`,
    method: 'PUT',
    path: `${of.path}/tracking`,
    tag: 'Tracking',
    summary: `Track a ${of.noun}, or do not`,
    description:
      `From now on the user of the key tracks the ${of.noun} and what belongs to it, or does not. ` + rule,
    params: of.params,
    body: trackingForm,
    responses: { 200: { description: 'As it is now.', schema: tracking } },
    problems: [],
    access: { scope: 'project', permission: of.permission },
    audit: { event: 'tracking.set', kind: 'change' },
    example: {
      params: of.example,
      body: { tracked: true },
      response: { status: 200, body: { tracked: true, inherited: false } },
    },
  });
}

const inProject = z.object({ companyId, projectId });
const ofPatient = inProject.extend({ patientId });
const project = {
  name: 'Project',
  noun: 'project',
  path: '/v0/companies/{companyId}/projects/{projectId}',
  params: inProject,
  example: { companyId: 'demo', projectId: 'demo-sandbox' },
  permission: 'ViewProjects',
} as const;
const patient = {
  name: 'Patient',
  noun: 'patient',
  path: `${project.path}/patients/{patientId}`,
  params: ofPatient,
  example: { ...project.example, patientId: 'case-4711' },
  permission: 'ViewPatients',
} as const;
const recordRequest = {
  name: 'RecordRequest',
  noun: 'record request',
  path: `${patient.path}/record-requests/{recordRequestId}`,
  params: ofPatient.extend({ recordRequestId }),
  example: { ...patient.example, recordRequestId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60' },
  permission: 'ViewRecordRequests',
} as const;

/** Tells whether a project is tracked. */
export const getProjectTrackingContract = getTracking(project);
/** Tracks a project, or does not. */
export const setProjectTrackingContract = setTracking(project);
/** Tells whether a patient is tracked. */
export const getPatientTrackingContract = getTracking(patient);
/** Tracks a patient, or does not. */
export const setPatientTrackingContract = setTracking(patient);
/** Tells whether a record request is tracked. */
export const getRecordRequestTrackingContract = getTracking(recordRequest);
/** Tracks a record request, or does not. */
export const setRecordRequestTrackingContract = setTracking(recordRequest);
