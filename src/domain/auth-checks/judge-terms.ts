import { addDays, type CalendarDate } from '../clinical/calendar-date';
import type { ProjectPurpose } from '../projects/project';
import type { AuthorizationData } from './extraction';
import { flatten } from './flat-text';
import { endOfTerm } from './stated-term';
import { verdicts, type Verdict } from './verdict';

const signature = verdicts({
  signed: { status: 'passed', message: 'The document is signed.' },
  typedMark: { status: 'passed', message: 'The document is signed with a typed /s/ and dated.' },
  undatedMark: {
    status: 'warning',
    message: 'The signature is a typed /s/ without a date.',
    remedy: 'Have the signer date it, or sign in ink.',
  },
  typedName: {
    status: 'warning',
    message: 'The signature is a typed name.',
    remedy: "Confirm that it's meant as a signature, or have the form signed.",
  },
  envelope: {
    status: 'warning',
    message: 'The document says that it was signed electronically, but the signature line is empty.',
    remedy: 'Upload the completed document from the e-signature service.',
  },
  inkOnPicture: {
    status: 'warning',
    message: 'The scan shows a small mark on the signature line that may be handwriting.',
    remedy: 'Review the signature line on the document.',
  },
  crossedOut: {
    status: 'warning',
    message: 'Strokes cross the signature out.',
    remedy: "If the signer canceled it, the authorization isn't valid: have a new one signed.",
  },
  cross: {
    status: 'warning',
    message: 'The signature line has only an X, which may mark where to sign.',
    remedy: "Have the form signed. If the X is the signer's mark, have a witness confirm it.",
  },
  struckLine: {
    status: 'warning',
    message: 'The signature line has only a straight stroke on it, as if it were crossed out.',
    remedy: 'Have the form signed.',
  },
  missing: {
    status: 'failed',
    message: "The document isn't signed.",
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Have the patient or their representative sign it, and upload it again.',
  },
});

/** The verdict on a mark that isn't a signature. */
const verdictOfMark = { cross: 'cross', line: 'struckLine' } as const;

/** Judges whether the document is signed. Always runs. */
export function judgeSignature({ signature: found, signatureDate }: AuthorizationData): Verdict {
  const place = found.place === null ? null : { ...found.place, text: '' };
  switch (found.evidence) {
    case 'digitalSignature':
    case 'annotation':
      return signature('signed', place);
    case 'ink':
      if (found.isCrossedOut === true) return signature('crossedOut', place);
      return signature(found.isFaint === true ? 'inkOnPicture' : 'signed', place);
    case 'typedMark':
      return signature(signatureDate === null ? 'undatedMark' : 'typedMark', place);
    case 'typedName':
      return signature('typedName', place);
    case 'envelope':
      return signature('envelope', place);
    case 'none':
      return signature(found.mark === undefined ? 'missing' : verdictOfMark[found.mark], place);
  }
}

const signatureDate = verdicts({
  dated: { status: 'passed', message: 'The signature is dated.' },
  shortYear: { status: 'warning', message: 'The year of the signature date has only two digits.' },
  old: {
    status: 'warning',
    message: 'The document was signed more than a year ago. Facilities often refuse older authorizations.',
    remedy: 'Have a new authorization signed.',
  },
  missing: {
    status: 'failed',
    message: "The signature isn't dated.",
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Have the signer write the date next to the signature.',
  },
  future: {
    status: 'failed',
    message: 'The signature date is in the future.',
    rule: '45 CFR 164.508(b)(2)(v)',
    remedy: 'Have the signer correct the date.',
  },
  beforeBirth: {
    status: 'failed',
    message: "The signature date isn't after the patient's date of birth.",
    rule: '45 CFR 164.508(b)(2)(v)',
    remedy: 'Have the signer correct the date.',
  },
});

/** Judges whether the signature's date is possible. Always runs. `dateOfBirth` is `null` if unknown. */
export function judgeSignatureDate(
  { signatureDate: found }: AuthorizationData,
  on: CalendarDate,
  dateOfBirth: CalendarDate | null,
): Verdict {
  if (found === null) return signatureDate('missing');
  // The signer's time zone may already be on the next day.
  if (found.date > addDays(on, 1)) return signatureDate('future', found);
  if (dateOfBirth !== null && found.date <= dateOfBirth) return signatureDate('beforeBirth', found);
  if (found.date < addDays(on, -366)) return signatureDate('old', found);
  return signatureDate(found.isShortYear ? 'shortYear' : 'dated', found);
}

const expiration = verdicts({
  inForce: { status: 'passed', message: "The authorization hasn't expired." },
  soon: {
    status: 'warning',
    message: 'The authorization expires within 30 days.',
    remedy: 'Have a new one signed before it expires.',
  },
  event: {
    status: 'warning',
    message: "The authorization expires with an event. We can't tell whether the event has happened.",
  },
  untilRevoked: {
    status: 'warning',
    message: 'The authorization has no expiration other than its revocation.',
    rule: '45 CFR 164.508(c)(1)(v)',
    remedy:
      'Use a form with an expiration date if you can. Some facilities refuse an authorization ' +
      'without one.',
  },
  expired: {
    status: 'failed',
    message: 'The authorization has expired.',
    rule: '45 CFR 164.508(b)(2)(i)',
    remedy: 'Have a new authorization signed.',
  },
  missing: {
    status: 'failed',
    message: "The authorization doesn't state an expiration date or event.",
    rule: '45 CFR 164.508(c)(1)(v)',
    remedy: 'Have the signer fill in an expiration date or event.',
  },
});

