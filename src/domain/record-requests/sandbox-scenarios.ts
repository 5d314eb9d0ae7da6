import { facilityRefusalStatuses, type FacilityRefusalStatus } from './record-request';

/**
 * What a site is called decides how a sandbox record request ends (docs/guides/sandbox.md): outcomes that
 * live ones have, for customers to try. A request of any other name completes.
 */
export type RecordRequestScenario =
  | { readonly kind: 'refused'; readonly status: FacilityRefusalStatus }
  /** Some files, and no more. */
  | { readonly kind: 'partial' }
  /** Some files at once, the others later. */
  | { readonly kind: 'inParts' }
  /** The first authorization is not accepted. */
  | { readonly kind: 'authDenied' }
  | { readonly kind: 'slow' };

const refusals = facilityRefusalStatuses.map((status): [string, RecordRequestScenario] => [
  status.toLowerCase(),
  { kind: 'refused', status },
]);

const scenarios: Readonly<Record<string, RecordRequestScenario>> = {
  ...Object.fromEntries(refusals),
  partial: { kind: 'partial' },
  needtoreviewresults: { kind: 'inParts' },
  // It goes on, where the others end.
  authdenied: { kind: 'authDenied' },
  slow: { kind: 'slow' },
};

/** The scenario of a site name, whatever its case and spaces; `undefined` for an ordinary one. */
export function recordRequestScenario(siteName: string): RecordRequestScenario | undefined {
  const name = siteName.toLowerCase().replaceAll(/[^a-z]/g, '');
  return Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
}

/** How long a slow site takes, and how long the rest of what comes in parts. */
export const siteAnswersAfterMs = 5_000;
