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
 * A schema for each field of `T`. Answers leave out what a schema doesn't list, so the compiler requires a
 * schema for every field of the domain: a check that is added there must be described here.
 */
type FieldsOf<T> = Record<keyof T, z.ZodType>;

const points = (what: string) => z.number().meta({ description: `${what}, in points.` });

const box = z
  .object({
    x: points('Distance from the left edge of the page'),
    y: points('Distance from the top edge of the page'),
    width: points('Width'),
    height: points('Height'),
  })
  .meta({
    id: 'AuthCheckBox',
    description: 'A place on the page, in points (1/72 inch) from its top left corner.',
  });

const page = z.number().int().meta({ description: 'Page number, from 1.' });

const howRead = {
  how: z
    .enum(waysOfReading)
    .optional()
    .meta({
      description:
        'How it was read. `field`: a field of the form. `text`: the text of the document. `recognised`: ' +
        'recognized in an image. Absent on documents read before 2026-11-23.',
    }),
  confidence: z
    .number()
    .nullable()
    .optional()
    .meta({
      description:
        'How sure the recognition is, 0 to 100: the lowest of its words. `null` if it was not recognized ' +
        'in an image.',
    }),
} satisfies FieldsOf<HowRead>;

const found = z
  .object({ text: z.string().meta({ description: 'The words on the document.' }), page, box, ...howRead })
  .meta({ id: 'AuthCheckField', description: 'A value on the document, in its own words, and where it is.' });

const foundDate = found
  .extend({
    date: z.string().meta({ format: 'date', description: 'The date that the words state (YYYY-MM-DD).' }),
    isShortYear: z.boolean().meta({ description: 'Whether the year is written with two digits.' }),
  })
  .meta({ id: 'AuthCheckDate', description: 'A date on the document, and where it is.' });

const statement = z
  .object({
    strength: z
      .enum(['full', 'weak', 'none'])
      .meta({ description: 'How well the document makes the statement.' }),
    words: z
      .string()
      .nullable()
      .meta({ description: 'The words of the form that make the statement. `null` if there are none.' }),
  })
  .meta({ id: 'AuthCheckStatement', description: 'A required statement, and how well it is made.' });

/** What each kind of sensitive information is, for descriptions. */
const categories = {
  substanceUse: 'Substance use disorder records',
  mentalHealth: 'Mental health records',
  psychotherapyNotes: 'Psychotherapy notes',
  hiv: 'HIV and AIDS records',
  std: 'Records of sexually transmitted diseases',
  genetic: 'Genetic information',
  reproductive: 'Reproductive health records',
  sickleCell: 'Sickle cell records',
} satisfies Record<SensitiveCategory, string>;

/** Returns the schema of each kind of sensitive information. */
function perCategory<S extends z.ZodType>(schemaOf: (description: string) => S) {
  return {
    substanceUse: schemaOf(categories.substanceUse),
    mentalHealth: schemaOf(categories.mentalHealth),
    psychotherapyNotes: schemaOf(categories.psychotherapyNotes),
    hiv: schemaOf(categories.hiv),
    std: schemaOf(categories.std),
    genetic: schemaOf(categories.genetic),
    reproductive: schemaOf(categories.reproductive),
    sickleCell: schemaOf(categories.sickleCell),
  } satisfies FieldsOf<Record<SensitiveCategory, unknown>>;
}

const releases = perCategory(description =>
  z
    .enum(['notRequested', 'released', 'initialsMissing', 'blanket'])
    .optional()
    .meta({ description: `${description}.` }),
);

/** Returns the schema of a value on the document. */
const value = (description: string) => found.nullable().meta({ description });
/** Returns the schema of a date on the document. */
const dateValue = (description: string) => foundDate.nullable().meta({ description });

