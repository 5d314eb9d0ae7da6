/**
 * What a sandbox patient is called decides how its searches end (docs/guides/sandbox.md): outcomes that live
 * searches have, for customers to try. Any other first name completes.
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

/** The scenario of a first name, whatever its case; `undefined` for an ordinary one. */
export function sandboxScenario(firstName: string): SandboxScenario | undefined {
  const name = firstName.trim().toLowerCase();
  return Object.entries(scenarios).find(([key]) => key === name)?.[1];
}

/**
 * The day on which a sandbox patient of this first name died, before clinical data begins; `null` for one who
 * lives.
 */
export function sandboxDateOfDeath(firstName: string): string | null {
  return sandboxScenario(firstName) === 'deceasedBeforeClinicalData' ? '2015-06-30' : null;
}
/** How long a slow partner takes for its answer. */
export const slowAnswerMs = 30_000;
/** How long a partner is away that is away. */
export const outageMs = 10_000;
