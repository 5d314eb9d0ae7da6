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
  described: { status: 'passed', message: 'What is to be disclosed is described.' },
  everything: {
    status: 'warning',
    message: 'Everything is asked for, without dates of service; some facilities want it narrower.',
    remedy: 'Have the dates of service filled in.',
  },
  unclear: {
    status: 'warning',
    message: 'Which kinds of information are ticked cannot be made out on the scan.',
    remedy: 'Look at the boxes on the document.',
  },
  missing: {
    status: 'failed',
    message: 'What is to be disclosed is not described.',
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: 'Have the boxes ticked, or the information described.',
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
  named: { status: 'passed', message: 'Who may disclose is named.' },
  missing: {
    status: 'failed',
    message: 'Who may disclose is not named.',
    rule: '45 CFR 164.508(c)(1)(ii)',
    remedy: 'Have the facility, or a class such as “any health care provider”, filled in.',
  },
});

/** Judges whether the person or class of persons who may disclose is named. Always runs. */
export function judgeDiscloser({ disclosingParty }: AuthorizationData): Verdict {
  return discloser(disclosingParty === null ? 'missing' : 'named', disclosingParty);
}

const recipient = verdicts({
  company: { status: 'passed', message: 'The recipient is the company that asks.' },
  named: { status: 'passed', message: 'A recipient is named.' },
  sample: {
    status: 'passed',
    message:
      'The recipient is that of the sample authorization, which the sandbox accepts for every company.',
  },
  another: {
    status: 'warning',
    message: 'A recipient is named whose name is not that of the company that asks.',
    remedy: 'Make sure that the recipient is the company, its client or its agent.',
  },
  missing: {
    status: 'failed',
    message: 'Who may receive the information is not named.',
    rule: '45 CFR 164.508(c)(1)(iii)',
    remedy: 'Have the recipient filled in.',
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
  full: { status: 'passed', message: 'The right to revoke is stated, and how.' },
  weak: {
    status: 'warning',
    message: 'The right to revoke is stated, but not how.',
    rule: '45 CFR 164.508(c)(2)(i)',
    remedy: 'Use a form that says how to revoke, or refers to the notice of privacy practices.',
  },
  none: {
    status: 'failed',
    message: 'The right to revoke is not stated.',
    rule: '45 CFR 164.508(c)(2)(i)',
    remedy: 'Use a form with the statement of the right to revoke in writing.',
  },
});

const redisclosure = verdicts({
  full: { status: 'passed', message: 'The potential for redisclosure is stated.' },
  weak: {
    status: 'warning',
    message: 'Redisclosure is only hinted at.',
    rule: '45 CFR 164.508(c)(2)(iii)',
    remedy: 'Use a form that says that information may be redisclosed and no longer protected.',
  },
  none: {
    status: 'failed',
    message: 'The potential for redisclosure is not stated.',
    rule: '45 CFR 164.508(c)(2)(iii)',
    remedy: 'Use a form that says that information may be redisclosed and no longer protected.',
  },
});

const conditioning = verdicts({
  full: {
    status: 'passed',
    message: 'It is stated that treatment and benefits do not hang on the signature.',
  },
  weak: {
    status: 'warning',
    message: 'It is stated that signing is voluntary, but not that treatment and benefits do not hang on it.',
    rule: '45 CFR 164.508(c)(2)(ii)',
    remedy: 'Use a form that names treatment, payment, enrollment and eligibility.',
  },
  none: {
    status: 'failed',
    message: 'It is not stated whether treatment or benefits hang on the signature.',
    rule: '45 CFR 164.508(c)(2)(ii)',
    remedy: 'Use a form that names treatment, payment, enrollment and eligibility.',
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
  released: { status: 'passed', message: 'The release of this kind of information is marked.' },
  blanket: {
    status: 'warning',
    message:
      'This kind of information is released by a printed sentence only; some states want a mark or initials.',
    remedy: 'Have the kind of information marked or initialled.',
  },
  initialsMissing: {
    status: 'failed',
    message: 'This kind of information is marked, but the initials that the form asks for are missing.',
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: 'Have the initials written beside it.',
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
    message: 'The elements of a consent for substance use disorder records are there.',
  },
  incomplete: {
    status: 'failed',
    message:
      'Substance use disorder records are asked for without a named recipient, a description or a purpose.',
    rule: '42 CFR 2.31(a)',
    remedy: 'Have the recipient, the information and the purpose filled in.',
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
    message: 'Psychotherapy notes are asked for together with other information.',
    rule: '45 CFR 164.508(b)(3)(ii)',
    remedy: 'Have an authorization of their own signed for psychotherapy notes.',
  },
  alone: { status: 'passed', message: 'Psychotherapy notes are asked for on a paper of their own.' },
});

/** Judges whether psychotherapy notes have their own authorization. Runs if they are requested. */
export function judgePsychotherapy(data: AuthorizationData): Verdict | null {
  if ((data.sensitive.psychotherapyNotes ?? 'notRequested') === 'notRequested') return null;
  return psychotherapy(data.information.items.length > 0 ? 'combined' : 'alone');
}
