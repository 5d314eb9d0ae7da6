/**
 * The material for rows: real codes with their descriptions, places, and names. The weights are the
 * frequencies among Synthea's patients.
 */
import { z } from 'zod';
import { payorKinds } from '../../src/domain/clinical/payor';
import { procedureCodeSystems } from '../../src/domain/clinical/procedure';
import { visitKinds } from '../../src/domain/clinical/visit';
import codes from './material/codes.json';
import companies from './material/companies.json';
import payors from './material/payors.json';
import people from './material/people.json';
import sites from './material/sites.json';

const name = z.string().min(1);
const weight = z.number().positive();
const decimal = z.string().regex(/^\d+(?:\.\d+)?$/);
const visitKind = z.enum(visitKinds);

/** The people it applies to. */
const whose = {
  weight,
  ageMin: z.number().int().min(0).default(0),
  ageMax: z.number().int().max(150).default(150),
  sex: z.enum(['Female', 'Male']).optional(),
};

const codesSchema = z.strictObject({
  /**
   * A condition with its claim code and, if there is one, its chart code. `kinds` are the visits with this
   * condition.
   */
  conditions: z.array(
    z.strictObject({
      icd10cm: z.string().regex(/^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/),
      description: name,
      snomed: z
        .string()
        .regex(/^\d{6,18}$/)
        .optional(),
      snomedDescription: name.optional(),
      kinds: z.array(visitKind).optional(),
      ...whose,
    }),
  ),
  procedures: z.array(
    z.strictObject({
      codeSystem: z.enum(procedureCodeSystems),
      code: name,
      description: name,
      kinds: z.array(visitKind).min(1),
      /** The price of one unit; charts have none. */
      charge: decimal.optional(),
      ...whose,
    }),
  ),
  medicines: z.array(
    z.strictObject({
      rxNormCode: z.string().regex(/^\d{5,7}$/),
      drugName: name,
      quantity: decimal,
      quantityUnit: name,
      daysSupply: z.number().int().positive(),
      refillsMax: z.number().int().min(0),
      ...whose,
    }),
  ),
  measuredLabTests: z.array(
    z.strictObject({
      loincCode: z.string().regex(/^\d{1,5}-\d$/),
      name,
      unit: name.optional(),
      typical: z.number(),
      spread: z.number().positive(),
      referenceLow: decimal.optional(),
      referenceHigh: decimal.optional(),
      decimals: z.number().int().min(0).max(3),
      ...whose,
    }),
  ),
  codedLabTests: z.array(
    z.strictObject({
      loincCode: z.string().regex(/^\d{1,5}-\d$/),
      name,
      abnormal: name,
      normal: name,
      abnormalOdds: z.number().min(0).max(1),
      ...whose,
    }),
  ),
});

const placeSchema = z.strictObject({
  city: name,
  state: z.string().regex(/^[A-Z]{2}$/),
  zips: z.array(z.string().regex(/^\d{5}$/)).min(1),
  areaCode: z.string().regex(/^[2-9]\d\d$/),
  weight,
});

const materialSchema = z.strictObject({
  ...codesSchema.shape,
  places: z.array(placeSchema),
  femaleNames: z.array(name),
  maleNames: z.array(name),
  lastNames: z.array(name),
  payors: z.array(z.strictObject({ name, kind: z.enum(payorKinds), weight })),
  siteNames: z.array(name),
  siteKinds: z.array(z.strictObject({ name, serves: z.array(visitKind).min(1), weight })),
  streets: z.array(name),
  systemNames: z.array(name),
  prescribers: z.array(name),
  companies: z.array(name).min(20),
});

const { names: siteNames, kinds: siteKinds, ...ofSites } = sites;

/** The material. */
export const material = materialSchema.parse({
  ...codes,
  ...people,
  ...payors,
  ...ofSites,
  siteNames,
  siteKinds,
  ...companies,
});

type Material = typeof material;
/** A condition of a visit. */
export type Condition = Material['conditions'][number];
/** A place with patients and sites. */
export type Place = Material['places'][number];
/** The kind of a site. */
export type SiteKind = Material['siteKinds'][number];
/** Something that applies only to people of an age and a sex. */
export type OfPeople = Pick<Condition, 'ageMin' | 'ageMax' | 'sex' | 'weight'>;
