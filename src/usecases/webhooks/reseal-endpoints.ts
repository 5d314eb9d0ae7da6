import { lockEndpointsToReseal, setResealed, type EndpointToReseal } from '../../store/webhooks/endpoints';
import { SealedCredentialError, type EndpointSealer } from '../../webhooks/endpoint-sealer';
import type { Change } from '../change';
import { resealedSecrets, storedSecretsOf } from './sealed-secrets';

/** So many endpoints are sealed anew in one transaction. */
const pageSize = 100;
const beforeTheFirst = '00000000-0000-0000-0000-000000000000';

/** How far {@link resealEndpoints} is. */
export interface ResealedEndpoints {
  /** Endpoints whose secrets and headers are sealed with the first key now, and were not. */
  readonly sealed: number;
  /** Endpoints of which something cannot be opened, and stays as it is. */
  readonly unopened: number;
  /** Why not; each reason names a key and is there once. */
  readonly problems: readonly string[];
}

interface Page extends ResealedEndpoints {
  /** The last one that was looked at. */
  readonly after: string | undefined;
}

type Credentials = Parameters<typeof setResealed>[2];

function resealed(sealer: EndpointSealer, endpoint: EndpointToReseal): Credentials {
  const { uid, channel, deletedAt, sealedHeaders } = endpoint;
  // What the release before gave to members who are mailed, and to endpoints that it deleted, signs nothing.
  if (channel === 'email' || deletedAt !== null)
    return { sealedSecret: null, secret: null, replacedSecrets: [], sealedHeaders: null };
  const stored = storedSecretsOf({ ...endpoint, createdAt: new Date(0) });
  const { secret: sealedSecret, replacedSecrets } = resealedSecrets(sealer, uid, stored);
  const headers = sealer.openHeaders(uid, sealedHeaders);
  return { sealedSecret, secret: null, replacedSecrets, sealedHeaders: sealer.sealHeaders(uid, headers) };
}

async function resealPage(change: Change, sealer: EndpointSealer, after: string): Promise<Page> {
  const endpoints = await lockEndpointsToReseal(change.tx, sealer.currentPrefix, after, pageSize);
  const problems = new Set<string>();
  let sealed = 0;
  for (const endpoint of endpoints)
    try {
      await setResealed(change.tx, endpoint.uid, resealed(sealer, endpoint));
      sealed += 1;
    } catch (error) {
      if (!(error instanceof SealedCredentialError)) throw error;
      problems.add(error.message);
    }
  if (sealed > 0) await change.audit(undefined);
  else change.unaudited('nothing was sealed anew');
  const unopened = endpoints.length - sealed;
  return { sealed, unopened, problems: [...problems], after: endpoints.at(-1)?.uid };
}

/**
 * Seals with the first key of the ring whatever of an endpoint is not: its secrets and its headers, after a key was put in the
 * place of another, and secrets that the release before stored in clear. What cannot be opened is left and told. A page is a
 * change of its own with one audit row, so that a run that was broken off is repeated; several at once do no harm.
 * @param change runs a page's change
 */
export async function* resealEndpoints(
  change: (work: (inner: Change) => Promise<Page>) => Promise<Page>,
  sealer: EndpointSealer,
): AsyncGenerator<ResealedEndpoints> {
  const seen = { sealed: 0, unopened: 0, problems: new Set<string>() };
  let after: string | undefined = beforeTheFirst;
  while (after !== undefined) {
    const from: string = after;
    const page = await change(inner => resealPage(inner, sealer, from));
    seen.sealed += page.sealed;
    seen.unopened += page.unopened;
    for (const problem of page.problems) seen.problems.add(problem);
    yield { sealed: seen.sealed, unopened: seen.unopened, problems: [...seen.problems] };
    ({ after } = page);
  }
}
