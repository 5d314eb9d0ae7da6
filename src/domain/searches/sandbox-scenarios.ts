/**
 * The first name of a sandbox patient decides how its searches end (docs/guides/sandbox.md), so that
 * customers can try the outcomes of live searches. Searches for any other first name complete.
 */
const scenarios = {
  nohit: 'noHit',
  ambiguous: 'ambiguousIdentity',
  rejected: 'requestRejected',
  deceased: 'deceasedBeforeClinicalData',
  slow: 'slow',
  outage: 'partnerOutage',
} as const;

/** A documented outcome. */
export type SandboxScenario = (typeof scenarios)[keyof typeof scenarios];

/** Returns the scenario of a first name, ignoring case; `undefined` for an ordinary one. */
export function sandboxScenario(firstName: string): SandboxScenario | undefined {
  const name = firstName.trim().toLowerCase();
  return Object.entries(scenarios).find(([key]) => key === name)?.[1];
}

/**
 * Returns the date of death of a sandbox patient with this first name, before clinical data begins; `null` if
 * alive.
 */
export function sandboxDateOfDeath(firstName: string): string | null {
  return sandboxScenario(firstName) === 'deceasedBeforeClinicalData' ? '2015-06-30' : null;
}
/** How long a slow partner takes to answer. */
export const slowAnswerMs = 30_000;
/** How long an unavailable partner is down. */
export const outageMs = 10_000;
