import type { AuthorizationHold } from '../authorizations/authorization-term';
import type { NextStep } from './next-step';
import type { SearchKind, SearchPhase } from './search';

/** The display name of each search. */
export const searchNames: Readonly<Record<SearchKind, string>> = {
  siteSonar: 'Site Sonar',
  patientHistories: 'Patient Histories',
  ehrSearch: 'EHR Search',
};

const waits: Readonly<Record<Exclude<NextStep, 'nothing' | 'resolvable'>, string>> = {
  open: 'ready to be sent',
  declined: 'being declined: the patient died before clinical data begins',
  zipCode: 'waiting for a ZIP code',
  approval: 'waiting for the approval of the authorization',
  authorizationExpired: 'held: the authorization has expired',
  authorizationRevoked: 'held: the patient revoked the authorization',
  correction: 'rejected by the partner, waiting for corrected details',
  rearming: 'rejected too often, waiting for an operator to re-arm it',
  partnerMissing: 'waiting for a partner: none is configured',
  waitsForPartner: 'waiting for a partner: none is configured',
  purposeNotServed: 'held: its partner does not serve the purpose of the project',
  authorizationDemanded: 'held: its partner requires an approved authorization on file',
  identityTokenDemanded: 'held: its partner requires the identity token of the patient',
  projectClosed: 'its project is closed',
};

/** A search, with what its description needs. */
export interface DescribedSearch {
  readonly kind: SearchKind;
  readonly phase: SearchPhase;
  readonly next: NextStep;
  /** When the refused request is resent unchanged, in Unix milliseconds. */
  readonly resendAtMs?: number | null;
  readonly refusalCode?: string | null;
  /** Whether the partner is being asked right now. */
  readonly isBeingSent?: boolean;
  /** Whether the partner didn't answer in time. */
  readonly isOverdue?: boolean;
}

function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function describeArmed({ next, resendAtMs, refusalCode, isBeingSent }: DescribedSearch): string {
  if (isBeingSent === true && next === 'open') return 'being sent to its partner';
  const code = refusalCode == null ? '' : ` (code ${refusalCode})`;
  const again =
    next === 'correction' && resendAtMs != null ? `; resent unchanged at ${minuteOf(resendAtMs)}` : '';
  // An armed search is in neither state, but a review during a change may have seen one.
  const waiting = next === 'nothing' || next === 'resolvable' ? 'being reviewed' : waits[next];
  return `armed, ${waiting}${code}${again}`;
}

function isHold(step: NextStep): step is AuthorizationHold {
  return step === 'approval' || step === 'authorizationExpired' || step === 'authorizationRevoked';
}

/** Describes the status of one search and what it waits for. States only, no patient data. */
function describeSearch(search: DescribedSearch): string {
  if (search.phase === 'off') return 'off';
  if (search.phase === 'answered')
    return search.next === 'resolvable'
      ? 'answered, its people being judged again with the new details'
      : 'answered';
  if (search.phase === 'armed') return describeArmed(search);
  if (isHold(search.next)) return `running, ${waits[search.next]}`;
  if (search.isOverdue === true) return 'running, overdue: the partner has not answered in time';
  return search.isBeingSent === true
    ? 'running, being sent to its partner'
    : "running, waiting for the partner's answer";
}

/**
 * Describes a patient's searches for operators, one line each. States only, no patient data: the Temporal UI
 * shows it.
 */
export function describeSearches(searches: readonly DescribedSearch[]): string {
  const lines = searches
    .filter(({ phase }) => phase !== 'off')
    .map(search => `- **${searchNames[search.kind]}**: ${describeSearch(search)}`);
  return lines.length === 0 ? 'No search is requested.' : lines.join('\n');
}
