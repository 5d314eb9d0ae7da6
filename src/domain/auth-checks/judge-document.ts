import type { AuthorizationData, Extraction, Refusal } from './extraction';
import { verdicts, type Verdict } from './verdict';

const anotherUpload = 'Upload a readable PDF of the signed authorization.';
const readable = '45 CFR 164.508(b)(2)';

const legibility = verdicts({
  legible: { status: 'passed', message: 'The document is readable.' },
  hardToRead: {
    status: 'warning',
    message:
      'The document is a picture that is hard to read; look at it before relying on the other verdicts.',
    remedy: 'Upload a sharper scan, upright and at 200 dpi or more.',
  },
  illegible: {
    status: 'failed',
    message: 'The document is a picture that cannot be read.',
    rule: readable,
    remedy: 'Upload a sharper scan, upright and at 200 dpi or more.',
  },
  blank: { status: 'failed', message: 'The document has no words.', rule: readable, remedy: anotherUpload },
  notAnAuthorization: {
    status: 'failed',
    message: 'The document is not recognised as an authorization.',
    rule: '45 CFR 164.508(c)(1)',
    remedy: 'Upload the signed authorization itself.',
  },
  missing: {
    status: 'failed',
    message: 'The document is not in the file store.',
    rule: readable,
    remedy: 'Upload it again.',
  },
  empty: { status: 'failed', message: 'The file has no bytes.', rule: readable, remedy: anotherUpload },
  tooLarge: {
    status: 'failed',
    message: 'The file is larger than 25 MiB.',
    rule: readable,
    remedy: 'Upload a smaller file; scan in grey at 200 to 300 dpi.',
  },
  notPdf: { status: 'failed', message: 'The file is not a PDF.', rule: readable, remedy: anotherUpload },
  encrypted: {
    status: 'failed',
    message: 'The PDF opens with a password only.',
    rule: readable,
    remedy: 'Upload it without a password.',
  },
  damaged: { status: 'failed', message: 'The PDF is damaged.', rule: readable, remedy: anotherUpload },
  tooManyPages: {
    status: 'failed',
    message: 'The PDF has more than 25 pages.',
    rule: readable,
    remedy: 'Upload the authorization alone, without other papers.',
  },
  tooHard: {
    status: 'failed',
    message: 'The PDF takes more time or memory to read than a document may.',
    rule: readable,
    remedy: 'Print it and upload a scan, or export it anew.',
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
  return legibility(confidence !== null && confidence < sureFrom ? 'hardToRead' : 'legible');
}

const type = verdicts({
  hipaaAuthorization: { status: 'passed', message: 'A HIPAA authorization.' },
  hitechDirective: {
    status: 'passed',
    message:
      'A directive to send records to a third party (HITECH); statements of an authorization are ' +
      'not asked of it.',
  },
  part2Consent: {
    status: 'passed',
    message: 'A consent for substance use disorder records (42 CFR Part 2).',
  },
  notice: {
    status: 'failed',
    message: 'A notice of privacy practices authorizes nothing.',
    rule: '45 CFR 164.508(c)(1)',
    remedy: 'Upload the signed authorization itself.',
  },
  unknown: {
    status: 'failed',
    message: 'No kind of authorization is recognised.',
    rule: '45 CFR 164.508(c)(1)',
    remedy: 'Use a form that says that it authorizes the disclosure of health information.',
  },
});

/** Judges the type of document. Always runs. */
export function judgeType({ documentType }: AuthorizationData): Verdict {
  return type(documentType === 'noticeOfPrivacyPractices' ? 'notice' : documentType);
}

const compound = verdicts({
  standsAlone: { status: 'passed', message: 'The authorization stands alone.' },
  compound: {
    status: 'failed',
    message: 'The document also consents to something else.',
    rule: '45 CFR 164.508(b)(3)',
    remedy: 'Use an authorization that stands on a paper of its own.',
  },
});

/** Judges whether the document mixes the authorization with another consent. Always runs. */
export function judgeCompound({ isCompound }: AuthorizationData): Verdict {
  return compound(isCompound ? 'compound' : 'standsAlone');
}

const witness = verdicts({
  signed: { status: 'passed', message: 'The witness that the form asks for is named.' },
  optional: { status: 'warning', message: 'The witness that the form leaves room for is not named.' },
  missing: {
    status: 'failed',
    message: 'The form asks for a witness, and none is named.',
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
