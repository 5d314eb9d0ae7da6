import type { SearchKind } from './search-kind';
import type { SearchPhase } from './search-state';

const names: Readonly<Record<SearchKind, string>> = {
  siteSonar: 'Site Sonar',
  patientHistories: 'Patient Histories',
  ehrSearch: 'EHR Search',
};

const waits: Readonly<Record<string, string>> = {
  open: 'being submitted',
  declined: 'being declined: the patient died before clinical data begins',
  zipCode: 'waiting for a ZIP code',
  approval: 'waiting for the approval of the authorization',
  correction: 'refused by the partner, waiting for corrected details',
  rearming: 'refused too often, waiting for the provider to re-arm it',
};

/**
 * Says in an operator's words where the searches of a patient stand, one line a search; states only, nothing of the
 * patient: the Temporal UI shows it.
 */
export function describeSearches(
  searches: ReadonlyArray<{ readonly kind: SearchKind; readonly phase: SearchPhase; readonly next: string }>,
): string {
  const lines = searches
    .filter(({ phase }) => phase !== 'off')
    .map(({ kind, phase, next }) => {
      if (phase === 'running') return `- **${names[kind]}**: running, waiting for the partner's answer`;
      if (phase === 'answered') return `- **${names[kind]}**: answered`;
      return `- **${names[kind]}**: armed, ${waits[next] ?? next}`;
    });
  return lines.length === 0 ? 'No search is requested.' : lines.join('\n');
}