const data = z.object({
  documentType: z
    .enum(['hipaaAuthorization', 'hitechDirective', 'part2Consent', 'noticeOfPrivacyPractices', 'unknown'])
    .meta({
      description:
        'What kind of document it is. `hipaaAuthorization`: 45 CFR 164.508. `hitechDirective`: a ' +
        'directive to send records to a third party. `part2Consent`: 42 CFR 2.31. ' +
        '`noticeOfPrivacyPractices`: it authorizes nothing.',
    }),
  patientName: value("The patient's name."),
  patientDateOfBirth: dateValue("The patient's date of birth."),
  disclosingParty: value('Who may disclose the information.'),
  recipient: value('Who may receive the information.'),
  information: z
    .object({
      items: z
        .array(found)
        .readonly()
        .meta({ description: 'The kinds of information, checked or described in words.' }),
      isEverything: z.boolean().meta({ description: 'Whether the whole record is covered.' }),
      isUnclear: z
        .boolean()
        .meta({
          description: "Whether kinds are named on a scan, but we couldn't make out which ones are checked.",
        }),
    })
    .meta({ description: 'The information to be disclosed.' }),
  datesOfService: value('The dates of service that the document covers.'),
  purpose: value('The purpose of the disclosure.'),
  expiration: value('When the authorization ends, as a date or an event.'),
  signature: z
    .object({
      evidence: z
        .enum(['digitalSignature', 'annotation', 'ink', 'typedMark', 'typedName', 'envelope', 'none'])
        .meta({ description: 'The strongest sign that the document was signed.' }),
      hasLine: z.boolean().meta({ description: 'Whether the form has a signature line.' }),
      isFaint: z
        .boolean()
        .optional()
        .meta({
          description: 'Whether the stroke on a scan is so small that something else may have made it.',
        }),
      isCrossedOut: z
        .boolean()
        .optional()
        .meta({ description: 'Whether strokes cross the signature out; absent if none do.' }),
      mark: z
        .enum(['cross', 'line'])
        .optional()
        .meta({
          description:
            "What is on the signature line of a document that isn't signed: an X, or a straight stroke.",
        }),
      place: z.object({ page, box }).nullable().meta({ description: 'Where the signature is.' }),
    })
    .meta({ description: 'The signature.' }),
  signatureDate: dateValue('The date of the signature.'),
  signerName: value('The name of the person who signed.'),
  relationship: value("The signer's relationship to the patient."),
  witness: z
    .object({
      isAsked: z.boolean().meta({ description: 'Whether the form asks for a witness.' }),
      isOptional: z.boolean().meta({ description: 'Whether the form says that the witness is optional.' }),
      name: value('The name of the witness.'),
    })
    .meta({ description: 'The witness of the signature.' }),
  statements: z
    .object({
      revocation: statement.meta({ description: 'The right to revoke the authorization.' }),
      redisclosure: statement.meta({ description: 'The potential for redisclosure.' }),
      conditioning: statement.meta({ description: "That treatment doesn't depend on the signature." }),
    })
    .meta({ description: 'The statements that 45 CFR 164.508(c)(2) requires.' }),
  sensitive: z
    .object(releases)
    .meta({
      description:
        'Whether each kind of sensitive information is released. `notRequested`: not named, or its box is ' +
        'empty. `released`: checked, with the initials that the form asks for. `initialsMissing`: ' +
        'checked, but without those initials. `blanket`: released by a printed sentence.',
    }),
  isCompound: z
    .boolean()
    .meta({ description: 'Whether the document also consents to something else, such as treatment.' }),
  revoked: z
    .object({
      by: z
        .enum(['words', 'unclearWords', 'signedRevocation', 'crossedOut'])
        .meta({ description: 'What revokes it.' }),
      page,
      box,
    })
    .nullable()
    .optional()
    .meta({ description: 'What revokes the authorization. `null` if nothing does.' }),
} satisfies FieldsOf<AuthorizationData>);

/** What was read on a document: form data under `data`, the text, and the page count. */
export const extraction = z
  .object({
    data: data.meta({
      description:
        "The values on the form. A value that wasn't found is `null`. If the document contains several " +
        "forms, these are the patient's.",
    }),
    forms: z
      .array(
        z.object({
          pages: z
            .array(z.number().int())
            .readonly()
            .meta({ description: 'Page numbers of the form, from 1.' }),
        }),
      )
      .readonly()
      .optional()
      .meta({ description: 'The forms in the document. Absent if it contains only one.' }),
    text: z
      .string()
      .meta({ description: 'All text of the document, line by line. At most 200,000 characters.' }),
    pageCount: z.number().int().meta({ description: 'Number of pages.' }),
    legibility: z
      .object({
        recognisedPages: z
          .number()
          .int()
          .meta({ description: 'Pages without text, read by optical character recognition.' }),
        confidence: z
          .number()
          .nullable()
          .meta({
            description:
              'The lowest confidence of those pages, 0 to 100. Pages with fewer than 50 words only count ' +
              'if there are no others. `null` if there are no such pages.',
          }),
        shownPages: z
          .array(
            z.object({
              page,
              degrees: z
                .int()
                .min(0)
                .max(270)
                .meta({ description: 'By how much we turn it clockwise: 0, 90, 180, or 270.' }),
              photo: z
                .enum(['cut', 'whole'])
                .optional()
                .meta({
                  description:
                    'A photo of paper. `cut`: cut out along the edges of the paper and straightened. ' +
                    '`whole`: we found no edges. Absent for other pages.',
                }),
              width: points('Width of the page as shown'),
              height: points('Height of the page as shown'),
            }),
          )
          .readonly()
          .optional()
          .meta({
            description:
              'Pages that we turn because they are sideways or upside down, and photos of paper. Places on ' +
              'them are places on the turned and straightened page. Absent if there are none, and on ' +
              'documents read before 2026-11-27.',
          }),
      } satisfies FieldsOf<Legibility>)
      .meta({ description: 'How well the document could be read.' }),
  } satisfies FieldsOf<Extraction>)
  .meta({ id: 'AuthCheckExtraction', description: 'What was read from a document.' });

const evidence = found
  .extend({
    document: z
      .string()
      .optional()
      .meta({ description: 'Name of the supporting document it is on. Absent for the authorization.' }),
  } satisfies Partial<FieldsOf<Evidence>>)
  .meta({ id: 'AuthCheckEvidence', description: 'A place on a document that a verdict is based on.' });

