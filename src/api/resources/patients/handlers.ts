import type { KeyPrincipal } from '../../../access/principal';
import { flagsOf, formOf } from '../../../forms/patient-form';
import type { Patient } from '../../../domain/patients/patient';
import type { Project } from '../../../domain/projects/project';
import { changeSearchLevel } from '../../../usecases/patients/change-search-level';
import {
  mintAuthCheckToken,
  offerAuthorizationDownload,
  offerAuthorizationUpload,
  searchAvailability,
} from '../../../usecases/patients/describe-surroundings';
import { editPatient } from '../../../usecases/patients/edit-patient';
import { listPatients } from '../../../usecases/patients/list-patients';
import { readAuthorization, readPatient } from '../../../usecases/patients/read-patient';
import { createPatient, upsertPatient } from '../../../usecases/patients/register-patient';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import type { Services } from '../../pipeline/services';
import { cutPage, parseCursor } from '../../shapes/page';
import {
  changeSearchLevelContract,
  createPatientContract,
  editPatientContract,
  getAuthorizationContract,
  getPatientContract,
  listPatientsContract,
  upsertPatientContract,
} from './contract';
import { presentAnalysis } from './present-analysis';
import { presentPatient, presentPatientEntry } from './present';

/** A patient with what is not the patient's own around it. */
function present(
  { files, authCheckTokens, clock }: Services,
  principal: KeyPrincipal,
  project: Project,
  patient: Patient,
) {
  const at = clock.now();
  return presentPatient(
    patient,
    { project, ...searchAvailability(project) },
    {
      upload: offerAuthorizationUpload(files, principal, project, patient, at),
      embedToken: mintAuthCheckToken(authCheckTokens, patient, at),
    },
  );
}

function resourceOf(patient: Patient) {
  return { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid };
}

/** The operations on patients. */
export const patientOperations = [
  operation(createPatientContract, async ({ services, project, principal, change }, { body }) => {
    return change(
      inner => createPatient(inner, principal, project, formOf(body)),
      patient =>
        reply(201, { body: present(services, principal, project, patient), version: patient.version }),
    );
  }),

  operation(
    upsertPatientContract,
    async ({ services, project, principal, change, versionCondition }, { params, body }) => {
      return change(
        inner => upsertPatient(inner, principal, project, params.patientId, formOf(body), versionCondition),
        patient =>
          reply(200, { body: present(services, principal, project, patient), version: patient.version }),
      );
    },
  ),

  operation(getPatientContract, async ({ services, principal, project, readResource }, { params }) => {
    const patient = await readPatient(services, project, params.patientId);
    readResource(resourceOf(patient));
    return reply(200, { body: present(services, principal, project, patient), version: patient.version });
  }),

  operation(listPatientsContract, async ({ services, project, readResource }, { query }) => {
    const { searchStatus, authorizationStatus, limit } = query;
    const page = { after: parseCursor(query.cursor), limit: limit + 1 };
    const found = await listPatients(services.db, project, { searchStatus, authorizationStatus }, page);
    readResource({ kind: 'project', uid: project.uid, companyUid: project.companyUid });
    const surroundings = { project, ...searchAvailability(project) };
    const { entries, nextCursor } = cutPage(found, limit);
    return reply(200, {
      body: { patients: entries.map(entry => presentPatientEntry(entry, surroundings)), nextCursor },
    });
  }),

  operation(
    editPatientContract,
    async ({ services, project, principal, change, versionCondition }, { params, body }) => {
      const { authorizationStatus, ...details } = body;
      const edit = { details, flags: flagsOf(body), authorizationStatus };
      return change(
        inner => editPatient(inner, principal, project, params.patientId, edit, versionCondition),
        patient =>
          reply(200, { body: present(services, principal, project, patient), version: patient.version }),
      );
    },
  ),

  operation(
    changeSearchLevelContract,
    async ({ services, principal, project, change, versionCondition }, { params, body }) => {
      return change(
        inner => changeSearchLevel(inner, project, params.patientId, body, versionCondition),
        patient =>
          reply(200, { body: present(services, principal, project, patient), version: patient.version }),
      );
    },
  ),

  operation(getAuthorizationContract, async ({ services, principal, project, readResource }, { params }) => {
    const { patient, analysis } = await readAuthorization(services, project, params.patientId);
    readResource(resourceOf(patient));
    const at = services.clock.now();
    const upload = offerAuthorizationUpload(services.files, principal, project, patient, at);
    const download = offerAuthorizationDownload(services.files, patient, at);
    return reply(200, {
      body: {
        uploadUrl: upload?.url ?? null,
        uploadHeaders: {},
        expiresIn: (upload ?? download)?.expiresInSeconds ?? 0,
        downloadUrl: download?.url ?? null,
        ...presentAnalysis(analysis),
        embedToken: mintAuthCheckToken(services.authCheckTokens, patient, at) ?? null,
        looseFiles: [],
      },
    });
  }),
];
