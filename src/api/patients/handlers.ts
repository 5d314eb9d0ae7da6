import type { z } from 'zod';
import { mergeLastNames, type PatientDetails } from '../../domain/patients/patient-details';
import type { Patient } from '../../store/queries/patients';
import type { Project } from '../../store/queries/projects';
import { changeSearchLevel } from '../../usecases/patients/change-search-level';
import {
  offerAuthorizationDownload,
  offerAuthorizationUpload,
  searchAvailability,
} from '../../usecases/patients/describe-surroundings';
import { readAuthorization, readPatient } from '../../usecases/patients/read-patient';
import { createPatient, upsertPatient, type PatientForm } from '../../usecases/patients/register-patient';
import { reply } from '../contract';
import { operation } from '../operation';
import type { Services } from '../services';
import {
  changeSearchLevelContract,
  createPatientContract,
  getAuthorizationContract,
  getPatientContract,
  upsertPatientContract,
} from './contract';
import { presentAnalysis } from './present-analysis';
import { presentPatient } from './present';

/** What the form says, in the domain's terms; the legacy `zipCode` is the first of the ZIP codes. */
function toForm(body: z.output<(typeof createPatientContract)['body']>): PatientForm {
  const zipCodes = [...(body.zipCode === undefined ? [] : [body.zipCode]), ...(body.zipCodes ?? [])];
  const details: PatientDetails = {
    firstName: body.firstName,
    lastNames: mergeLastNames(body.lastNames),
    dateOfBirth: body.dateOfBirth,
    sex: body.sex ?? null,
    zipCodes: [...new Set(zipCodes)],
    city: body.city ?? null,
    state: body.state ?? null,
    mobile: body.mobile ?? null,
    email: body.email ?? null,
  };
  const { siteSonar, patientHistories, ehrSearch } = body;
  return { details, flags: { siteSonar, patientHistories, ehrSearch } };
}

/** Prepares the presenter: what is not the patient's own is read before the change begins. */
async function presenter(services: Services, project: Project) {
  const availability = await searchAvailability(services.db, project);
  return (patient: Patient) =>
    presentPatient(patient, {
      project,
      upload: offerAuthorizationUpload(services.files, patient, services.clock.now()),
      ...availability,
    });
}

function resourceOf(patient: Patient) {
  return { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid };
}

/** The operations on patients. */
export const patientOperations = [
  operation(createPatientContract, async ({ services, project, principal, change }, { body }) => {
    const present = await presenter(services, project);
    return change(
      inner => createPatient(inner, principal, project, toForm(body)),
      patient => reply(201, { body: present(patient), version: patient.version }),
    );
  }),

  operation(
    upsertPatientContract,
    async ({ services, project, principal, change, versionCondition }, { params, body }) => {
      const present = await presenter(services, project);
      return change(
        inner => upsertPatient(inner, principal, project, params.patientId, toForm(body), versionCondition),
        patient => reply(200, { body: present(patient), version: patient.version }),
      );
    },
  ),

  operation(getPatientContract, async ({ services, project, readResource }, { params }) => {
    const present = await presenter(services, project);
    const patient = await readPatient(services, project, params.patientId);
    readResource(resourceOf(patient));
    return reply(200, { body: present(patient), version: patient.version });
  }),

  operation(
    changeSearchLevelContract,
    async ({ services, project, change, versionCondition }, { params, body }) => {
      const present = await presenter(services, project);
      return change(
        inner => changeSearchLevel(inner, project, params.patientId, body, versionCondition),
        patient => reply(200, { body: present(patient), version: patient.version }),
      );
    },
  ),

  operation(getAuthorizationContract, async ({ services, project, readResource }, { params }) => {
    const { patient, analysis } = await readAuthorization(services, project, params.patientId);
    readResource(resourceOf(patient));
    const at = services.clock.now();
    const upload = offerAuthorizationUpload(services.files, patient, at);
    const download = offerAuthorizationDownload(services.files, patient, at);
    return reply(200, {
      body: {
        uploadUrl: upload.url,
        uploadHeaders: {},
        expiresIn: upload.expiresInSeconds,
        downloadUrl: download?.url ?? null,
        ...presentAnalysis(analysis),
        embedToken: null,
        looseFiles: [],
      },
    });
  }),
];
