import { decideGate, type GateFacts } from './gates';
import type { PatientSearch, SearchFlags, SearchState } from './search';

/**
 * Applies the flags. Switching on arms a search and switching off disarms it (a run in progress continues and
 * its answer is kept). An unchanged flag changes nothing.
 */
export function applyFlags<S extends SearchState & Pick<PatientSearch, 'isArmedByCorrection'>>(
  searches: readonly S[],
  flags: SearchFlags,
): S[] {
  return searches.map(search => {
    const wanted = flags[search.kind];
    if (wanted === undefined || wanted === search.isRequested) return search;
    if (!wanted) {
      const phase = search.phase === 'running' ? ('running' as const) : ('off' as const);
      return { ...search, isRequested: false, phase, waitsFor: null, isArmedByCorrection: false };
    }
    if (search.phase === 'running') return { ...search, isRequested: true };
    return { ...search, isRequested: true, phase: 'armed', waitsFor: null, outcome: null };
  });
}

/**
 * Reviews the gates of every armed search and records what each waits for. A gate doesn't affect a search
 * that waits for a correction or for the provider.
 */
export function regate<S extends SearchState>(searches: readonly S[], facts: GateFacts): S[] {
  return searches.map(search => {
    if (search.phase !== 'armed' || search.waitsFor === 'correction' || search.waitsFor === 'rearming')
      return search;
    const decision = decideGate(search.kind, facts);
    // A declined search stays armed until the workflow has answered it, so that the response shows the reason
    // first.
    const waitsFor = decision === 'open' || decision === 'declined' ? null : decision;
    // Whether there is a partner isn't a gate: the workflow's review records it.
    const isWithoutPartner = waitsFor === null && search.waitsFor === 'partner';
    return isWithoutPartner || waitsFor === search.waitsFor ? search : { ...search, waitsFor };
  });
}

/**
 * Whether a search that was off was switched on, which sends an approved patient back to review. One that is
 * switched off and on counts, whether it has a run in progress or not.
 */
export function isNewlyEnabled(before: readonly SearchState[], after: readonly SearchState[]): boolean {
  return after.some(search => {
    const old = before.find(({ kind }) => kind === search.kind);
    return search.isRequested && old?.isRequested !== true;
  });
}