// "None" and "end of the research study" suffice for research (45 CFR 164.508(c)(1)(v)).
function endsWithResearch(text: string, isResearch: boolean): boolean {
  return isResearch && /\b(?:none|never|end of (?:the )?(?:research|study))\b/.test(flatten(text));
}

/**
 * Returns the last day on which the authorization is valid: a date on it, or the end of a term that starts
 * with its signature. `null` if it has neither, because it ends with an event or states nothing.
 */
export function expirationDateOf(
  { expiration: found, signatureDate: signed }: AuthorizationData,
  isResearch: boolean,
): CalendarDate | null {
  if (found === null || endsWithResearch(found.text, isResearch)) return null;
  return endOfTerm(found.text, signed?.date ?? null) ?? null;
}

/** Judges whether the authorization has an expiration that hasn't passed. Always runs. */
export function judgeExpiration(data: AuthorizationData, on: CalendarDate, isResearch: boolean): Verdict {
  const found = data.expiration;
  if (found === null) return expiration('missing');
  const flat = flatten(found.text);
  if (endsWithResearch(found.text, isResearch)) return expiration('inForce', found);
  const end = expirationDateOf(data, isResearch);
  if (end !== null) {
    if (end < on) return expiration('expired', found);
    return expiration(end < addDays(on, 30) ? 'soon' : 'inForce', found);
  }
  if (/\b(?:none|never|n\/a|not applicable)\b/.test(flat)) return expiration('missing', found);
  return expiration(/\brevo|\bwithdr|\bcancel/.test(flat) ? 'untilRevoked' : 'event', found);
}

const purpose = verdicts({
  stated: { status: 'passed', message: 'The purpose is stated.' },
  generic: { status: 'warning', message: 'The purpose is stated only in general terms.' },
  missing: {
    status: 'failed',
    message: "The authorization doesn't state the purpose of the disclosure.",
    rule: '45 CFR 164.508(c)(1)(iv)',
    remedy:
      'Have the signer fill in the purpose. "At the request of the individual" is enough when ' +
      'the patient asks for the records.',
  },
});

/** Judges whether a purpose is stated. Always runs. */
export function judgePurpose({ purpose: found }: AuthorizationData): Verdict {
  if (found === null) return purpose('missing');
  return purpose(/^(?:other|misc\w*|personal)\W*$/i.test(found.text) ? 'generic' : 'stated', found);
}

const alignment = verdicts({
  aligned: { status: 'passed', message: "The purpose on the document matches the project's." },
  broader: {
    status: 'warning',
    message: "The purpose on the document doesn't clearly cover the project's.",
    remedy: 'Compare the two purposes.',
  },
  contradicts: {
    status: 'failed',
    message: "The purpose on the document doesn't match the project's.",
    rule: '45 CFR 164.508(c)(1)(iv)',
    remedy: "Have an authorization signed for the project's purpose.",
  },
});

const purposeWords: Readonly<Record<ProjectPurpose, RegExp>> = {
  IndividualAccess: /\b(?:individual|personal|my (?:own )?(?:use|request)|patient)/,
  Insurance: /\b(?:insur|claim|underwrit|benefit|disability|coverage|life)/,
  Legal: /\b(?:legal|attorney|litigation|lawsuit|law|court|claim|injury)/,
  Research: /\b(?:research|study|trial)/,
  CoveredOperations: /\b(?:operations|quality|audit)/,
  CoveredPayment: /\b(?:payment|billing|insur)/,
  CoveredTreatment: /\b(?:treatment|care|continuity|transfer)/,
};

const clearPurposes: ReadonlySet<ProjectPurpose> = new Set([
  'Insurance',
  'Legal',
  'Research',
  'CoveredTreatment',
]);

/** Judges whether the purpose fits the project's. Runs if both are known. */
export function judgeAlignment(
  { purpose: found }: AuthorizationData,
  wanted: ProjectPurpose,
): Verdict | null {
  if (found === null) return null;
  const flat = flatten(found.text);
  if (
    /\bat (?:the |my )?request\b|\brequest of (?:the )?individual\b|\ba (?:mi )?(?:petición|peticion)\b/.test(
      flat,
    ) ||
    purposeWords[wanted].test(flat)
  )
    return alignment('aligned', found);
  const isOther = [...clearPurposes].some(other => other !== wanted && purposeWords[other].test(flat));
  return alignment(isOther ? 'contradicts' : 'broader', found);
}

/** The outcomes of these checks. */
export const termOutcomes = {
  signature: signature.outcomes,
  signatureDate: signatureDate.outcomes,
  expiration: expiration.outcomes,
  purpose: purpose.outcomes,
  purposeAlignment: alignment.outcomes,
};
