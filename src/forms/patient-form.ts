import { z } from 'zod';
import { emailAddress, phoneNumber, stateCode, zipCode, zipCodesMax } from './contact';
import { birthDate } from './dates';
import { reference } from './reference';
import { singleLine } from './text';
import { authorizationStatuses } from '../domain/authorizations/authorization-status';
import {
  type PatientForm,
  type RequiredDetails,
  type SubmittedDetails,
  sexes,
} from '../domain/patients/details';
import type { SearchFlags } from '../domain/searches/search';
import { referenceMax } from '../domain/text';

/** The most last names a patient can have. */
export const lastNamesMax = 10;
const name = singleLine({ max: 100 });

/** The fields of a patient form. The API's contracts and the rows of a bulk import are built from them. */
const fields = {
  firstName: singleLine({
    min: 0,
    max: 100,
    ifMissing: 'is required; for a person with a single name, send it empty and the name in `lastNames`',
  }).meta({
    description:
      'Given name. Leave out middle names. Empty for a person with a single name, which goes into ' +
      '`lastNames`.',
    example: 'Jane',
  }),
  lastNames: z
    .array(name)
    .min(1, 'must have at least one entry')
    .max(lastNamesMax)
    .meta({
      description:
        'Every last name the patient has used: the current name first, then alternates (maiden, prior ' +
        'married). Each entry is searched independently, and the search fee scales with the count. A ' +
        'hyphenated name is one entry. A suffix follows the name after a space. Leave out middle names. ' +
        'Entries that differ only in case, accents, or kinds of apostrophes and hyphens are merged.',
      example: ['Doe', 'Smith'],
    }),
  dateOfBirth: birthDate,
  sex: z
    .enum(sexes)
    .nullable()
    .optional()
    .meta({ description: "The patient's sex. Setting it resolves an `AmbiguousIdentity` search outcome." }),
  zipCodes: z
    .array(zipCode)
    .max(zipCodesMax)
    .nullable()
    .optional()
    .meta({
      description:
        'ZIP codes where the patient lived when visiting each facility, not the current one. Widens the ' +
        'search radius in claims.',
      example: ['02139'],
    }),
  zipCode: zipCode
    .nullable()
    .optional()
    .meta({
      description: 'Legacy single value. It becomes the first entry of `zipCodes`.',
      deprecated: true,
    }),
  city: singleLine({ max: 100 }).nullable().optional().meta({ description: 'City where the patient lives.' }),
  state: stateCode
    .nullable()
    .optional()
    .meta({ description: 'Two-letter USPS code of the state where the patient lives.', example: 'MA' }),
  mobile: phoneNumber
    .nullable()
    .optional()
    .meta({
      description:
        'Mobile number without an extension. Stored and returned in E.164. Without a country code, a US ' +
        'number is assumed.',
      example: '+16175550123',
    }),
  email: emailAddress.nullable().optional().meta({ description: 'E-mail address of the patient.' }),
  reference: reference
    .nullable()
    .optional()
    .meta({
      description:
        `Your matter or claim number, at most ${referenceMax} characters on one line. Several patients can ` +
        'have the same one. Searches in the console and `search` of the browse routes find it.',
      example: '2026-PI-0042',
    }),
};

const searches = {
  siteSonar: 'Whether to run Site Sonar, which uses claims to find facilities where the patient was seen.',
  patientHistories: 'Whether to run Patient Histories, which retrieves diagnosis and treatment data.',
  ehrSearch: 'Whether to run EHR Search, which enrolls the patient with live EHR systems.',
};

function searchFlags(omitted: string) {
  const flag = (description: string) =>
    z
      .boolean()
      .optional()
      .meta({ description: `${description} ${omitted}` });
  return {
    siteSonar: flag(searches.siteSonar),
    patientHistories: flag(searches.patientHistories),
    ehrSearch: flag(searches.ehrSearch),
  };
}

const keptFlags = searchFlags('If you leave it out, the current setting stays.');
const flagsOfForm = searchFlags(
  'If you leave it out, the search is off for a new patient and keeps its setting for an existing one.',
);

// Both fields are stored as one list.
function hasRoomForZipCodes(submitted: SubmittedDetails): boolean {
  const all = new Set([
    ...(submitted.zipCodes ?? []),
    ...(typeof submitted.zipCode === 'string' ? [submitted.zipCode] : []),
  ]);
  return all.size <= zipCodesMax;
}
const tooManyZipCodes = {
  path: ['zipCodes'],
  message: `must have at most ${zipCodesMax} entries, including \`zipCode\``,
};

/** The body of create and upsert. An upsert keeps what is left out and clears what is `null` (DECISION-9). */
export const patientForm = z
  .object({ ...fields, ...flagsOfForm })
  .refine(hasRoomForZipCodes, tooManyZipCodes)
  .meta({
    id: 'PatientForm',
    description:
      'The details of a patient, and the searches to run. An upsert of an existing patient keeps what you ' +
      'leave out; `null` clears an optional field.',
  });

/** The body of an edit: any subset of the fields, where `null` clears an optional one. */
export const patientEdit = z
  .object({
    firstName: fields.firstName.optional(),
    lastNames: fields.lastNames.optional(),
    dateOfBirth: fields.dateOfBirth.optional(),
    sex: fields.sex,
    zipCodes: fields.zipCodes,
    zipCode: fields.zipCode.meta({
      description:
        'Legacy single value. Without `zipCodes`, it replaces the first entry of the stored list, and ' +
        '`null` clears the whole list.',
      deprecated: true,
    }),
    city: fields.city,
    state: fields.state,
    mobile: fields.mobile,
    email: fields.email,
    reference: fields.reference,
    ...keptFlags,
    authorizationStatus: z
      .enum(authorizationStatuses)
      .optional()
      .meta({
        description:
          'Sets the authorization status, for tests. Sandbox projects only, and only with the permission ' +
          '`DecideAuthorizations`. In other projects support decides, and sending it returns 403.',
      }),
  })
  .refine(hasRoomForZipCodes, tooManyZipCodes)
  .meta({
    id: 'PatientEdit',
    description: 'The fields to change. Fields you leave out stay; `null` clears an optional field.',
  });

/** The body of a search-level change. A flag that is left out keeps its setting. */
export const searchLevelForm = z
  .object(keptFlags)
  .meta({ id: 'SearchLevelForm', description: 'The searches to turn on or off.' });

/** Returns a parsed form in the domain's terms. */
export function formOf(submitted: SubmittedDetails & RequiredDetails & SearchFlags): PatientForm {
  return { submitted, flags: flagsOf(submitted) };
}

/** Returns the search flags of a form. */
export function flagsOf({ siteSonar, patientHistories, ehrSearch }: SearchFlags): SearchFlags {
  return { siteSonar, patientHistories, ehrSearch };
}
