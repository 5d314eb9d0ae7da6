import { z } from 'zod';
import {
  refusals,
  type AuthorizationData,
  type Extraction,
  type Legibility,
  waysOfReading,
  type HowRead,
  type SensitiveCategory,
} from '../../domain/auth-checks/extraction';
import type { VerdictCounts, Verdicts } from '../../domain/auth-checks/judge';
import type { SensitiveVerdicts } from '../../domain/auth-checks/judge-content';
import type { Evidence, Verdict } from '../../domain/auth-checks/verdict';

/**
 * A schema for each field of `T`. What a schema does not list is left out of answers in silence, so the
 * compiler asks here for every field that the domain has: a check that is added there must be described here.
 */
type FieldsOf<T> = Record<keyof T, z.ZodType>;

const box = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ id: 'AuthCheckBox', description: 'In points (1/72 inch) from the top left corner of the page.' });

const howRead = {
  how: z
    .enum(waysOfReading)
    .optional()
    .meta({
      description:
        'How it was read: out of a field of the form, out of the text of the document, or ' +
        'recognised on a picture. Absent on documents that were read before 2026-11-23.',
    }),
  confidence: z
    .number()
    .nullable()
    .optional()
    .meta({ description: 'Of what was recognised: the least of its words, 0 to 100. Else null.' }),
} satisfies FieldsOf<HowRead>;

const found = z
  .object({ text: z.string(), page: z.number().int().meta({ description: 'From 1.' }), box, ...howRead })
  .meta({ id: 'AuthCheckField', description: 'What stands on the document, in its own words, and where.' });

const foundDate = found
  .extend({
    date: z.string().meta({ format: 'date' }),
    isShortYear: z.boolean().meta({ description: 'Whether the year was written with two digits.' }),
  })
  .meta({ id: 'AuthCheckDate' });

const statement = z
  .object({
    strength: z.enum(['full', 'weak', 'none']),
    words: z.string().nullable().meta({ description: 'The words of the form that it was known by.' }),
  })
  .meta({ id: 'AuthCheckStatement' });

const release = z.enum(['notRequested', 'released', 'initialsMissing', 'blanket']).optional();

const data = z.object({
  documentType: z.enum([
    'hipaaAuthorization',
    'hitechDirective',
    'part2Consent',
    'noticeOfPrivacyPractices',
    'unknown',
  ]),
  patientName: found.nullable(),
  patientDateOfBirth: foundDate.nullable(),
  disclosingParty: found.nullable(),
  recipient: found.nullable(),
  information: z.object({
    items: z.array(found).readonly(),
    isEverything: z.boolean(),
    isUnclear: z.boolean(),
  }),
  datesOfService: found.nullable(),
  purpose: found.nullable(),
  expiration: found.nullable(),
  signature: z.object({
    evidence: z
      .enum(['digitalSignature', 'annotation', 'ink', 'typedMark', 'typedName', 'envelope', 'none'])
      .meta({ description: 'What shows that somebody signed, the strongest that was found.' }),
    hasLine: z.boolean(),
    isFaint: z
      .boolean()
      .optional()
      .meta({
        description: 'Whether it is so small a stroke on a scan that something else may have made it.',
      }),
    place: z.object({ page: z.number().int(), box }).nullable(),
  }),
  signatureDate: foundDate.nullable(),
  signerName: found.nullable(),
  relationship: found.nullable(),
  witness: z.object({ isAsked: z.boolean(), isOptional: z.boolean(), name: found.nullable() }),
  statements: z.object({ revocation: statement, redisclosure: statement, conditioning: statement }),
  sensitive: z.object({
    substanceUse: release,
    mentalHealth: release,
    psychotherapyNotes: release,
    hiv: release,
    std: release,
    genetic: release,
    reproductive: release,
    sickleCell: release,
  } satisfies FieldsOf<Record<SensitiveCategory, unknown>>),
  isCompound: z.boolean(),
} satisfies FieldsOf<AuthorizationData>);

/** What was read on a document: form data under `data`, the text, the page count. */
export const extraction = z
  .object({
    data,
    text: z.string().meta({ description: 'All words, a line per line; at most 200,000 characters.' }),
    pageCount: z.number().int(),
    legibility: z.object({
      recognisedPages: z
        .number()
        .int()
        .meta({ description: 'Pages without a text layer, read by optical character recognition.' }),
      confidence: z
        .number()
        .nullable()
        .meta({
          description:
            'The least confidence of these pages, 0 to 100; of those with 50 words or more where ' +
            'there are any.',
        }),
    } satisfies FieldsOf<Legibility>),
  } satisfies FieldsOf<Extraction>)
  .meta({ id: 'AuthCheckExtraction' });