const verdict = z
  .object({
    status: z
      .enum(['passed', 'warning', 'failed'])
      .meta({ description: 'Result of the check. A `warning` needs a person to look at the document.' }),
    code: z.string().meta({ description: 'Identifies the result. It never changes.', example: 'matches' }),
    message: z
      .string()
      .meta({
        description: "The result as a sentence for a person. It never contains the patient's details.",
      }),
    rule: z
      .string()
      .nullable()
      .meta({
        description: 'The regulation behind the check. Always set on a failure.',
        example: '45 CFR 164.508(c)(1)(vi)',
      }),
    remedy: z.string().nullable().meta({ description: 'What to do. Always set on a failure.' }),
    evidence: z
      .array(evidence)
      .readonly()
      .meta({ description: 'Where on the document, or a supporting one, the verdict comes from.' }),
  } satisfies FieldsOf<Verdict>)
  .meta({ id: 'AuthCheckVerdict', description: 'The result of one check.' });

const notOfDirective = 'A HITECH directive needs no such statement.';

const check = (description: string) => verdict.nullable().meta({ description });

/** The verdict of every check. */
export const verdicts = z
  .object({
    documentLegibility: check(
      'Whether the document can be read and is an authorization. If the file is the reason, the ' +
        'code is one of ' +
        `${refusals.map(code => `\`${code}\``).join(', ')}.`,
    ),
    authorizationType: check('What kind of document it is.'),
    revoked: check(
      'Whether something on the document revokes it: words such as REVOKED or VOID, a signed ' +
        'revocation, or a crossed-out signature. It never passes: if nothing does, it is `null`.',
    ),
    otherForms: check(
      "Whether the document also contains other people's forms, which don't count. It never passes: if " +
        'there are none, it is `null`.',
    ),
    patientName: check('Whether it names this patient.'),
    patientDateOfBirth: check("Whether it states this patient's date of birth."),
    signature: check('Whether it is signed.'),
    signatureDate: check('Whether the signature has a plausible date.'),
    signerName: check('Whether the signer is the patient, or states who they sign for.'),
    capability: check('Whether the signer may sign for the patient.'),
    minorAuthorization: check('Who signed for a patient who was a minor at the time.'),
    deceasedAuthorization: check('Who signed for a patient who has died.'),
    expiration: check("Whether it states when it ends, and hasn't ended yet."),
    informationDescription: check('Whether it describes the information to disclose.'),
    disclosingParty: check('Whether it states who may disclose the information.'),
    recipient: check('Whether it states who may receive the information.'),
    datesOfService: check(
      'Whether the document covers the dates of a record request. It only runs with a record request, in ' +
        'the embeds opened with its `embedToken`, so it is `null` here.',
    ),
    purpose: check('Whether it states a purpose.'),
    purposeAlignment: check("Whether the purpose matches the project's."),
    revocation: check(`Whether it states the right to revoke. ${notOfDirective}`),
    redisclosure: check(`Whether it states the potential for redisclosure. ${notOfDirective}`),
    conditioning: check(
      `Whether it states that treatment doesn't depend on the signature. ${notOfDirective}`,
    ),
    part2Consent: check('Whether it meets 42 CFR 2.31, if substance use disorder records are requested.'),
    psychotherapyNotes: check('Whether psychotherapy notes have a separate authorization.'),
    compoundAuthorization: check('Whether it is separate from other consents.'),
    witness: check('Whether the witness that the form asks for signed.'),
    documentValidity: check(
      'Reasons to doubt a supporting document. It never passes: without a reason, it is `null`.',
    ),
    patientZipCode: check('Whether the patient has the ZIP code that live searches need.'),
    patientSex: check('Whether the patient has the sex that live searches need.'),
    sensitiveInformation: z
      .object({
        categories: z
          .object(
            perCategory(description =>
              verdict.nullable().meta({ description: `${description}. \`null\` if not requested.` }),
            ),
          )
          .meta({ description: 'The verdict of each kind of sensitive information.' }),
        noSensitiveInformationRequested: z
          .literal(true)
          .optional()
          .meta({ description: 'Set only if no kind of sensitive information is requested.' }),
      } satisfies FieldsOf<SensitiveVerdicts>)
      .nullable()
      .meta({
        description:
          'Whether sensitive information is released as the law requires. `null` for a HITECH directive.',
      }),
  } satisfies FieldsOf<Verdicts>)
  .meta({
    id: 'AuthCheckVerdicts',
    description: "The results of all checks. `null` means that a check didn't run, never that it passed.",
  });

const number = (what: string) =>
  z
    .number()
    .int()
    .meta({ description: `Checks that ${what}.` });

/** How many checks have which result. */
export const verdictCounts = z
  .object({
    passed: number('passed'),
    warning: number('returned a warning'),
    failed: number('failed'),
    notRun: number("didn't run"),
  } satisfies FieldsOf<VerdictCounts>)
  .meta({
    id: 'AuthCheckCounts',
    description: 'Number of verdicts by status. Each kind of sensitive information counts as one check.',
  });
