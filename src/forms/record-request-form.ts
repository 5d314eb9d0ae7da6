import { z } from 'zod';
import { latestDayOnEarth } from '../domain/clinical/calendar-date';
import { Problem } from '../domain/problem';
import type { RecordRequestKind, RequestTerms } from '../domain/record-requests/record-request';
import { referenceMax } from '../domain/text';
import { stateCode, zipCode } from './contact';
import { calendarDate } from './dates';
import { reference } from './reference';
import { text } from './text';

const kind = (what: string): string =>
  `Whether to request ${what}. Each kind you set to \`true\` becomes its own record request; set at least ` +
  'one.';

/** The schema of a record request's reference. */
export const requestReference = reference
  .nullable()
  .optional()
  .meta({
    description:
      `Your matter or claim number for the request, at most ${referenceMax} characters on one line. The ` +
      "patient's `reference` stays as it is.",
    example: '2026-PI-0042',
  });

/** The schema of a record request's due date. */
export const requestDueDate = calendarDate
  .nullable()
  .optional()
  .meta({ description: 'Day on which you need the records. Lists show what is due or overdue.' });

/** The schema of a record request form. */
export const recordRequestForm = z
  .object({
    siteId: z
      .uuid('must be the `id` of a site, a UUID')
      .optional()
      .meta({
        description:
          'ID of the facility: the `site.id` of a browse row. Preferred. With it, `siteName` and the ' +
          'address are not used.',
      }),
    siteName: text({ max: 200 })
      .optional()
      .meta({
        description:
          'Real-world name of the facility. Together with the address, the alternative to `siteId`; we ' +
          'find the matching facility.',
      }),
    siteAddressLine1: text({ max: 200 })
      .optional()
      .meta({ description: 'Street address of the facility. Required without `siteId`.' }),
    siteAddressLine2: text({ max: 200 })
      .optional()
      .meta({ description: 'Suite, floor, or building of the facility. Always optional.' }),
    siteCity: text({ max: 100 })
      .optional()
      .meta({ description: 'City of the facility. Required without `siteId`.' }),
    siteState: stateCode
      .optional()
      .meta({ description: 'Two-letter USPS state code of the facility. Required without `siteId`.' }),
    siteZip: zipCode
      .optional()
      .meta({ description: 'ZIP code of the facility, `12345` or `12345-6789`. Required without `siteId`.' }),
    medicalRecord: z
      .boolean()
      .optional()
      .meta({ description: kind('the medical record') }),
    billing: z
      .boolean()
      .optional()
      .meta({ description: kind('billing records') }),
    imaging: z
      .boolean()
      .optional()
      .meta({ description: kind('imaging') }),
    startDateOfService: calendarDate
      .refine(text => text <= latestDayOnEarth(new Date()), 'must not be in the future')
      .nullable()
      .optional()
      .meta({
        description:
          'First day of the visits to request records for, today or earlier. Without it, there is no ' +
          'earliest day.',
      }),
    endDateOfService: calendarDate
      .nullable()
      .optional()
      .meta({
        description:
          'Last day of the visits to request records for, not before `startDateOfService`. It can be in ' +
          'the future. Without it, there is no latest day.',
      }),
    reference: requestReference,
    dueDate: requestDueDate,
    rush: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether the request is urgent. Support works on it first. The facility decides how fast it ' +
          'answers.',
      }),
    certification: z
      .boolean()
      .optional()
      .meta({
        description:
          "Whether to ask for an affidavit of the facility's custodian of records that the copies are " +
          'true, which a court may require.',
      }),
  })
  .refine(({ startDateOfService: from, endDateOfService: to }) => from == null || to == null || from <= to, {
    path: ['endDateOfService'],
    message: 'must not be before `startDateOfService`',
  })
  .meta({ id: 'RecordRequestForm', description: 'What to request, and from which facility.' });

type RequestValues = z.output<typeof recordRequestForm>;

/** A facility, by its ID or by its name and address. */
export type NamedSite =
  | { readonly id: string }
  | {
      readonly name: string;
      readonly addressLine1: string;
      readonly addressLine2: string | undefined;
      readonly city: string;
      readonly state: string;
      readonly zip: string;
    };

/** The fields that identify a site without its ID. */
const identityFields = ['siteName', 'siteAddressLine1', 'siteCity', 'siteState', 'siteZip'] as const;

function siteMissing(values: RequestValues): Problem {
  return new Problem('recordRequest.siteUnknown', {
    internal: 'neither a site id nor a whole address',
    issues: identityFields
      .filter(field => values[field] === undefined)
      .map(field => ({ field, rule: 'is required without `siteId`' })),
  });
}

function siteOf(values: RequestValues): NamedSite {
  if (values.siteId !== undefined) return { id: values.siteId };
  const {
    siteName: name,
    siteAddressLine1: addressLine1,
    siteCity: city,
    siteState: state,
    siteZip: zip,
  } = values;
  if (
    name === undefined ||
    addressLine1 === undefined ||
    city === undefined ||
    state === undefined ||
    zip === undefined
  )
    throw siteMissing(values);
  return { name, addressLine1, addressLine2: values.siteAddressLine2, city, state, zip };
}

/**
 * The fields that go into a request as they are. A field of the form that isn't handled below doesn't
 * compile.
 */
type DetailField = Exclude<
  keyof RequestValues,
  `site${string}` | RecordRequestKind | 'rush' | 'certification'
>;

/** What is requested from which facility. */
export type RecordRequestForm = Readonly<Record<DetailField, string | null>> & {
  readonly isRush: boolean;
  readonly needsCertification: boolean;
  readonly site: NamedSite;
  readonly kinds: Readonly<Partial<Record<RecordRequestKind, boolean | undefined>>>;
};

/**
 * Returns a parsed form in the domain's terms.
 * @throws Problem `recordRequest.siteUnknown`, with what is missing, if it has neither a site id nor a
 *   whole address
 */
export function formOf(values: RequestValues): RecordRequestForm {
  const { medicalRecord, billing, imaging, startDateOfService = null, endDateOfService = null } = values;
  return {
    site: siteOf(values),
    kinds: { medicalRecord, billing, imaging },
    startDateOfService,
    endDateOfService,
    ...termsOf(values),
  };
}

/** Returns what a parsed form says besides what is requested. */
function termsOf({
  reference: own = null,
  dueDate = null,
  rush,
  certification,
}: RequestValues): RequestTerms {
  return { reference: own, dueDate, isRush: rush === true, needsCertification: certification === true };
}
