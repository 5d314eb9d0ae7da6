import type { Site } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import type { Finding } from '../../domain/research/research';

/** What a source is asked: about a facility, and of no patient. */
export interface ResearchAsk {
  /** Names the ask: one that is put twice is one ask. */
  readonly askUid: string;
  readonly site: Site;
}

/** What a source says. */
export type ResearchAnswer =
  | { readonly kind: 'answered'; readonly findings: readonly Finding[] }
  | { readonly kind: 'pending'; readonly askAgainAfterMs: number };

interface NamedSource {
  /** Its name in the configuration, for operators and for who reads the research. */
  readonly name: string;
  /** How long it may take; what comes later is not waited for. */
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

/** A source outside (docs/partners/research-source.md), or what stands in for one. */
export interface AskedSource extends NamedSource {
  readonly kind: 'asked';
  /** Puts an ask, or puts it again. @throws when it cannot be reached; the caller tries again */
  readonly ask: (ask: ResearchAsk) => Promise<ResearchAnswer>;
}

/** Our own directory of facilities. */
interface DirectorySource extends NamedSource {
  readonly kind: 'directory';
}

/** Whoever is asked about a facility. */
export type ResearchSource = AskedSource | DirectorySource;

/** Where a research is made. */
export interface ResearchPlace {
  readonly environment: Environment;
  readonly companyId: string;
}

/** The sources of a research, in the order in which they are asked. */
export type ResearchSources = (place: ResearchPlace) => readonly ResearchSource[];

/** A source of the configuration. */
export interface RoutedSource {
  readonly source: AskedSource;
  /** The companies for which it is asked; absent: every one. */
  readonly companies?: readonly string[] | undefined;
}

// As long as a database may be away: its silence is ours.
const directory: DirectorySource = { kind: 'directory', name: 'directory', answerWithinMs: 60 * 60 * 1_000 };

/**
 * The sources of this deployment: the directory first, then those that are configured. For sandbox nobody
 * outside is asked, whatever is configured.
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
