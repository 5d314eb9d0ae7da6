import type { AuthorizationData, FormReading, RevokedBy } from './extraction';
import { verdicts, type Outcome, type Verdict } from './verdict';

const rule = '45 CFR 164.508(b)(2)';
const revokedRule = '45 CFR 164.508(b)(5)';
/** Evidence needs a place; this corner stands for the whole page. */
const pageCorner = { x: 0, y: 0, width: 36, height: 36 } as const;
const remedy = 'Have the patient sign a new authorization.';

const revoked = verdicts({
  words: {
    status: 'failed',
    message: 'Words on the document say that it is revoked, void, or canceled.',
    rule: revokedRule,
    remedy,
  },
  unclearWords: {
    status: 'warning',
    message: 'A sentence on the document may revoke the authorization.',
    rule: revokedRule,
    remedy: 'Review the document. The sentence counts only if it was added by hand or signed.',
  },
  signedRevocation: {
    status: 'failed',
    message: 'The document contains a signed revocation of the authorization.',
    rule: revokedRule,
    remedy,
  },
  crossedOut: { status: 'failed', message: 'The signature is crossed out.', rule: revokedRule, remedy },
} satisfies Record<RevokedBy, Outcome>);

/**
 * Judges whether something on the form revokes it. `null` if nothing does. A HITECH directive can be revoked,
 * too.
 */
export function judgeRevoked({ revoked: found }: AuthorizationData): Verdict | null {
  if (found === null || found === undefined) return null;
  return revoked(found.by, { text: '', page: found.page, box: found.box });
}

/** Returns page numbers as words: `Page 2`, `Pages 2 and 3`, `Pages 2, 3, and 5`. */
function pagesInWords(pages: readonly number[]): string {
  const [last = 0, ...before] = pages.toReversed();
  if (before.length === 0) return `Page ${last}`;
  const list = before.toReversed().join(', ');
  return `Pages ${list}${before.length > 1 ? ',' : ''} and ${last}`;
}

/** The outcome if it does; the message that is shown names the pages. */
const otherForms = {
  anotherPerson: {
    status: 'warning',
    message: "The document contains another person's form.",
    rule,
    remedy: "Upload only this patient's authorization.",
  },
} as const;

/** The outcomes of these checks. */
export const formOutcomes = { revoked: revoked.outcomes, otherForms };

/**
 * Judges whether the document also holds other people's forms. `null` if it doesn't. The message names their
 * pages, and nothing that is on them.
 */
export function judgeOtherForms(others: readonly FormReading[]): Verdict | null {
  const pages = others.flatMap(form => form.pages).toSorted((a, b) => a - b);
  const [first] = pages;
  if (first === undefined) return null;
  const verb = pages.length === 1 ? 'is' : 'are';
  const form = others.length === 1 ? "another person's form" : "other people's forms";
  return {
    ...otherForms.anotherPerson,
    code: 'anotherPerson',
    message:
      `${pagesInWords(pages)} ${verb} ${form}. Nothing on ${pages.length === 1 ? 'it' : 'them'} ` +
      "counts for this patient, and facilities don't get it.",
    evidence: pages.map(page => ({ page, box: pageCorner, text: '' })),
  };
}
