import {
  type AuthorizationData,
  type StatementFound,
  sensitiveCategoryNames,
  type SensitiveCategory,
  type SensitiveRelease,
} from './extraction';
import { flatten } from './flat-text';
import type { JudgingContext } from './judging-context';
import { verdicts, type Verdict } from './verdict';

const information = verdicts({
  described: { status: 'passed', message: 'The information to disclose is described.' },
  everything: {
    status: 'warning',
    message:
      'The authorization requests all records, without dates of service. Some facilities ' +
      'require a narrower request.',
    remedy: 'Have the signer fill in the dates of service.',
  },
  unclear: {
    status: 'warning',
    message: "We couldn't tell which boxes are checked on the scan.",
    remedy: 'Review the checkboxes on the document.',
  },
  missing: {
    status: 'failed',
    message: "The authorization doesn't describe the information to disclose.",
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: 'Have the signer check the boxes or describe the information.',
  },
});

/** Judges whether the information is described in a specific and meaningful fashion. Always runs. */
export function judgeInformation({ information: found, datesOfService }: AuthorizationData): Verdict {
  if (found.items.length === 0) return information(found.isUnclear ? 'unclear' : 'missing');
  return information(
    found.isEverything && datesOfService === null ? 'everything' : 'described',
    ...found.items,
  );
}

const discloser = verdicts({
  named: { status: 'passed', message: 'The disclosing party is named.' },
  missing: {
    status: 'failed',
    message: "The authorization doesn't say who may disclose the information.",
    rule: '45 CFR 164.508(c)(1)(ii)',
    remedy: 'Have the signer enter the facility, or a class such as "any health care provider".',
  },
});

/** Judges whether the person or class of persons who may disclose is named. Always runs. */
export function judgeDiscloser({ disclosingParty }: AuthorizationData): Verdict {
  return discloser(disclosingParty === null ? 'missing' : 'named', disclosingParty);
}

const recipient = verdicts({
  company: { status: 'passed', message: 'The recipient is the requesting company.' },
  named: { status: 'passed', message: 'A recipient is named.' },
  sample: {
    status: 'passed',
    message:
      'The recipient is that of the sample authorization, which the sandbox accepts for every company.',
  },
  another: {
    status: 'warning',
    message: "The recipient's name doesn't match the requesting company.",
    remedy: 'Confirm that the recipient is the company, its client, or its agent.',
  },
  missing: {
    status: 'failed',
    message: "The authorization doesn't say who may receive the information.",
    rule: '45 CFR 164.508(c)(1)(iii)',
    remedy: 'Have the signer enter the recipient.',
  },
});

const legalForms = /\b(?:inc|llc|llp|lp|pllc|pc|ltd|corp|corporation|company|co|the|group|of|and)\b/g;

function significantWords(name: string): string[] {
  return flatten(name)
    .replaceAll(/[^\p{L}\d ]/gu, ' ')
    .replaceAll(legalForms, ' ')
    .split(' ')
    .filter(word => word.length > 1);
}

/** The recipient that the sample authorization names. A sandbox accepts it for every company (CHECK-29). */
export const sampleRecipient = 'Sandbox Sample Recipient';

function isNamed(name: string, stated: ReadonlySet<string>): boolean {
  const words = significantWords(name);
  return words.length > 0 && words.every(word => stated.has(word));
}

/**
 * Judges whether a recipient is named, and whether it is the company that asks. In the sandbox the recipient
 * of the sample authorization passes as well. Always runs.
 */
export function judgeRecipient(
  { recipient: found }: AuthorizationData,
  project: JudgingContext['project'],
): Verdict {
  if (found === null) return recipient('missing');
  if (project === null) return recipient('named', found);
  const stated = new Set(significantWords(found.text));
  if (isNamed(project.companyName, stated)) return recipient('company', found);
  const isSample = project.isSandbox && isNamed(sampleRecipient, stated);
  return recipient(isSample ? 'sample' : 'another', found);
}

const revocation = verdicts({
  full: { status: 'passed', message: 'The authorization states the right to revoke it, and how.' },
  weak: {
    status: 'warning',
    message: 'The authorization states the right to revoke it, but not how.',
    rule: '45 CFR 164.508(c)(2)(i)',
    remedy: 'Use a form that explains how to revoke it, or refers to the notice of privacy practices.',
  },
  none: {
    status: 'failed',
    message: "The authorization doesn't state the right to revoke it.",
    rule: '45 CFR 164.508(c)(2)(i)',
    remedy: 'Use a form that states the right to revoke the authorization in writing.',
  },
});

const redisclosure = verdicts({
  full: { status: 'passed', message: 'The authorization states that the information may be redisclosed.' },
  weak: {
    status: 'warning',
    message: 'The authorization only hints at redisclosure.',
    rule: '45 CFR 164.508(c)(2)(iii)',
    remedy: 'Use a form that states that the information may be redisclosed and no longer protected.',
  },
  none: {
    status: 'failed',
    message: "The authorization doesn't state that the information may be redisclosed.",
    rule: '45 CFR 164.508(c)(2)(iii)',
    remedy: 'Use a form that states that the information may be redisclosed and no longer protected.',
  },
});

