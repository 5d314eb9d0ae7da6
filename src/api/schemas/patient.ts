import { z } from 'zod';
import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
import { sexes } from '../../domain/patients/details';
import { searchStatuses } from '../../domain/searches/search';
import { companyId, patientId, projectId } from '../../forms/ids';
import { createdAt, updatedAt } from './times';

/** The outcome of a patient's searches. */
export const searchStatus = z
  .enum(searchStatuses)
  .meta({
    description:
      "Where the patient's searches are. `Inactive`: none requested. `Processing`: running. `Completed`: " +
      'finished with results. `NoHit`: finished without records. `AmbiguousIdentity`: records exist under ' +
      'two conflicting identities, or of a person who is not proven to be the patient, and are withheld; ' +
      'set `sex`, or add a phone, an e-mail, a ZIP code, or a former last name. `MissingZipCode`: live ' +
      'projects only, nothing was sent because the patient has no ZIP code; add one and the search ' +
      'starts. `RequestRejected`: the EHR partner refused the request; correct the details and it is sent ' +
      'again. `DeceasedBeforeClinicalData`: the patient died before 2016, and every requested search was ' +
      'declined.',
  });

/** The review status of a patient's authorization. */
export const authorizationStatus = z
  .enum(authorizationStatuses)
  .meta({
    description:
      "Review status of the patient's authorization. `NeedsApproval`: waiting for a document or its " +
      'review. `Approved`: searches and record requests can be sent. Every other value names the problem ' +
      'that the review found: correct that detail of the patient, or upload a corrected authorization.',
  });

/** The fields that a patient and its events share. */
export const patientFields = {
  firstName: z.string(),
  lastNames: z
    .array(z.string())
    .meta({ description: 'Every last name the patient has used, the current one first.' }),
  dateOfBirth: z.string().meta({ format: 'date', description: 'Date of birth (YYYY-MM-DD).' }),
  sex: z.enum(sexes).nullable().meta({ description: '`null` if none was given.' }),
  zipCodes: z
    .array(z.string())
    .meta({ description: 'ZIP codes where the patient lived when visiting facilities.' }),
  mobile: z.string().nullable().meta({ description: 'Mobile number in E.164.' }),
  email: z.string().nullable(),
};

/** Whether each search is requested. */
export const searchFlags = {
  siteSonar: z.boolean().meta({ description: 'Whether Site Sonar is requested.' }),
  patientHistories: z.boolean().meta({ description: 'Whether Patient Histories is requested.' }),
  ehrSearch: z.boolean().meta({ description: 'Whether EHR Search is requested.' }),
};

const { firstName, lastNames, dateOfBirth, sex, zipCodes, mobile, email } = patientFields;

/** A patient, in answers and in events. */
export const patient = z
  .object({
    id: patientId,
    projectId,
    companyId,
    firstName,
    lastNames,
    dateOfBirth,
    sex,
    zipCodes,
    zipCode: z.string().nullable().meta({ description: 'The first entry of `zipCodes`.', deprecated: true }),
    city: z.string().nullable(),
    state: z.string().nullable().meta({ description: 'Two-letter USPS state code.' }),
    mobile,
    email,
    reference: z.string().nullable().meta({ description: 'Your matter or claim number.' }),
    ...searchFlags,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Patient', description: 'A patient of a project: details, and which searches are requested.' });
