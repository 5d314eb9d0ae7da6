import { randomUUID } from 'node:crypto';
import {
  rotate,
  signingSecretsMax,
  stillSigning,
  type EndpointSecrets,
} from '../../domain/webhooks/signing-secrets';
import {
  lockEndpointsToReseal,
  setResealed,
  setSecrets,
  type EndpointToReseal,
  type WebhookEndpointRow,
} from '../../store/webhooks/endpoints';
import { SealedCredentialError, type EndpointSealer } from '../../webhooks/endpoint-sealer';
import { standardSecretOf } from '../../webhooks/signature';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { lockNamedEndpoint, type EndpointChange, type EndpointRef } from './endpoint-access';

/**
 * Gives an endpoint another signing secret. Each secret that is replaced signs on for its 24 hours (HOOK-22),
 * so that the receiver can change over without losing a delivery; which of them sign is asked anew at each
 * attempt.
 * @returns the new secret, and until when the one before signs beside it
 * @throws OperatorError when the company has no such endpoint, or ten secrets sign already
 */
export async function rotateEndpointSecret(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<{ readonly secret: string; readonly previousUntil: Date }> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const { uid } = endpoint;
  const secret = randomUUID();
  const before = resealedSecrets(sealer, uid, storedSecretsOf(endpoint));
  const rotated = rotate(before, sealer.sealSecret(uid, secret), change.now);
  const [replaced] = rotated?.replacedSecrets ?? [];
  if (rotated === undefined || replaced === undefined)
    throw new OperatorError(
      `${signingSecretsMax} secrets sign already: end those before the current one first.`,
      { hint: '`webhook expire-old-secret` does that' },
    );
  await setSecrets(change.tx, uid, rotated, change.now);
  await change.audit(audited);
  return { secret, previousUntil: new Date(replaced.until) };
}

/**
 * Ends the time of every secret before the current one, for one that has leaked: the next attempt is signed
 * with the current secret alone.
 * @returns how many were ended
 * @throws OperatorError when the company has no such endpoint, or none but the current one signs
 */
export async function expireOldSecrets(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<number> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const ended = stillSigning(endpoint.replacedSecrets, change.now).length;
  if (ended === 0) throw new OperatorError('No secret before the current one signs.');
  const { uid } = endpoint;
  const { secret } = resealedSecrets(sealer, uid, { ...storedSecretsOf(endpoint), replacedSecrets: [] });
  await setSecrets(change.tx, uid, { secret, replacedSecrets: [] }, change.now);
  await change.audit(audited);
  return ended;
}

/**
 * The current signing secret, shown to whoever sets up the receiver, also as the libraries of Standard
 * Webhooks take it; each look leaves an audit row.
 */
export async function revealSecret(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<{ readonly secret: string; readonly standardSecret: string }> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const secret = sealer.openSecret(endpoint.uid, storedSecretsOf(endpoint).secret);
  await change.audit(audited);
  return { secret, standardSecret: standardSecretOf(secret) };
}

/** The secrets of an endpoint as its row has them. */
type StoredSecrets = Pick<WebhookEndpointRow, 'sealedSecret' | 'secret' | 'replacedSecrets' | 'createdAt'>;

/**
 * The secrets of an endpoint as they are stored: sealed, or in clear where the release before stored them and
 * nothing has sealed them since.
 * @throws Error when there is none: whatever signs has one, so this is a fault of ours
 */
export function storedSecretsOf({
  sealedSecret,
  secret,
  replacedSecrets,
  createdAt,
}: StoredSecrets): EndpointSecrets {
  const current = sealedSecret ?? secret;
  if (current === null) throw new Error('the endpoint has no signing secret');
  return { secret: current, replacedSecrets, createdAt };
}

/**
 * The secrets of an endpoint, each sealed anew with the first key of the ring. @throws SealedCredentialError
 * as `openSecret`
 */
function resealedSecrets(
  sealer: EndpointSealer,
  uid: string,
  { secret, replacedSecrets, createdAt }: EndpointSecrets,
): EndpointSecrets {
  const anew = (stored: string): string => sealer.sealSecret(uid, sealer.openSecret(uid, stored));
  return {
    secret: anew(secret),
    replacedSecrets: replacedSecrets.map(replaced => ({ ...replaced, secret: anew(replaced.secret) })),
    createdAt,
  };
}

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
 * Seals with the first key of the ring whatever of an endpoint is not: its secrets and its headers, after a
 * key was put in the place of another, and secrets that the release before stored in clear. What cannot be
 * opened is left and told. A page is a change of its own with one audit row, so that a run that was broken
 * off is repeated; several at once do no harm.
 * @param change runs a page's change
 */
export async function* resealEndpoints(
  change: (work: (pageChange: Change) => Promise<Page>) => Promise<Page>,
  sealer: EndpointSealer,
): AsyncGenerator<ResealedEndpoints> {
  const totals = { sealed: 0, unopened: 0, problems: new Set<string>() };
  let after: string | undefined = beforeTheFirst;
  while (after !== undefined) {
    const from: string = after;
    const page = await change(pageChange => resealPage(pageChange, sealer, from));
    totals.sealed += page.sealed;
    totals.unopened += page.unopened;
    for (const problem of page.problems) totals.problems.add(problem);
    yield { sealed: totals.sealed, unopened: totals.unopened, problems: [...totals.problems] };
    ({ after } = page);
  }
}
