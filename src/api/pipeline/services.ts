import type { FramingPolicy } from '../../domain/embeds/framing';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { ClinicalDataTokens } from '../../embeds/clinical-data/token';
import type { SiteFinderTokens } from '../../embeds/site-finder/token';
import type { Clock } from '../../platform/clock';
import type { Log } from '../../platform/log';
import type { ObjectStore } from '../../files/object-store';
import type { Metrics } from '../../platform/metrics';
import type { BrowseDatabase } from '../../store/browse-database';
import type { Executor } from '../../store/database';
import type { ZipPlaces } from '../../domain/clinical/zip-places';

/** The parts operations work with, built in `src/main` and passed in; there are no singletons. */
export interface Services {
  readonly db: Executor;
  readonly browse: BrowseDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly files: ObjectStore;
  readonly authCheckTokens: AuthCheckTokens;
  readonly siteFinderTokens: SiteFinderTokens;
  readonly clinicalDataTokens: ClinicalDataTokens;
  readonly zipPlaces: ZipPlaces;
  /** Which pages may frame what tokens open. */
  readonly framing: FramingPolicy;
  /** The key of API key fingerprints. */
  readonly fingerprintSecret: Buffer;
  readonly limits: RequestLimits;
  /** Sends at once what a change wrote to the outbox. */
  readonly nudgeOutbox: () => void;
}

/** The limits of the pipeline. */
export interface RequestLimits {
  readonly anonymousPerMinute: number;
  readonly companyPerMinute: number;
  /** Of one user's pages for frames. */
  readonly embedUserPerMinute: number;
  readonly requestsInFlightMax: number;
  /** Expensive requests at once: of one company, and of all. */
  readonly heavyPerCompanyMax: number;
  readonly heavyMax: number;
  /** How long an answer that is sent while it is read may take. */
  readonly streamedAnswerMs: number;
}
