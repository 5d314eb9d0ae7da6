/** What the verdicts suggest to the reviewer. People decide: nothing is set automatically (DECISION-51). */
import type { AuthorizationStatus } from '../authorizations/authorization-status';
import { refusalFacts, type RefusalReason } from '../authorizations/refusal-reason';
import { countVerdicts, type CheckName, type Verdicts } from './judge';
import type { Verdict } from './verdict';

/** A suggested status, and the reason for a refusal that the status doesn't name. */
export interface Suggestion {
  readonly status: AuthorizationStatus;
  readonly reason: RefusalReason | null;
}

/** What a failed check suggests: a status of the contract, or a reason, by its code if they differ. */
type Consequence =
  | { readonly status: AuthorizationStatus }
  | { readonly reason: RefusalReason; readonly byCode?: Readonly<Record<string, RefusalReason>> };

// In order of precedence: the first failed check decides.
const precedence: ReadonlyArray<readonly [CheckName | 'sensitiveInformation', Consequence]> = [
  [
    'documentLegibility',
    {
      reason: 'unreadable',
      byCode: { encrypted: 'passwordProtected', notAnAuthorization: 'notAnAuthorization' },
    },
  ],
  ['authorizationType', { reason: 'notAnAuthorization' }],
  ['patientName', { status: 'WrongPatientName' }],
  ['patientDateOfBirth', { status: 'WrongDateOfBirth' }],
  ['revoked', { reason: 'revoked' }],
  ['signature', { reason: 'unsigned' }],
  ['signatureDate', { reason: 'undated' }],
  ['signerName', { status: 'MissingPowerOfAttorney' }],
  ['deceasedAuthorization', { status: 'MissingPowerOfAttorney' }],
  ['minorAuthorization', { status: 'MissingProofOfGuardianship' }],
  ['capability', { status: 'MissingPowerOfAttorney' }],
  ['expiration', { reason: 'expired', byCode: { missing: 'noExpiration' } }],
  ['datesOfService', { reason: 'wrongDates' }],
  ['recipient', { reason: 'wrongRecipient' }],
  ['disclosingParty', { reason: 'wrongDiscloser' }],
  ['informationDescription', { reason: 'categoryNotMarked' }],
  ['sensitiveInformation', { reason: 'categoryNotMarked' }],
  ['part2Consent', { reason: 'categoryNotMarked' }],
  ['purpose', { reason: 'wrongPurpose' }],
  ['purposeAlignment', { reason: 'wrongPurpose' }],
  ['redisclosure', { reason: 'missingStatement' }],
  ['revocation', { reason: 'missingStatement' }],
  ['conditioning', { reason: 'missingStatement' }],
  ['psychotherapyNotes', { reason: 'combined' }],
  ['compoundAuthorization', { reason: 'combined' }],
  ['witness', { reason: 'noWitness' }],
  ['patientZipCode', { status: 'MissingZip' }],
  ['patientSex', { status: 'MissingGender' }],
];

function verdictOf(verdicts: Verdicts, name: CheckName | 'sensitiveInformation'): Verdict | null {
  if (name !== 'sensitiveInformation') return verdicts[name];
  const categories = Object.values(verdicts.sensitiveInformation?.categories ?? {});
  return categories.find(verdict => verdict?.status === 'failed') ?? null;
}

/**
 * Returns what the verdicts suggest: the first failed check decides. `Approved` only if nothing failed and
 * nothing warns, and `NeedsApproval` if a person has to look.
 */
export function suggest(verdicts: Verdicts): Suggestion {
  for (const [name, consequence] of precedence) {
    const verdict = verdictOf(verdicts, name);
    if (verdict?.status !== 'failed') continue;
    if ('status' in consequence) return { status: consequence.status, reason: null };
    const reason = consequence.byCode?.[verdict.code] ?? consequence.reason;
    return { status: refusalFacts(reason).status, reason };
  }
  // A guardian or agent without a supporting document is a separate warning.
  if (verdicts.capability?.code === 'guardianUnproven')
    return { status: 'MissingProofOfGuardianship', reason: null };
  if (verdicts.capability?.code === 'agentUnproven')
    return { status: 'MissingPowerOfAttorney', reason: null };
  const { failed, warning } = countVerdicts(verdicts);
  return { status: failed === 0 && warning === 0 ? 'Approved' : 'NeedsApproval', reason: null };
}
