import type { CalendarDate } from '../clinical/calendar-date';
import type { SupportingPaper } from '../supporting-documents/supporting-document';
import type { AuthorizationData, Refusal, Extraction } from './extraction';
import {
  judgeDiscloser,
  judgeInformation,
  judgePart2,
  judgePsychotherapy,
  judgeRecipient,
  judgeSensitive,
  judgeStatements,
  type SensitiveVerdicts,
} from './judge-content';
import { judgeOtherForms, judgeRevoked } from './judge-forms';
import { judgeCompound, judgeLegibility, judgeType, judgeWitness } from './judge-document';
import {
  judgeBirth,
  judgeCapability,
  judgeDeceased,
  judgeMinor,
  judgeName,
  judgeSigner,
} from './judge-patient';
import { judgeServiceDates, type AskedDays } from './judge-service-dates';
import { judgeSupporting } from './judge-supporting';
import {
  judgeAlignment,
  judgeExpiration,
  judgePurpose,
  judgeSignature,
  judgeSignatureDate,
} from './judge-terms';
import type { JudgingContext } from './judging-context';
import { sortForms } from './patients-form';
import { verdicts as outcomes, type Verdict } from './verdict';

/** Increased when a change to reading or judging gives other results. */
export const engineVersion = '15';

/** A check's name. */
export type CheckName = keyof typeof noVerdict;

/** The result of every check; `null` means that it didn't run, never that it passed. */
export type Verdicts = Readonly<Record<CheckName, Verdict | null>> & {
  readonly sensitiveInformation: SensitiveVerdicts | null;
};

/** Number of checks by result. */
export interface VerdictCounts {
  readonly passed: number;
  readonly warning: number;
  readonly failed: number;
  readonly notRun: number;
}

/** The result before any check has run, in display order. */
const noVerdict = {
  documentLegibility: null,
  authorizationType: null,
  revoked: null,
  otherForms: null,
  patientName: null,
  patientDateOfBirth: null,
  signature: null,
  signatureDate: null,
  signerName: null,
  capability: null,
  minorAuthorization: null,
  deceasedAuthorization: null,
  expiration: null,
  informationDescription: null,
  disclosingParty: null,
  recipient: null,
  datesOfService: null,
  purpose: null,
  purposeAlignment: null,
  revocation: null,
  redisclosure: null,
  conditioning: null,
  part2Consent: null,
  psychotherapyNotes: null,
  compoundAuthorization: null,
  witness: null,
  documentValidity: null,
  patientZipCode: null,
  patientSex: null,
};

const record = outcomes({
  zipCode: { status: 'passed', message: 'The patient has a ZIP code on record.' },
  noZipCode: {
    status: 'failed',
    message: 'The patient has no ZIP code on record. The requested searches need one.',
    rule: '45 CFR 164.514(h)',
    remedy: 'Add a ZIP code to the patient.',
  },
  sex: { status: 'passed', message: "The patient's sex is on record." },
  noSex: {
    status: 'failed',
    message: "The patient's sex isn't on record. The requested searches need it.",
    rule: '45 CFR 164.514(h)',
    remedy: "Add the patient's sex.",
  },
});

/** The outcomes of the checks of what is on record. */
export const recordOutcomes = {
  patientZipCode: { zipCode: record.outcomes.zipCode, noZipCode: record.outcomes.noZipCode },
  patientSex: { sex: record.outcomes.sex, noSex: record.outcomes.noSex },
};

type Patient = NonNullable<JudgingContext['patient']>;

/** Runs the checks that compare the document with a patient. */
function compareWithPatient(
  data: Extraction['data'],
  patient: Patient,
  on: CalendarDate,
  papers: readonly SupportingPaper[],
) {
  return {
    patientName: judgeName(data, patient),
    patientDateOfBirth: judgeBirth(data, patient),
    signerName: judgeSigner(data, patient),
    capability: judgeCapability(data, patient, on, papers),
    minorAuthorization: judgeMinor(data, patient, on, papers),
    deceasedAuthorization: judgeDeceased(data, patient, on, papers),
  };
}

/** What a document is compared with. */
export interface Compared {
  readonly patient: Patient;
  /** The supporting documents that give the signer authority. */
  readonly supporting: readonly SupportingPaper[];
  /** The record request that it is judged for, if any. */
  readonly asked: AskedDays | null;
}

/**
 * Returns verdicts with their comparisons redone for another patient statement or record request, as an embed
 * token may carry its own. If the document couldn't be read, they stay unchanged.
 */
