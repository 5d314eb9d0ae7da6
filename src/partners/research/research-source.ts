import type { Site } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import type { Finding } from '../../domain/research/research';

/** A request to a source: about a facility, never about a patient. */
export interface ResearchAsk {
  /** The id of the ask; repeats with the same id are one ask. */
  readonly askUid: string;
  readonly site: Site;
}

/** A source's answer. */
export type ResearchAnswer =
  | { readonly kind: 'answered'; readonly findings: readonly Finding[] }
  | { readonly kind: 'pending'; readonly askAgainAfterMs: number };

interface NamedSource {
  /** Its name in the configuration, for operators and readers of the research. */
  readonly name: string;
  /** How long it may take; later answers aren't awaited. */
  readonly answerWithinMs: number;
}

/**
 * What an adapter throws if a partner's source can't be reached or doesn't do what was agreed. The message
 * says what happened, and nothing of what was received.
 */
export class ResearchSourceFault extends Error {
  override readonly name = 'ResearchSourceFault';
  readonly isMessageSafe = true;
  constructor(source: string, what: string) {
    super(`the source ${source} ${what} (docs/partners/research-source.md)`);
  }
}

/** A source outside (docs/partners/research-source.md), or a substitute for one. */
export interface AskedSource extends NamedSource {
  readonly kind: 'asked';
  /** Sends an ask, or repeats it. @throws if the source can't be reached; the caller retries */
  readonly ask: (ask: ResearchAsk) => Promise<ResearchAnswer>;
}

/** Our own directory of facilities. */
interface DirectorySource extends NamedSource {
  readonly kind: 'directory';
}

/** A source of facility information. */
export type ResearchSource = AskedSource | DirectorySource;

/** The place of a research run. */
export interface ResearchPlace {
  readonly environment: Environment;
  readonly companyId: string;
}

/** Returns the sources of a research run, in the order in which they are asked. */
export type ResearchSources = (place: ResearchPlace) => readonly ResearchSource[];

/** A configured source. */
export interface RoutedSource {
  readonly source: AskedSource;
  /** The companies for which it is asked; absent for every one. */
  readonly companies?: readonly string[] | undefined;
}

// As long as a database may be down, because its silence is our fault.
const directory: DirectorySource = { kind: 'directory', name: 'directory', answerWithinMs: 60 * 60 * 1_000 };

/**
 * Creates the sources of this deployment: the directory first, then the configured ones. On sandbox no
 * outside source is asked, whatever is configured.
 */
export function createResearchSources(
  sandbox: AskedSource,
  configured: readonly RoutedSource[] = [],
): ResearchSources {
  return ({ environment, companyId }) => {
    if (environment === 'sandbox') return [directory, sandbox];
    const routed = configured.filter(({ companies }) => companies?.includes(companyId) !== false);
    return [directory, ...routed.map(({ source }) => source)];
  };
}
