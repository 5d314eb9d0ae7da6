import type { Environment } from '../projects/project';

/** A finding of a source about a facility. */
export interface Finding {
  /** What it is: `Fax`. */
  readonly label: string;
  readonly value: string;
}

/** How a source finished: it answered, it failed, or it didn't answer in time. */
export type SourceOutcome = 'answered' | 'failed' | 'late';

/** The result of one source. */
export interface SourceAnswer {
  readonly researchUid: string;
  /** Its name in the configuration. */
  readonly source: string;
  readonly outcome: SourceOutcome;
  /** Empty unless it answered. */
  readonly findings: readonly Finding[];
  readonly answeredAt: Date;
}

/** A research run about a site. */
export interface SiteResearch {
  readonly uid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly siteUid: string;
  /** The user who requested it and is notified of its end. */
  readonly startedByUid: string;
  readonly startedAt: Date;
  /** `null` while it runs. */
  readonly endedAt: Date | null;
}

/** The path of the site finder, which shows researches. */
export const siteFinderPath = '/ui/site-finder/embed';

/**
 * Returns the URL of a research run. The reader adds a site finder token, because a URL is no place for a
 * secret (EMBED-26).
 */
export function researchUrl(publicUrl: string, researchUid: string): string {
  return `${publicUrl}${siteFinderPath}?${new URLSearchParams({ research: researchUid }).toString()}`;
}