export function compareAnew(
  verdicts: Verdicts,
  reading: Extraction,
  { patient, supporting, asked }: Compared,
  on: CalendarDate,
): Verdicts {
  // `authorizationType` is judged for every readable document; the patient comparison may be missing outside
  // of patients.
  if (verdicts.authorizationType === null) return verdicts;
  const sorted = sortForms(reading, patient);
  const { data } = sorted.judged;
  return {
    ...verdicts,
    ...(isSameForm(data, reading.data) ? {} : judgeForm(data, { on, patient, project: null })),
    ...compareWithPatient(data, patient, on, supporting),
    otherForms: judgeOtherForms(sorted.others),
    datesOfService: asked === null ? null : judgeServiceDates(data, asked, on),
  };
}

function isSameForm(a: AuthorizationData, b: AuthorizationData): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Runs the checks that need only one form. */
function judgeForm(
  data: AuthorizationData,
  { on, patient, project }: Pick<JudgingContext, 'on' | 'project'> & { readonly patient: Patient | null },
) {
  const isHitech = data.documentType === 'hitechDirective';
  const statements = { revocation: null, redisclosure: null, conditioning: null };
  return {
    authorizationType: judgeType(data),
    revoked: judgeRevoked(data),
    signature: judgeSignature(data),
    signatureDate: judgeSignatureDate(data, on, patient?.dateOfBirth ?? null),
    expiration: judgeExpiration(data, on, project?.purpose === 'Research'),
    informationDescription: judgeInformation(data),
    disclosingParty: judgeDiscloser(data),
    recipient: judgeRecipient(data, project),
    purpose: judgePurpose(data),
    purposeAlignment: project === null ? null : judgeAlignment(data, project.purpose),
    ...(isHitech ? statements : judgeStatements(data)),
    sensitiveInformation: isHitech ? null : judgeSensitive(data),
    part2Consent: judgePart2(data),
    psychotherapyNotes: judgePsychotherapy(data),
    compoundAuthorization: judgeCompound(data),
    witness: judgeWitness(data),
  };
}

/**
 * Judges a reading. Checks whose context is unknown (patient, project, record request) don't run. For a
 * document that can't be read or isn't an authorization, only `documentLegibility` runs. Of several forms in
 * a document, only the patient's counts (CHECK-42), and `otherForms` runs only if there are other people's.
 * `revoked` runs only if something revokes the form. A HITECH directive clears the checks of revocation,
 * redisclosure, conditioning, and sensitive information. `datesOfService` runs only in `compareAnew`, for a
 * record request (CHECK-8), because a patient's document serves many requests. `documentValidity` runs only
 * if there is a doubt about a supporting document (CHECK-9).
 */
export function judge(reading: Extraction | Refusal, context: JudgingContext): Verdicts {
  const { on, patient, supporting, project, searchDetails } = context;
  const sorted = typeof reading === 'string' ? undefined : sortForms(reading, patient);
  const documentLegibility = judgeLegibility(
    typeof reading === 'string' || sorted === undefined ? reading : { ...reading, data: sorted.judged.data },
  );
  // If the document isn't an authorization, one finding says what to do; listing everything missing would
  // make twelve.
  if (sorted === undefined || documentLegibility.status === 'failed')
    return { ...noVerdict, sensitiveInformation: null, documentLegibility };
  const { data } = sorted.judged;
  return {
    ...noVerdict,
    documentLegibility,
    ...judgeForm(data, { on, patient, project }),
    otherForms: judgeOtherForms(sorted.others),
    ...(patient === null
      ? {}
      : {
          ...compareWithPatient(data, patient, on, supporting),
          documentValidity: judgeSupporting(data, patient, supporting, on),
        }),
    ...(searchDetails === null
      ? {}
      : {
          patientZipCode: record(searchDetails.hasZipCode ? 'zipCode' : 'noZipCode'),
          patientSex: record(searchDetails.hasSex ? 'sex' : 'noSex'),
        }),
  };
}

/** Lists the verdicts, with each sensitive category as its own entry. */
function listVerdicts({ sensitiveInformation, ...checks }: Verdicts): Array<Verdict | null> {
  return [...Object.values(checks), ...Object.values(sensitiveInformation?.categories ?? {})];
}

/** Counts the verdicts, with each sensitive category as its own entry. */
export function countVerdicts(verdicts: Verdicts): VerdictCounts {
  const all = listVerdicts(verdicts);
  const count = (status: Verdict['status']): number =>
    all.filter(verdict => verdict?.status === status).length;
  return {
    passed: count('passed'),
    warning: count('warning'),
    failed: count('failed'),
    notRun: all.filter(verdict => verdict === null).length,
  };
}
