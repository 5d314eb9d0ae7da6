import { z } from 'zod';
import { emailAddress, phoneNumber, stateCode, zipCode, zipCodesMax } from './contact';
import { birthDate } from './dates';
import { singleLine } from './text';
import { authorizationStatuses } from '../domain/authorizations/authorization-status';
import { type PatientForm, type RequiredDetails, type SaidDetails, sexes } from '../domain/patients/details';
import type { SearchFlags } from '../domain/searches/search';

/** The most last names of a patient. */
export const lastNamesMax = 10;
const name = singleLine({ max: 100 });

/**
 * The fields of a patient form, each with its rule; the API's contracts and the rows of a bulk import are
 * made of them.
 */
const fields = {
  firstName: name.meta({ description: 'Given name.', example: 'Jane' }),
  lastNames: z
    .array(name)
    .min(1, 'must have at least one entry')
    .max(lastNamesMax)
    .meta({
      description:
        'Every last name the patient has used, current name first. Each entry is searched ' +
        'independently. A hyphenated name is one entry; a suffix follows the name after a space. ' +
        'Duplicates by case and accent are merged.',
      example: ['Doe', 'Smith'],
    }),
  dateOfBirth: birthDate,
  sex: z
    .enum(sexes)
    .nullable()
    .optional()
    .meta({ description: 'Setting it resolves an `AmbiguousIdentity` search outcome.' }),
  zipCodes: z
    .array(zipCode)
    .max(zipCodesMax)
    .nullable()
    .optional()
    .meta({
      description:
        'ZIPs where the patient lived when visiting each facility. Widens the claims search radius.',
      example: ['02139'],
    }),
  zipCode: zipCode
    .nullable()
    .optional()
    .meta({ description: 'Legacy single value; taken as the first of `zipCodes`.', deprecated: true }),
  city: singleLine({ max: 100 }).nullable().optional(),
  state: stateCode.nullable().optional(),
  mobile: phoneNumber.nullable().optional(),
  email: emailAddress.nullable().optional(),
};

const flags = {
  siteSonar: z.boolean().optional(),
  patientHistories: z.boolean().optional(),
  ehrSearch: z.boolean().optional(),
};

const flagsOfForm = {
  siteSonar: flags.siteSonar.meta({
    description: 'Claims-based discovery of facilities. On create: omitted means off.',
  }),
  patientHistories: flags.patientHistories.meta({
    description: 'Diagnosis and treatment data. On create: omitted means off.',
  }),
  ehrSearch: flags.ehrSearch.meta({
    description: 'Enrollment with live EHR systems. On create: omitted means off.',
  }),
};

// Both fields are one list once they are taken.
function hasRoomForZipCodes(said: SaidDetails): boolean {
  const all = new Set([
    ...(said.zipCodes ?? []),
    ...(typeof said.zipCode === 'string' ? [said.zipCode] : []),
  ]);
  return all.size <= zipCodesMax;
}
const tooManyZipCodes = {
  path: ['zipCodes'],
  message: `must have at most ${zipCodesMax} entries, including \`zipCode\``,
};

/** Body of create and upsert. What an upsert leaves out stays as it is, `null` clears (DECISION-9). */
export const patientForm = z
  .object({ ...fields, ...flagsOfForm })
  .refine(hasRoomForZipCodes, tooManyZipCodes)
  .meta({ id: 'PatientForm' });

/** Body of an edit: any subset; `null` clears what is optional. */
export const patientEdit = z
  .object({
    firstName: fields.firstName.optional(),
    lastNames: fields.lastNames.optional(),
    dateOfBirth: fields.dateOfBirth.optional(),
    sex: fields.sex,
    zipCodes: fields.zipCodes,
    zipCode: fields.zipCode.meta({
      description:
        'Legacy single value; alone it takes the place of the first of `zipCodes`, and `null` ' +
        'clears all of them: to a caller who knows one ZIP code only, there is none then.',
      deprecated: true,
    }),
    city: fields.city,
    state: fields.state,
    mobile: fields.mobile,
    email: fields.email,
    ...flags,
    authorizationStatus: z
      .enum(authorizationStatuses)
      .optional()
      .meta({
        description:
          'On a sandbox project only, and only from a role that holds `DecideAuthorizations`; on ' +
          'others the provider decides, and it is answered 403.',
      }),
  })
  .refine(hasRoomForZipCodes, tooManyZipCodes)
  .meta({ id: 'PatientEdit' });

/** Body of a change of the search level; an omitted flag keeps the current setting. */
export const searchLevelForm = z.object(flags).meta({ id: 'SearchLevelForm' });

/** A parsed form in the domain's terms. */
export function formOf(said: SaidDetails & RequiredDetails & SearchFlags): PatientForm {
  return { said, flags: flagsOf(said) };
}

/** The flags among what was said. */
export function flagsOf({ siteSonar, patientHistories, ehrSearch }: SearchFlags): SearchFlags {
  return { siteSonar, patientHistories, ehrSearch };
}
