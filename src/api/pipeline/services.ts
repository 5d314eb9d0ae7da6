import type { ZipPlaces } from '../../domain/clinical/zip-places';
import type { FramingPolicy } from '../../domain/embeds/framing';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { ClinicalDataTokens } from '../../embeds/clinical-data/token';
import type { SiteFinderTokens } from '../../embeds/site-finder/token';
import type { ObjectStore } from '../../files/object-store';
import type { HttpParts } from '../../http/parts';
import type { BrowseDatabase } from '../../browse/run/database';

/** The parts that operations work with. Built in `src/main` and passed in; there are no singletons. */
export interface Services extends HttpParts {
  readonly browse: BrowseDatabase;
  readonly files: ObjectStore;
  readonly authCheckTokens: AuthCheckTokens;
  readonly siteFinderTokens: SiteFinderTokens;
  readonly clinicalDataTokens: ClinicalDataTokens;
  readonly zipPlaces: ZipPlaces;
  /** Which pages may frame an embed. */
  readonly framing: FramingPolicy;
  /** The key of API key fingerprints. */
  readonly fingerprintSecret: Buffer;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
  /** Immediately sends what a change wrote to the outbox. */
  readonly nudgeOutbox: () => void;
}
