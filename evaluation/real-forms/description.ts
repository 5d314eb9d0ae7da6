/**
 * The description of a real form: what each field or place on it means. People write one file per form while
 * looking at its picture; README.md says how.
 */
import { z } from 'zod';
import { sensitiveCategoryNames } from '../../src/domain/auth-checks/extraction';

const text = z.string().trim().min(1).max(600);
const point = z.number().min(0).max(2_000);
const boxSchema = z
  .tuple([point, point, point, point])
  .refine(([left, top, right, bottom]) => left < right && top < bottom, {
    error: 'is [left, top, right, bottom]: left must be less than right, and top less than bottom',
  });

interface Somewhere {
  readonly field?: string | undefined;
  readonly widget?: number | undefined;
  readonly page?: number | undefined;
  readonly box?: readonly number[] | undefined;
}

/** Returns the place keys with others; a place is a field, or a page and a box, or both. */
function placed<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .strictObject({
      field: text.optional(),
      widget: z.int().min(1).optional(),
      page: z.int().min(1).max(25).optional(),
      box: boxSchema.optional(),
      ...shape,
    })
    .superRefine((value, context) => {
      const { field, widget, page, box } = value as Somewhere;
      if ((page === undefined) !== (box === undefined))
        context.addIssue('needs "page" and "box" together, or neither');
      else if (field === undefined && box === undefined)
        context.addIssue('needs "field" (the full name of a form field), or "page" and "box"');
      if (widget !== undefined && field === undefined)
        context.addIssue('"widget" counts the places of a field, so it needs "field"');
    });
}

const placeSchema = placed({
  label: text.optional(),
  baseline: point.optional(),
  cells: z.int().min(1).max(60).optional(),
  digits: z.literal([2, 4]).optional(),
});

const markKeys = {
  label: text,
  option: text.optional(),
  mark: z.literal(['check', 'initials', 'circle']).default('check'),
} as const;

const nameSchema = z
  .strictObject({
    whole: placeSchema.optional(),
    order: z.literal(['first-last', 'last-first']).optional(),
    first: placeSchema.optional(),
    middle: placeSchema.optional(),
    last: placeSchema.optional(),
    suffix: placeSchema.optional(),
  })
  .refine(
    ({ whole, first, middle, last, suffix }) =>
      whole === undefined
        ? first !== undefined && last !== undefined
        : first === undefined && middle === undefined && last === undefined && suffix === undefined,
    { error: 'needs "whole", or "first" and "last" (and "middle" and "suffix" if the form has them)' },
  )
  .refine(({ whole, order }) => order === undefined || whole !== undefined, {
    error: '"order" says how a "whole" name is written',
  });

const dateSchema = z
  .strictObject({
    whole: placeSchema.optional(),
    month: placeSchema.optional(),
    day: placeSchema.optional(),
    year: placeSchema.optional(),
  })
  .refine(
    ({ whole, month, day, year }) =>
      whole === undefined
        ? month !== undefined && day !== undefined && year !== undefined
        : month === undefined && day === undefined && year === undefined,
    { error: 'needs "whole", or "month", "day", and "year"' },
  );

const marks = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(placed({ ...markKeys, ...shape })).min(1);

const partySchema = z
  .strictObject({
    printed: text.nullable(),
    name: placeSchema.nullable(),
    address: placeSchema.nullable(),
    cityStateZip: placeSchema.nullable(),
    phone: placeSchema.nullable(),
    fax: placeSchema.nullable(),
    options: marks({}).nullable(),
  })
  .refine(({ printed, name, options }) => printed !== null || name !== null || options !== null, {
    error: 'has neither printed words, nor a place for a name, nor options: write null for the whole party',
  });

const sensitiveCategory = z.literal(sensitiveCategoryNames);

