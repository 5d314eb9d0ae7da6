import { z } from 'zod';
import type { Permission } from '../../../domain/access/permissions';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';

const tracking = z
  .object({
    tracked: z.boolean().meta({ description: 'Whether you track the record.' }),
    inherited: z
      .boolean()
      .meta({
        description: 'Whether `tracked` comes from the patient or project that the record belongs to.',
      }),
  })
  .meta({
    id: 'Tracking',
    description:
      'Whether the owner of the key tracks a record. A webhook endpoint can be limited to the records ' +
      'that its owner tracks. You track the records you create and everything below a record you track. ' +
      'Your own setting on a record comes first; without one, the nearest record above it decides.',
  });

const trackingForm = z
  .object({ tracked: z.boolean().meta({ description: '`true` to track the record, `false` to stop.' }) })
  .meta({ id: 'TrackingForm', description: 'Whether to track the record.' });

/** What the tracking operations of a kind of record need. */
interface Tracked<Name extends string, Params extends z.ZodObject> {
  readonly name: Name;
  /** The word for it in a sentence. */
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
    summary: `Check whether you track a ${of.noun}`,
    description: `Returns whether the owner of the key tracks the ${of.noun}.`,
    params: of.params,
    responses: { 200: { description: 'The tracking setting.', schema: tracking } },
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
    summary: `Track or stop tracking a ${of.noun}`,
    description: `Tracks the ${of.noun} for the owner of the key, or stops tracking it.`,
    params: of.params,
    body: trackingForm,
    responses: { 200: { description: 'The updated tracking setting.', schema: tracking } },
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

/** Returns whether a project is tracked. */
export const getProjectTrackingContract = getTracking(project);
/** Tracks a project, or stops tracking it. */
export const setProjectTrackingContract = setTracking(project);
/** Returns whether a patient is tracked. */
export const getPatientTrackingContract = getTracking(patient);
/** Tracks a patient, or stops tracking it. */
export const setPatientTrackingContract = setTracking(patient);
/** Returns whether a record request is tracked. */
export const getRecordRequestTrackingContract = getTracking(recordRequest);
/** Tracks a record request, or stops tracking it. */
export const setRecordRequestTrackingContract = setTracking(recordRequest);
