/** The authorization and the supporting documents of a patient, as a member uploads and views them. */
import { assertPermission } from '../../access/authorize';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { uploadHistory, type UploadHistory } from '../../domain/authorizations/authorization-history';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import { isClosed, type Project } from '../../domain/projects/project';
import { supportingMax } from '../../domain/supporting-documents/supporting-document';
import {
  authorizationKey,
  patientOfAuthorizationKey,
  supportingKey,
  supportingOfKey,
} from '../../files/key-layout';
import type { PresignedForm } from '../../files/object-store';
import { uuidv7 } from '../../platform/ids';
import type { PageSize } from '../../reading/draw-document';
import { listSteps } from '../../store/auth-checks/authorization-steps';
import { listSitesOfPatient, type PatientSite } from '../../store/sites/patient-sites';
import { resource, type FileParts } from '../change';
import { drawPageOf, measureDocuments, type PageRef } from '../desk/document-pages';
import type { DrawingParts } from '../page-pictures';
import type { Reading } from '../reading';
import { readVisiblePatient } from './member-patients';
import { offerSupportingDownload } from './offers';
import { readAuthorization } from './patients';
import { lookForSupporting } from './supporting-uploads';

/** The most facilities that a form to sign offers. */
const facilitiesMax = 20;

/** The largest document that the forms accept, in bytes. */
export const uploadBytesMax = documentBytesMax;

/** Forms that upload a document from a browser directly to the store. */
export interface DocumentForms {
  readonly authorization: PresignedForm;
  /** Absent if the patient has the maximum number. */
  readonly supporting?: PresignedForm;
}

/** A patient with their documents. */
export interface ViewedDocuments {
  readonly patient: Patient;
  readonly project: Project;
  /** The analysis of the authorization on file, if there is one. */
  readonly analysis: AuthCheck | undefined;
  readonly history: UploadHistory;
  /** For the form to sign; none for a role without `ViewClinicalData`. */
  readonly facilities: readonly PatientSite[];
  /** Absent for a role without `ManagePatients`, and in a closed project. */
  readonly forms?: DocumentForms;
  /** What was just uploaded. */
  readonly arrived: 'authorization' | 'supporting' | undefined;
}

/** How an upload comes back. */
export interface UploadReturn {
  /** Where the store sends the browser afterward. */
  readonly returnTo: string;
  /** The key of the upload, which the store adds to that address; empty without an upload. */
  readonly sentKey: string;
}

function formsFor(
  { files }: FileParts,
  { principal, now }: Reading,
  { patient, project }: Pick<ViewedDocuments, 'patient' | 'project'>,
  returnTo: string,
): DocumentForms | undefined {
  if (isClosed(project) || !principal.permissions.has('ManagePatients')) return undefined;
  const { companyUid, projectUid, uid: patientUid, supportingDocuments } = patient;
  const place = { companyUid, projectUid, patientUid };
  const limits = { contentType: 'application/pdf', bytesMax: uploadBytesMax, returnTo };
  const offer = (key: string): PresignedForm =>
    files.presignForm(key, { ...limits, uploaderUid: principal.userUid }, now);
  return {
    authorization: offer(authorizationKey(place)),
    ...(supportingDocuments.length >= supportingMax
      ? {}
      : { supporting: offer(supportingKey(place, uuidv7(now))) }),
  };
}

/**
 * Returns a patient's documents, what the check of the authorization found, and forms that upload others
 * (CONSOLE-66). The store is asked for uploads first, so that the view after an upload shows it.
 * @throws Problem 403 without `ViewPatients`, 404; `service.unavailable` if the store is down
 */
export async function viewDocuments(
  parts: FileParts,
  reading: Reading,
  patientUid: string,
  { returnTo, sentKey }: UploadReturn,
): Promise<ViewedDocuments> {
  const { db, principal } = reading;
  assertPermission(principal, 'ViewPatients');
  const { patient: found, inProject } = await readVisiblePatient(reading, patientUid);
  const supporting = supportingOfKey(sentKey);
  const isSupporting = supporting?.patientUid === found.uid;
  if (isSupporting) await lookForSupporting(parts, supporting);
  const isAuthorization = patientOfAuthorizationKey(sentKey) === found.uid;
  const { patient, analysis } = await readAuthorization(parts, inProject, found.id);
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
  const forms = formsFor(parts, reading, { patient, project: inProject.project }, returnTo);
  return {
    patient,
    project: inProject.project,
    analysis: patient.authorizationEtag === null ? undefined : analysis,
    history: uploadHistory(await listSteps(db, patient.uid), patient, verdicts),
    facilities: principal.permissions.has('ViewClinicalData')
      ? await listSitesOfPatient(db, patient.uid, facilitiesMax)
      : [],
    arrived: isSupporting ? 'supporting' : isAuthorization ? 'authorization' : undefined,
    ...(forms === undefined ? {} : { forms }),
  };
}

async function admitToDocument(reading: Reading, patientUid: string): Promise<Patient> {
  assertPermission(reading.principal, 'ViewPatients');
  const { patient } = await readVisiblePatient(reading, patientUid);
  reading.saw(resource('patient', patient));
  return patient;
}

/** A document with the sizes of its pages; `undefined` if it can't be drawn. */
export interface MeasuredDocument {
  readonly patient: Patient;
  readonly pages: readonly PageSize[] | undefined;
}

/**
 * Returns a patient's document with its page sizes: 0 is the authorization, others are the numbers of
 * supporting documents.
 * @throws Problem 403 without `ViewPatients`, 404, also for a document that isn't on file
 */
export async function viewPages(
  parts: DrawingParts & Pick<FileParts, 'db'>,
  reading: Reading,
  patientUid: string,
  number: number,
): Promise<MeasuredDocument> {
  const patient = await admitToDocument(reading, patientUid);
  const [document] = await measureDocuments(parts, patient, [number]);
  if (document === undefined) throw notFound('the patient has no such document');
  return { patient, pages: document.pages };
}

/** Admits a member to a page of a document. @throws Problem 403 without `ViewPatients`, 404 */
export async function admitToPicture(reading: Reading, patientUid: string): Promise<Patient> {
  return admitToDocument(reading, patientUid);
}

/**
 * Returns the picture of a page, drawn by the server and never by the browser. Call it outside any
 * transaction.
 * @throws Problem 404 for a page that doesn't exist or can't be drawn
 */
export async function drawMembersPage(
  parts: DrawingParts & Pick<FileParts, 'db'>,
  patient: Patient,
  ref: PageRef,
): Promise<Buffer> {
  const picture = await drawPageOf(parts, patient, ref);
  if (picture === undefined) throw notFound('the patient has no such page');
  return picture;
}

/**
 * Creates a URL for downloading a supporting document.
 * @throws Problem 403 without `ViewPatients`, 404
 */
export async function openSupporting(
  parts: FileParts,
  reading: Reading,
  patientUid: string,
  number: number,
): Promise<string> {
  const patient = await admitToDocument(reading, patientUid);
  const document = patient.supportingDocuments.find(candidate => candidate.number === number);
  if (document === undefined) throw notFound('the patient has no such document');
  return offerSupportingDownload(parts.files, patient, document, reading.now).url;
}
