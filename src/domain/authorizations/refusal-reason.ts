/**
 * Why a document isn't accepted, beyond the contract's statuses. Each reason has one status, of the five that
 * only another document changes: an edit of the patient doesn't fix paper (decision 0037).
 */
import type { AuthorizationStatus } from './authorization-status';

/** The statuses that only another document changes. */
type PaperStatus = Extract<
  AuthorizationStatus,
  | 'WrongDateOfService'
  | 'MissingSignature'
  | 'MissingPowerOfAttorney'
  | 'MissingProofOfGuardianship'
  | 'MissingRedisclosureSmt'
>;

interface ReasonFacts {
  readonly status: PaperStatus;
  /** The reason in a few words, for pages and e-mails. */
  readonly label: string;
  /** What the patient has to fix. */
  readonly remedy: string;
}

const newForm = 'Have the patient sign a new authorization, and upload it.';

const facts = {
  revoked: { status: 'MissingSignature', label: 'Revoked or void', remedy: newForm },
  unreadable: {
    status: 'MissingSignature',
    label: "Document can't be read",
    remedy: 'Upload a sharp, upright scan of all pages as a PDF.',
  },
  passwordProtected: {
    status: 'MissingSignature',
    label: 'Document is password-protected',
    remedy: 'Upload the document without a password.',
  },
  notAnAuthorization: {
    status: 'MissingSignature',
    label: 'Not an authorization',
    remedy: 'Upload the signed authorization.',
  },
  unsigned: {
    status: 'MissingSignature',
    label: 'Not signed',
    remedy: 'Have the patient or their representative sign it, and upload it again.',
  },
  undated: {
    status: 'MissingSignature',
    label: 'Signature date missing or wrong',
    remedy: 'Have the signer date the signature, and upload the document again.',
  },
  expired: { status: 'WrongDateOfService', label: 'Expired', remedy: newForm },
  wrongDates: {
    status: 'WrongDateOfService',
    label: "Doesn't cover the dates of service",
    remedy:
      'Correct the dates of the record request, or have the patient sign an authorization that covers them.',
  },
  noExpiration: {
    status: 'MissingSignature',
    label: 'No expiration date or event',
    remedy: 'Have the signer fill in an expiration date or event, and upload the document again.',
  },
  wrongRecipient: {
    status: 'MissingSignature',
    label: 'Wrong or missing recipient',
    remedy: 'Have the patient sign an authorization that names your organization as the recipient.',
  },
  wrongDiscloser: {
    status: 'MissingSignature',
    label: 'Wrong or missing disclosing facility',
    remedy: 'Have the patient sign an authorization that names the facility, or any health care provider.',
  },
  categoryNotMarked: {
    status: 'MissingSignature',
    label: "Records aren't checked or initialed",
    remedy: 'Have the signer check the requested records, and initial those that the form asks to initial.',
  },
  wrongPurpose: {
    status: 'MissingSignature',
    label: 'Wrong or missing purpose',
    remedy: 'Have the patient sign an authorization that states the purpose of your request.',
  },
  combined: {
    status: 'MissingSignature',
    label: 'Combined with another consent',
    remedy: 'Have the patient sign an authorization that contains nothing else.',
  },
  noWitness: {
    status: 'MissingSignature',
    label: 'Witness missing',
    remedy: 'Have the witness sign and print their name, and upload the document again.',
  },
  missingStatement: {
    status: 'MissingRedisclosureSmt',
    label: 'Required statement missing',
    remedy: 'Use a form with all statements that 45 CFR 164.508(c)(2) requires.',
  },
} as const satisfies Readonly<Record<string, ReasonFacts>>;

/** A reason why a document isn't accepted. */
export type RefusalReason = keyof typeof facts;

/** All reasons, in the order in which they are offered. */
export const refusalReasons = Object.keys(facts) as RefusalReason[];

/** Returns the status, the words, and the remedy of a reason. */
export function refusalFacts(reason: RefusalReason): ReasonFacts {
  return facts[reason];
}
