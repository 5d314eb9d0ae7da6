import type { AuthorizationData, Extraction, Refusal } from './extraction';
import { verdicts, type Verdict } from './verdict';

const anotherUpload = 'Upload a readable PDF of the signed authorization.';
const readable = '45 CFR 164.508(b)(2)';

const legibility = verdicts({
  legible: { status: 'passed', message: 'The document is readable.' },
  hardToRead: {
    status: 'warning',
    message:
      "The document is an image that's hard to read. Review it before you rely on the other " + 'results.',
    remedy: 'Upload a sharper, upright scan at 200 dpi or more.',
  },
  photo: {
    status: 'warning',
    message:
      "A page is a photo, and we couldn't find the edges of the paper on it. Review it before you rely on " +
      'the other results.',
    remedy:
      'Scan the form. If you take a photo, take it from straight above, on a darker surface, with all four ' +
      'corners in view.',
  },
  illegible: {
    status: 'failed',
    message: "The document is an image that can't be read.",
    rule: readable,
    remedy: 'Upload a sharper, upright scan at 200 dpi or more.',
  },
  blank: {
    status: 'failed',
    message: 'The document contains no text.',
    rule: readable,
    remedy: anotherUpload,
  },
  notAnAuthorization: {
    status: 'failed',
    message: "We don't recognize the document as an authorization.",
    rule: '45 CFR 164.508(c)(1)',
    remedy: 'Upload the signed authorization.',
  },
  missing: {
    status: 'failed',
    message: "The document isn't in storage.",
    rule: readable,
    remedy: 'Upload it again.',
  },
  empty: { status: 'failed', message: 'The file is empty.', rule: readable, remedy: anotherUpload },
  tooLarge: {
    status: 'failed',
    message: 'The file is larger than 25 MiB.',
    rule: readable,
    remedy: 'Upload a smaller file. Scan in grayscale at 200 to 300 dpi.',
  },
  notPdf: { status: 'failed', message: "The file isn't a PDF.", rule: readable, remedy: anotherUpload },
  encrypted: {
    status: 'failed',
    message: 'The PDF is password-protected.',
    rule: readable,
    remedy: 'Upload it without a password.',
  },
  damaged: { status: 'failed', message: 'The PDF is damaged.', rule: readable, remedy: anotherUpload },
  tooManyPages: {
    status: 'failed',
    message: 'The PDF has more than 25 pages.',
    rule: readable,
    remedy: 'Upload only the authorization, without other documents.',
  },
  tooHard: {
    status: 'failed',
    message: 'The PDF takes too much time or memory to read.',
    rule: readable,
    remedy: 'Print it and upload a scan, or export it again.',
  },
  portfolio: {
    status: 'failed',
    message: "The PDF is a portfolio: it holds other files, and we don't open them.",
    rule: readable,
    remedy: 'Open it, save the signed authorization as a separate PDF, and upload that.',
  },
  dynamicForm: {
    status: 'failed',
    message: 'The PDF is a dynamic form (XFA) that only Adobe Acrobat shows.',
    rule: readable,
    remedy: 'Open it in Adobe Acrobat, print it to PDF, and upload that.',
  },
});

/** Above this confidence, recognized text counts like a text layer. */
const sureFrom = 80;
const readableFrom = 60;

/** Judges whether the document is readable and an authorization. Always runs. */
export function judgeLegibility(reading: Extraction | Refusal): Verdict {
  if (typeof reading === 'string') return legibility(reading);
  const { confidence } = reading.legibility;
  if (reading.text.trim() === '') return legibility('blank');
  if (confidence !== null && confidence < readableFrom) return legibility('illegible');
  const { documentType } = reading.data;
  if (documentType === 'unknown' || documentType === 'noticeOfPrivacyPractices')
    return legibility('notAnAuthorization');
  if (reading.legibility.shownPages?.some(({ photo }) => photo === 'whole') === true)
    return legibility('photo');
  return legibility(confidence !== null && confidence < sureFrom ? 'hardToRead' : 'legible');
}

const type = verdicts({
  hipaaAuthorization: { status: 'passed', message: 'The document is a HIPAA authorization.' },
  hitechDirective: {
    status: 'passed',
    message:
      "The document is a directive to send records to a third party (HITECH). It doesn't need " +
      'the statements of an authorization.',
  },
  part2Consent: {
    status: 'passed',
    message: 'The document is a consent for substance use disorder records (42 CFR Part 2).',
  },
  notice: {
    status: 'failed',
    message: "The document is a notice of privacy practices, which doesn't authorize anything.",
    rule: '45 CFR 164.508(c)(1)',
    remedy: 'Upload the signed authorization.',
  },
  unknown: {
    status: 'failed',
    message: "We don't recognize the type of authorization.",
    rule: '45 CFR 164.508(c)(1)',
    remedy: 'Use a form that states that it authorizes the disclosure of health information.',
  },
});

/** Judges the type of document. Always runs. */
export function judgeType({ documentType }: AuthorizationData): Verdict {
  return type(documentType === 'noticeOfPrivacyPractices' ? 'notice' : documentType);
}

const compound = verdicts({
  standsAlone: { status: 'passed', message: "The authorization isn't combined with another consent." },
  compound: {
    status: 'failed',
    message: 'The authorization is combined with another consent.',
    rule: '45 CFR 164.508(b)(3)',
    remedy: 'Use a form that contains only the authorization.',
  },
});

/** Judges whether the document mixes the authorization with another consent. Always runs. */
export function judgeCompound({ isCompound }: AuthorizationData): Verdict {
  return compound(isCompound ? 'compound' : 'standsAlone');
}

const witness = verdicts({
  signed: { status: 'passed', message: 'The form asks for a witness, and one is named.' },
  optional: { status: 'warning', message: 'The form has room for a witness, but none is named.' },
  missing: {
    status: 'failed',
    message: 'The form requires a witness, but none is named.',
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: 'Have the witness sign and print their name.',
  },
});

/** Judges whether the witness or notary signed. Runs if the form requires one. */
export function judgeWitness({ witness: { isAsked, isOptional, name } }: AuthorizationData): Verdict | null {
  if (!isAsked) return null;
  if (name !== null) return witness('signed', name);
  return witness(isOptional ? 'optional' : 'missing');
}

/** The outcomes of these checks. */
export const documentOutcomes = {
  documentLegibility: legibility.outcomes,
  authorizationType: type.outcomes,
  compoundAuthorization: compound.outcomes,
  witness: witness.outcomes,
};