const conditioning = verdicts({
  full: {
    status: 'passed',
    message: "The authorization states that treatment and benefits don't depend on signing it.",
  },
  weak: {
    status: 'warning',
    message:
      'The authorization states that signing is voluntary, but not that treatment and benefits ' +
      "don't depend on it.",
    rule: '45 CFR 164.508(c)(2)(ii)',
    remedy: 'Use a form that names treatment, payment, enrollment, and eligibility.',
  },
  none: {
    status: 'failed',
    message: "The authorization doesn't state whether treatment or benefits depend on signing it.",
    rule: '45 CFR 164.508(c)(2)(ii)',
    remedy: 'Use a form that names treatment, payment, enrollment, and eligibility.',
  },
});

function judgeStatement<Code extends string>(
  make: (code: StatementFound['strength']) => Verdict<Code>,
  found: StatementFound,
): Verdict<Code> {
  return make(found.strength);
}

/** Judges the three statements of 45 CFR 164.508(c)(2). Not required of a HITECH directive. */
export function judgeStatements({ statements }: AuthorizationData) {
  return {
    revocation: judgeStatement(revocation, statements.revocation),
    redisclosure: judgeStatement(redisclosure, statements.redisclosure),
    conditioning: judgeStatement(conditioning, statements.conditioning),
  };
}

const sensitive = verdicts({
  released: { status: 'passed', message: 'The release of this type of information is marked.' },
  blanket: {
    status: 'warning',
    message:
      'Only a preprinted sentence releases this type of information. Some states require a ' +
      'mark or initials.',
    remedy: 'Have the signer mark or initial this type of information.',
  },
  initialsMissing: {
    status: 'failed',
    message: 'This type of information is marked, but the initials that the form requires are missing.',
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: 'Have the signer initial it.',
  },
});

/** The verdicts on kinds of information that need a specific release. */
export interface SensitiveVerdicts {
  /** A null category was not requested. */
  readonly categories: Readonly<Record<SensitiveCategory, Verdict | null>>;
  /** Set only when no category is requested. */
  readonly noSensitiveInformationRequested?: true;
}

function judgeRelease(release: SensitiveRelease | undefined): Verdict | null {
  return release === undefined || release === 'notRequested' ? null : sensitive(release);
}

/**
 * Judges whether requested sensitive information is properly released. Not required of a HITECH directive.
 */
export function judgeSensitive(data: AuthorizationData): SensitiveVerdicts {
  const categories = Object.fromEntries(
    sensitiveCategoryNames.map(category => [category, judgeRelease(data.sensitive[category])]),
  ) as Record<SensitiveCategory, Verdict | null>;
  const isNone = Object.values(categories).every(verdict => verdict === null);
  return { categories, ...(isNone ? { noSensitiveInformationRequested: true } : {}) };
}

const part2 = verdicts({
  complete: {
    status: 'passed',
    message: 'All elements of a consent for substance use disorder records are present.',
  },
  incomplete: {
    status: 'failed',
    message:
      'The authorization requests substance use disorder records without a named recipient, a ' +
      'description, or a purpose.',
    rule: '42 CFR 2.31(a)',
    remedy: 'Have the signer fill in the recipient, the information, and the purpose.',
  },
});

/** Judges whether 42 CFR 2.31 is met. Runs if substance use disorder records are requested. */
export function judgePart2(data: AuthorizationData): Verdict | null {
  if ((data.sensitive.substanceUse ?? 'notRequested') === 'notRequested') return null;
  const isComplete = data.recipient !== null && data.purpose !== null && data.information.items.length > 0;
  return part2(isComplete ? 'complete' : 'incomplete');
}

const psychotherapy = verdicts({
  combined: {
    status: 'failed',
    message: 'Psychotherapy notes are requested together with other information.',
    rule: '45 CFR 164.508(b)(3)(ii)',
    remedy: 'Have a separate authorization signed for psychotherapy notes.',
  },
  alone: { status: 'passed', message: 'Psychotherapy notes are requested on a separate authorization.' },
});

/** Judges whether psychotherapy notes have their own authorization. Runs if they are requested. */
export function judgePsychotherapy(data: AuthorizationData): Verdict | null {
  if ((data.sensitive.psychotherapyNotes ?? 'notRequested') === 'notRequested') return null;
  return psychotherapy(data.information.items.length > 0 ? 'combined' : 'alone');
}

/** The outcomes of these checks; all categories of sensitive information have the same ones. */
export const contentOutcomes = {
  informationDescription: information.outcomes,
  disclosingParty: discloser.outcomes,
  recipient: recipient.outcomes,
  revocation: revocation.outcomes,
  redisclosure: redisclosure.outcomes,
  conditioning: conditioning.outcomes,
  part2Consent: part2.outcomes,
  psychotherapyNotes: psychotherapy.outcomes,
  sensitiveInformation: sensitive.outcomes,
};
