import { isFormToken } from '../access/console-token';
import type { Principal } from '../access/principal';
import type { RequestContext } from '../http/request-state';
import { Problem } from '../domain/problem';
import type { Log } from '../platform/log';
import type { ChangeParts } from '../usecases/change';
import { noteRefusal } from '../usecases/audit-trail';
import type { OpenSession, PageRequest } from './serve-pages';

function refuse(internal: string): never {
  throw new Problem('console.formForeign', { internal });
}

/**
 * Refuses what another site sends (CONSOLE-7): the browser says where a form comes from, and every browser does so for a POST. The
 * cookie's `SameSite` and the token of the form stand beside it.
 * @param publicHost the host of the deployment's address; the one that the request names is as good
 * @throws Problem `console.formForeign`
 */
export function assertOwnOrigin(context: RequestContext, publicHost: string): void {
  const site = context.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin') refuse('the browser says that it comes from another origin');
  const origin = context.get('Origin');
  if (!URL.canParse(origin)) refuse('no origin is said');
  const { host } = new URL(origin);
  if (host !== context.host && host !== publicHost) refuse('the origin is another one');
}

/** @throws Problem `console.formForeign` unless the form was made for this session and this path */
function assertFormToken(sessionToken: string, path: string, form: URLSearchParams): void {
  if (!isFormToken(sessionToken, path, form.get('form') ?? ''))
    refuse('the token of the form is not that of this session and action');
}

/** An act of somebody who is signed in, as the trail has it; without an event a refusal leaves no row. */
export interface GuardedAct {
  readonly principal: Principal;
  readonly event: string | undefined;
}

/** What guarding needs. */
export interface GuardParts extends ChangeParts {
  readonly log: Log;
  readonly publicHost: string;
}

/**
 * Does what somebody asks who is signed in: a form must come from a page of their session (CONSOLE-7), and what is refused leaves a
 * row in the trail.
 * @param work is handed how to say who acts, once that is known better
 */
export async function runGuarded<T>(
  parts: GuardParts,
  { context, requestId, form, open }: PageRequest & { readonly open: OpenSession },
  { principal, event }: GuardedAct,
  work: (actsAs: (known: Principal) => void) => Promise<T>,
): Promise<T> {
  let actor = principal;
  try {
    if (context.method === 'POST') {
      assertOwnOrigin(context, parts.publicHost);
      assertFormToken(open.sessionToken, context.path, form);
    }
    return await work(known => {
      actor = known;
    });
  } catch (thrown) {
    if (event !== undefined) await noteRefusal(parts, { principal: actor, requestId, event }, thrown);
    throw thrown;
  }
}