/** The schema of a form's elements. */
export const elementsSchema = z.strictObject({
  patientName: z.array(nameSchema).min(1).nullable(),
  birthDate: z.array(dateSchema).min(1).nullable(),
  patientSignature: z.array(placeSchema).min(1).nullable(),
  signatureDate: z.array(dateSchema).min(1).nullable(),
  signerName: z.array(nameSchema).min(1).nullable(),
  signerCapacity: marks({ means: z.literal(['patient', 'representative']) }).nullable(),
  representative: z
    .strictObject({
      signature: z.union([placeSchema, z.literal('same')]).nullable(),
      name: z.union([placeSchema, z.literal('same')]).nullable(),
      relationship: placeSchema.nullable(),
      date: z.union([dateSchema, z.literal('same')]).nullable(),
    })
    .nullable(),
  keepEmpty: z
    .array(
      placed({
        label: text,
        who: z.literal([
          'witness',
          'staff',
          'interpreter',
          'minor',
          'second-patient-signature',
          'recipient',
          'revocation',
          'other',
        ]),
        what: z.literal(['signature', 'name', 'date', 'text', 'mark']),
      }),
    )
    .min(1)
    .nullable(),
  discloser: partySchema.nullable(),
  recipient: partySchema.nullable(),
  direction: marks({ means: z.literal(['release', 'obtain', 'both', 'verbal']) }).nullable(),
  purpose: z
    .strictObject({
      printed: text.nullable(),
      text: placeSchema.nullable(),
      options: marks({
        means: z.literal([
          'treatment',
          'personal',
          'legal',
          'insurance',
          'disability',
          'school',
          'employment',
          'billing',
          'transfer',
          'research',
          'other',
        ]),
      }).nullable(),
    })
    .nullable(),
  records: z
    .strictObject({
      printed: text.nullable(),
      text: placeSchema.nullable(),
      options: marks({ means: z.literal(['everything', 'kind', 'other']) }).nullable(),
    })
    .nullable(),
  sensitive: marks({ category: sensitiveCategory, effect: z.literal(['release', 'withhold']) }).nullable(),
  datesOfService: z
    .strictObject({
      whole: placeSchema.nullable(),
      from: dateSchema.nullable(),
      to: dateSchema.nullable(),
      options: marks({ means: z.literal(['all', 'dates', 'other']) }).nullable(),
    })
    .nullable(),
  expiration: z
    .strictObject({
      printed: text.nullable(),
      term: z
        .string()
        .regex(/^P\d+[DMY]$/, 'is a period like "P1Y", "P6M", or "P90D"; null if nothing is printed')
        .nullable(),
      date: dateSchema.nullable(),
      event: placeSchema.nullable(),
      options: marks({ means: z.literal(['date', 'event', 'term', 'never']) }).nullable(),
    })
    .nullable(),
  initials: z.array(placeSchema).min(1).nullable(),
  patientDetails: z
    .array(
      placed({
        what: z.literal([
          'address',
          'city',
          'state',
          'zip',
          'city-state-zip',
          'full-address',
          'phone',
          'email',
          'ssn',
          'ssn-last-4',
          'record-number',
          'former-names',
          'other',
        ]),
        label: text.optional(),
        cells: z.int().min(1).max(60).optional(),
      }),
    )
    .min(1)
    .nullable(),
});

/** The families that layouts are scored by: how the places of the four core elements are drawn. */
export const layoutFamilies = [
  'table-cells',
  'ruled-lines',
  'underscores',
  'boxes',
  'form-fields',
  'sentences',
] as const;

/** The schema of a description. */
export const descriptionSchema = z.strictObject({
  form: z.string().regex(/^[a-z\d-]+$/, 'is the name of the PDF without ".pdf"'),
  sha256: z.string().regex(/^[\da-f]{64}$/, 'is 64 hexadecimal digits in lower case'),
  pages: z.int().min(1).max(25),
  formPages: z.array(z.int().min(1).max(25)).min(1),
  language: z.literal(['en', 'es', 'en-es', 'other']),
  kind: z.literal(['authorization', 'patient-request', 'other']),
  layout: z.literal(layoutFamilies),
  notes: text.optional(),
  elements: elementsSchema,
  printed: z.strictObject({
    revocation: z.boolean(),
    redisclosure: z.boolean(),
    conditioning: z.boolean(),
    copy: z.boolean(),
    releases: z.array(sensitiveCategory),
  }),
});

/** What each field or place of a form means. */
export type Description = z.output<typeof descriptionSchema>;

/** A place to write in, sign in, or mark. */
export interface Place {
  /** The printed words that belong to it. */
  readonly label?: string | undefined;
  /** The full name of a form field. */
  readonly field?: string | undefined;
  /** Which of the places of a field with several, from 1; all of them without it. */
  readonly widget?: number | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Left, top, right, bottom, in points from the top left corner of the page as shown. */
  readonly box?: readonly [number, number, number, number] | undefined;
  /** Where typed letters rest. */
  readonly baseline?: number | undefined;
  /** The number of boxes for one letter each. */
  readonly cells?: number | undefined;
  /** Digits of a year, if the first two are printed. */
  readonly digits?: 2 | 4 | undefined;
  /** The export value that a check box or radio button has when it's on. */
  readonly option?: string | undefined;
  /** How the place is marked; absent for a place to write in. */
  readonly mark?: 'check' | 'initials' | 'circle' | undefined;
}
