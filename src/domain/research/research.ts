import type { Environment } from '../projects/project';

/** Something that a source says of a facility. */
export interface Finding {
  /** What it is: `Fax`. */
  readonly label: string;
  readonly value: string;
}

/**
 * How a source was done with: it answered, it could not be asked, or it was silent until its time was over.
 */
export type SourceOutcome = 'answered' | 'failed' | 'late';

/** What became of one source of a research. */
export interface SourceAnswer {
  readonly researchUid: string;
  /** As the configuration names it. */
  readonly source: string;
  readonly outcome: SourceOutcome;
  /** None unless it answered. */
  readonly findings: readonly Finding[];
  readonly answeredAt: Date;
}

/** What somebody had found out about a site. */
export interface SiteResearch {
  readonly uid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly siteUid: string;
  /** The user in whose name it was asked for: who is told of its end. */
  readonly startedByUid: string;
  readonly startedAt: Date;
  /** Null while it runs. */
  readonly endedAt: Date | null;
}

/** Where the site finder is, and a research is read. */
export const siteFinderPath = '/ui/site-finder/embed';

/**
 * Where a research is read, by whoever adds a token of the site finder to it: an address is no place for a
 * secret (EMBED-26).
 */
export function researchUrl(publicUrl: string, researchUid: string): string {
  return `${publicUrl}${siteFinderPath}?${new URLSearchParams({ research: researchUid }).toString()}`;
}