const evidence = found
  .extend({
    document: z
      .string()
      .optional()
      .meta({ description: 'The supporting document that it stands on; absent: the authorization itself.' }),
  } satisfies Partial<FieldsOf<Evidence>>)
  .meta({ id: 'AuthCheckEvidence' });

const verdict = z
  .object({
    status: z.enum(['passed', 'warning', 'failed']),
    code: z.string().meta({ description: 'Stable, for programs.', example: 'matches' }),
    message: z.string().meta({ description: 'For people; never a value of the patient’s.' }),
    rule: z
      .string()
      .nullable()
      .meta({
        description: 'The paragraph that asks for it; on every failure.',
        example: '45 CFR 164.508(c)(1)(vi)',
      }),
    remedy: z.string().nullable().meta({ description: 'What to do; on every failure.' }),
    evidence: z
      .array(evidence)
      .readonly()
      .meta({ description: 'Where on the document, or on a supporting one, the verdict rests.' }),
  } satisfies FieldsOf<Verdict>)
  .meta({ id: 'AuthCheckVerdict' });

const check = (description: string) =>
  verdict.nullable().meta({ description: `${description} Null: did not run, which never means passed.` });

/** What every check found. */
export const verdicts = z
  .object({
    documentLegibility: check(
      'Whether the document can be read and is an authorization; fails with one of ' +
        `${refusals.map(code => `\`${code}\``).join(', ')} where the file is the reason.`,
    ),
    authorizationType: check('What kind of paper it is.'),
    patientName: check('Whether it names this patient.'),
    patientDateOfBirth: check('Whether it states this patient’s date of birth.'),
    signature: check('Whether it is signed.'),
    signatureDate: check('Whether the signature has a date that can be.'),
    signerName: check('Whether the signer is the patient, or says for whom they sign.'),
    capability: check('Whether the signer may sign for the patient.'),
    minorAuthorization: check('Who signed for a patient who was a minor then.'),
    deceasedAuthorization: check('Who signed for a patient who has died.'),
    expiration: check('Whether it has an end that has not come.'),
    informationDescription: check('Whether it says what is to be disclosed.'),
    disclosingParty: check('Whether it says who may disclose.'),
    recipient: check('Whether it says who may receive.'),
    datesOfService: check(
      'Whether the document covers the dates that a record request asks for. Runs with a record ' +
        'request only: on the pages for frames, with the `embedToken` of one; null here.',
    ),
    purpose: check('Whether it states a purpose.'),
    purposeAlignment: check('Whether the purpose fits the project’s.'),
    revocation: check('The right to revoke. Not asked of a HITECH directive.'),
    redisclosure: check('The potential for redisclosure. Not asked of a HITECH directive.'),
    conditioning: check('That treatment does not hang on the signature. Not asked of a HITECH directive.'),
    part2Consent: check('42 CFR 2.31, where substance use disorder records are asked for.'),
    psychotherapyNotes: check('Whether psychotherapy notes stand on a paper of their own.'),
    compoundAuthorization: check('Whether it stands alone.'),
    witness: check('Whether the witness that the form asks for is there.'),
    documentValidity: check(
      'What gives a reason to doubt a supporting document. Null where none does: it never passes.',
    ),
    patientZipCode: check('Whether the record has what searches of live projects need.'),
    patientSex: check('Whether the record has what searches of live projects need.'),
    sensitiveInformation: z
      .object({
        categories: z.object({
          substanceUse: verdict.nullable(),
          mentalHealth: verdict.nullable(),
          psychotherapyNotes: verdict.nullable(),
          hiv: verdict.nullable(),
          std: verdict.nullable(),
          genetic: verdict.nullable(),
          reproductive: verdict.nullable(),
          sickleCell: verdict.nullable(),
        } satisfies FieldsOf<Record<SensitiveCategory, unknown>>),
        noSensitiveInformationRequested: z
          .literal(true)
          .optional()
          .meta({ description: 'Set only when no category is requested.' }),
      } satisfies FieldsOf<SensitiveVerdicts>)
      .nullable()
      .meta({ description: 'A null category was not requested. Null as a whole for a HITECH directive.' }),
  } satisfies FieldsOf<Verdicts>)
  .meta({ id: 'AuthCheckVerdicts' });

/** How many checks came out how. */
export const verdictCounts = z
  .object({
    passed: z.number().int(),
    warning: z.number().int(),
    failed: z.number().int(),
    notRun: z.number().int(),
  } satisfies FieldsOf<VerdictCounts>)
  .meta({ id: 'AuthCheckCounts', description: 'Each sensitive category counts by itself.' });
