import { z } from 'zod';
import { Problem } from '../domain/problem';
import type { RecordRequestKind } from '../domain/record-requests/record-request';
import { stateCode, zipCode } from './contact';
import { calendarDate } from './dates';
import { text } from './text';

/** What is asked of a facility, as callers say it. */
export const recordRequestForm = z
  .object({
    siteId: z
      .uuid('must be a site id')
      .optional()
      .meta({ description: 'Preferred facility identifier, taken from a browse row.' }),
    siteName: text({ max: 200 })
      .optional()
      .meta({ description: 'With the address, the alternative to `siteId`.' }),
    siteAddressLine1: text({ max: 200 }).optional(),
    siteAddressLine2: text({ max: 200 }).optional(),
    siteCity: text({ max: 100 }).optional(),
    siteState: stateCode.optional(),
    siteZip: zipCode.optional(),
    medicalRecord: z.boolean().optional(),
    billing: z.boolean().optional(),
    imaging: z.boolean().optional(),
    startDateOfService: calendarDate.nullable().optional(),
    endDateOfService: calendarDate.nullable().optional(),
  })
  .refine(({ startDateOfService: from, endDateOfService: to }) => from == null || to == null || from <= to, {
    path: ['endDateOfService'],
    message: 'must not be before `startDateOfService`',
  })
  .meta({ id: 'RecordRequestForm' });

type RequestValues = z.output<typeof recordRequestForm>;

/** A facility by its id, or by who it is in the world. */
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

/** What a site is named by without its id. */
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
type DetailField = Exclude<keyof RequestValues, `site${string}` | RecordRequestKind>;

/** What is requested from which facility. */
export type RecordRequestForm = Readonly<Record<DetailField, string | null>> & {
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
  };
}
