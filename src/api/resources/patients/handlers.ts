import { flagsOf, formOf } from '../../../forms/patient-form';
import type { KeyPrincipal } from '../../../access/principal';
import type { Patient } from '../../../domain/patients/patient';
import type { Project } from '../../../domain/projects/project';
import {
  mintAuthCheckToken,
  offerAuthorizationDownload,
  offerAuthorizationUpload,
  offerSupporting,
} from '../../../usecases/patients/offers';
import { makeAuthorizationForm } from '../../../usecases/patients/authorization-forms';
import { revokeAuthorization } from '../../../usecases/patients/authorization-terms';
import {
  changeSearchLevel,
  createPatient,
  editPatient,
  getMadePatient,
  listPatients,
  readAuthorization,
  readPatient,
  upsertPatient,
} from '../../../usecases/patients/patients';
import { uuidv7 } from '../../../platform/ids';
import { reply } from '../../pipeline/contract';
import { makingOperation, operation } from '../../pipeline/operation';
import type { Services } from '../../pipeline/services';
import { presentFileResponse } from '../present-file-response';
import { cutPage, parseCursor } from '../../schemas/page';
import {
  changeSearchLevelContract,
  createPatientContract,
  editPatientContract,
  getAuthorizationContract,
  getAuthorizationFormContract,
  getPatientContract,
  listPatientsContract,
  revokeAuthorizationContract,
  upsertPatientContract,
} from './contract';
import { presentPatient, presentPatientEntry } from './present';

/** The part of an operation's context that an answer about a patient needs. */
interface PatientContext {
  readonly services: Services;
  readonly principal: KeyPrincipal;
  readonly project: Project;
}

/** Returns the answer about a patient, with fresh URLs and tokens. */
function shown<const Status extends 200 | 201>(
  { services, principal, project }: PatientContext,
  status: Status,
) {
  const { files, authCheckTokens, clock, supportName } = services;
  return (patient: Patient) => {
    const at = clock.now();
    const offers = {
      upload: offerAuthorizationUpload(files, principal, project, patient, at),
      supporting: offerSupporting(files, { principal, project }, patient, () => uuidv7(at), at),
      embedToken: mintAuthCheckToken(authCheckTokens, patient, at),
    };
    const body = presentPatient(patient, project, offers, { at, supportName });
    return reply(status, { body, version: patient.version });
  };
}

/** The operations on patients. */
export const patientOperations = [
  makingOperation(createPatientContract, {
    make: (change, { body }) => createPatient(change, formOf(body)),
    uidsOf: ({ uid }) => [uid],
    find: (reading, [uid]) => getMadePatient(reading, uid),
    show: context => shown(context, 201),
  }),

  operation(upsertPatientContract, async (context, { params, body }) =>
    context.change(change => upsertPatient(change, params.patientId, formOf(body)), shown(context, 200)),
  ),

  operation(getPatientContract, async (context, { params }) =>
    shown(context, 200)(await readPatient(context.services, context.reading, params.patientId)),
  ),

  operation(listPatientsContract, async ({ reading, services }, { query }) => {
    const { searchStatus, authorizationStatus, cursor, limit } = query;
    const page = { after: parseCursor(cursor), limit: limit + 1 };
    const found = await listPatients(reading, { searchStatus, authorizationStatus }, page);
    const { entries, nextCursor } = cutPage(found, limit);
    const shownAt = { at: services.clock.now(), supportName: services.supportName };
    const patients = entries.map(entry => presentPatientEntry(entry, reading.project, shownAt));
    return reply(200, { body: { patients, nextCursor } });
  }),

  operation(editPatientContract, async (context, { params, body }) => {
    const { authorizationStatus, ...submitted } = body;
    const edit = { submitted, flags: flagsOf(body), authorizationStatus };
    return context.change(change => editPatient(change, params.patientId, edit), shown(context, 200));
  }),

  operation(changeSearchLevelContract, async (context, { params, body }) =>
    context.change(change => changeSearchLevel(change, params.patientId, body), shown(context, 200)),
  ),

  operation(getAuthorizationContract, async ({ services, principal, project, reading }, { params }) => {
    const { patient, analysis } = await readAuthorization(services, reading, params.patientId);
    const at = services.clock.now();
    const body = presentFileResponse({
      upload: offerAuthorizationUpload(services.files, principal, project, patient, at),
      download: offerAuthorizationDownload(services.files, patient, at),
      analysis,
      embedToken: mintAuthCheckToken(services.authCheckTokens, patient, at),
    });
    return reply(200, { body });
  }),

  operation(getAuthorizationFormContract, async ({ reading }, { params, query }) =>
    reply(200, {
      bytes: await makeAuthorizationForm(reading, params.patientId, query),
      headers: { 'Content-Disposition': 'attachment; filename="Authorization form.pdf"' },
    }),
  ),

  operation(revokeAuthorizationContract, async (context, { params, body }) =>
    context.change(change => revokeAuthorization(change, params.patientId, body), shown(context, 200)),
  ),
];
