import { instantOf } from '../../domain/changes';
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
 * Rotates an endpoint's signing secret. Each replaced secret keeps signing for its 24 hours (HOOK-22), so
 * that the receiver can switch without losing a delivery; each attempt checks which ones sign.
 * @returns the new secret, and until when the previous one keeps signing
 * @throws OperatorError if the company has no such endpoint, or ten secrets already sign
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
      `The endpoint already has ${signingSecretsMax} active secrets. Expire the previous ones first.`,
      { hint: 'Run `webhook expire-old-secret`.' },
    );
  await setSecrets(change.tx, uid, rotated, change.now);
  const previousUntil = new Date(replaced.until);
  await change.audit(audited, 'webhookEndpoint.rotateSecret', { previousUntil: instantOf(previousUntil) });
  return { secret, previousUntil };
}

/**
 * Expires all previous secrets, for one that leaked: the next attempt is signed only with the current secret.
 * @returns how many were expired
 * @throws OperatorError if the company has no such endpoint, or only the current secret signs
 */
export async function expireOldSecrets(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<number> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const ended = stillSigning(endpoint.replacedSecrets, change.now).length;
  if (ended === 0) throw new OperatorError('The endpoint has no active previous secret.');
  const { uid } = endpoint;
  const { secret } = resealedSecrets(sealer, uid, { ...storedSecretsOf(endpoint), replacedSecrets: [] });
  await setSecrets(change.tx, uid, { secret, replacedSecrets: [] }, change.now);
  await change.audit(audited, 'webhookEndpoint.expireOldSecrets', { secrets: ended });
  return ended;
}

/**
 * Returns the current signing secret for setting up the receiver, also in the format of the Standard Webhooks
 * libraries; each view is audited.
 */
export async function revealSecret(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<{ readonly secret: string; readonly standardSecret: string }> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const secret = sealer.openSecret(endpoint.uid, storedSecretsOf(endpoint).secret);
  await change.auditLook(audited);
  return { secret, standardSecret: standardSecretOf(secret) };
}

/** The secrets in an endpoint's row. */
type StoredSecrets = Pick<WebhookEndpointRow, 'sealedSecret' | 'secret' | 'replacedSecrets' | 'createdAt'>;

/**
 * Returns the secrets of an endpoint as stored: encrypted, or unencrypted if the previous release stored them
 * and nothing has encrypted them since.
 * @throws Error if there is none: every signing endpoint has one, so this is a fault of ours
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
 * Returns the secrets of an endpoint, re-encrypted with the first key of the ring. @throws
 * SealedCredentialError as `openSecret`
 */
function resealedSecrets(
  sealer: EndpointSealer,
  uid: string,
  { secret, replacedSecrets, createdAt }: EndpointSecrets,
): EndpointSecrets {
  const reseal = (stored: string): string => sealer.sealSecret(uid, sealer.openSecret(uid, stored));
  return {
    secret: reseal(secret),
    replacedSecrets: replacedSecrets.map(replaced => ({ ...replaced, secret: reseal(replaced.secret) })),
    createdAt,
  };
}

/** How many endpoints are re-encrypted in one transaction. */
const pageSize = 100;
const beforeTheFirst = '00000000-0000-0000-0000-000000000000';

/** The progress of {@link resealEndpoints}. */
export interface ResealedEndpoints {
  /** Endpoints whose secrets and headers are now encrypted with the first key, and weren't before. */
  readonly sealed: number;
  /** Endpoints with something that can't be decrypted, which stays unchanged. */
  readonly unopened: number;
  /** The reasons; each names a key and is listed once. */
  readonly problems: readonly string[];
}

interface Page extends ResealedEndpoints {
  /** The last endpoint that was checked. */
  readonly after: string | undefined;
}

type Credentials = Parameters<typeof setResealed>[2];

function resealed(sealer: EndpointSealer, endpoint: EndpointToReseal): Credentials {
  const { uid, channel, deletedAt, sealedHeaders } = endpoint;
  // The secrets that the previous release gave to e-mail subscriptions and to deleted endpoints sign nothing.
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
  if (sealed > 0) await change.audit(undefined, 'webhookEndpoint.reseal', { endpoints: sealed });
  else change.unaudited('nothing was re-encrypted');
  const unopened = endpoints.length - sealed;
  return { sealed, unopened, problems: [...problems], after: endpoints.at(-1)?.uid };
}

/**
 * Encrypts with the first key of the ring whatever isn't yet: secrets and headers of endpoints, after a key
 * was replaced, and unencrypted secrets of the previous release. What can't be decrypted is left unchanged
 * and reported. Each page is a separate change with one audit row, so an interrupted run is repeated; several
 * at once do no harm.
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
