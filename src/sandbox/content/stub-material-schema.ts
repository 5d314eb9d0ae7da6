/**
 * The shape of the stub patients' material: sites, payors, and templates of visits with their conditions,
 * procedures, medicines, and lab tests. Separate from `stub-material.ts`, so that the tool that creates the
 * file doesn't load the old one.
 */
import { z } from 'zod';

import { diagnosisCodeSystems } from '../../domain/clinical/diagnosis';
import { isNpi } from '../../domain/clinical/npi';
import { payorKinds } from '../../domain/clinical/payor';
import { procedureCodeSystems } from '../../domain/clinical/procedure';
import { visitKinds } from '../../domain/clinical/visit';

const money = z.string().regex(/^\d+\.\d{2}$/);
const share = z.number().min(0).max(1);
const text = z.string().min(1);

/** What a site can do; a visit goes to one of the patient's sites with the setting. */
export const siteSettings = ['hospital', 'clinic', 'urgentCare'] as const;

const siteSchema = z.object({
  setting: z.enum(siteSettings),
  name: text,
  systemName: z.string().exactOptional(),
  npi: z.string().refine(isNpi),
  addressLine1: text,
  addressLine2: z.string().exactOptional(),
  city: text,
  state: z.string().length(2),
  zip: z.string().regex(/^\d{5}$/),
  phone: z.string().regex(/^\+1\d{10}$/),
  fax: z.string().regex(/^\+1\d{10}$/),
});

const conditionSchema = z.object({
  codes: z.array(z.object({ codeSystem: z.enum(diagnosisCodeSystems), code: z.string(), description: text })),
});

const procedureSchema = z.object({
  codeSystem: z.enum(procedureCodeSystems),
  code: z.string(),
  description: text,
  charge: money,
  /** The tests it reports, by LOINC. */
  labTests: z.array(text),
});

const medicineSchema = z.object({
  ndc: z.string().regex(/^\d{11}$/),
  drugName: text,
  quantity: z.string(),
  quantityUnit: text,
  daysSupply: z.number().int().min(1),
  refillsMax: z.number().int().min(0),
});

const labTestSchema = z.object({
  name: text,
  unit: text,
  /** What is drawn: around `typical`, rarely farther than `spread`. */
  typical: z.number(),
  spread: z.number(),
  referenceLow: z.number().exactOptional(),
  referenceHigh: z.number().exactOptional(),
  decimals: z.number().int().min(0).max(3),
});

const odds = z.object({ code: text, odds: share });

const templateSchema = z.object({
  kind: z.enum(visitKinds),
  setting: z.enum(siteSettings),
  reason: text,
  /** How often, compared with other templates that fit the patient. */
  weight: z.number().positive(),
  /** A patient either has this template's chronic condition or never comes for it. */
  isChronic: z.boolean(),
  sex: z.enum(['Male', 'Female']).exactOptional(),
  /** In completed years, both included. */
  ageMin: z.number().int(),
  ageMax: z.number().int(),
  /** The maximum number in one patient's life. */
  timesMax: z.number().int().min(1),
  stayDaysMax: z.number().int().min(0),
  /** The first is the reason of the visit. */
  conditions: z.array(odds).min(1),
  procedures: z.array(odds).min(1),
  medicines: z.array(odds),
});

/**
 * All of the stub material. Conditions are keyed by SNOMED code, procedures by code system and code,
 * medicines by RxNorm code, tests by LOINC.
 */
export const stubMaterialSchema = z.object({
  sites: z.array(siteSchema),
  payors: z.array(z.object({ name: text, kind: z.enum(payorKinds) })),
  prescriberNames: z.array(z.string()).min(1),
  conditions: z.record(text, conditionSchema),
  procedures: z.record(text, procedureSchema),
  medicines: z.record(text, medicineSchema),
  labTests: z.record(text, labTestSchema),
  templates: z.array(templateSchema),
});

/** All of the stub material. */
export type StubMaterial = z.output<typeof stubMaterialSchema>;

/** A facility of the pool. */
export type StubSite = StubMaterial['sites'][number];

/** A kind of visit. */
export type VisitTemplate = StubMaterial['templates'][number];
