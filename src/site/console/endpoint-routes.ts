import { z } from 'zod';
import { eventGroupNames, eventsOfGroup } from '../../domain/events/event-types';
import type { ConsolePrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import { upgradeEndpoint } from '../../usecases/webhooks/classic-endpoints';
import {
  expireOldSecrets,
  revealSecret,
  rotateEndpointSecret,
} from '../../usecases/webhooks/endpoint-secrets';
import type { Change } from '../../usecases/change';
import { headersLengthMax } from '../../webhooks/egress/custom-headers';
import { failureReasons } from '../../webhooks/egress/failure';
import { assertPermission } from '../../access/authorize';
import { OperatorError } from '../../usecases/operator-error';
import { field, FormProblem, formOf } from '../forms';
import { listPlaceProjects } from '../../usecases/console/places';
import {
  deleteEndpoint,
  editEndpoint,
  enableEndpoint,
  inspectEndpoint,
  inspectOwnEndpoints,
  pauseEndpoint,
  resumeEndpoint,
} from '../../usecases/webhooks/endpoints';
import type { EndpointRef } from '../../usecases/webhooks/endpoint-access';
import { readSuccessRates } from '../../usecases/webhooks/delivery-log';
import { checkEndpointUrl, createOwnEndpoint } from '../../usecases/webhooks/new-endpoints';
import { prepareTest, sampleBodies, sendTest, type TestOutcome } from '../../usecases/webhooks/attempts';
import { formKeyIn } from '../form-key';
import { messageFor, redirectDone } from '../messages';
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
import { signInAgainAt, signInPathTo, type Refusal, type RouteOptions } from '../route';
import { queried, uidIn } from '../visit';
import type { EndpointChoices } from './components/endpoint-fields';
import {
  addressForm,
  emptyValues,
  endpointRefForm,
  headersForm,
  newEndpointForm,
  postedEndpoint,
  renameForm,
  settingsForm,
} from './endpoint-form';
import {
  renderEndpointPage,
  renderSecretPage,
  type EndpointShown,
  type ShownTest,
} from './pages/endpoint-page';
import { renderEndpointsPage, renderNewEndpointPage } from './pages/endpoints-page';
import { consolePath, pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

/** Returns the endpoint that the path names. @throws Problem 404 if its ID isn't a UUID */
export function endpointIn(visit: MemberVisit): EndpointRef {
  return { companyId: visit.principal.companyId, endpointUid: uidIn(visit, 'endpoint') };
}

const firstEvents = eventGroupNames.flatMap(group => eventsOfGroup(group).slice(0, 1));

/** Returns JSON indented for reading. */
function readable(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

async function choicesFor({ parts, principal }: MemberVisit): Promise<EndpointChoices> {
  const samples = sampleBodies(principal, firstEvents, parts.clock.now());
  return {
    permissions: principal.permissions,
    isForDevelopment: parts.egress.policy.kind === 'development',
    ...(await listPlaceProjects(parts.db, principal)),
    samples: new Map([...samples].map(([event, body]) => [event, readable(body)])),
  };
}

const doneTexts = {
  added: 'Endpoint added. Copy its signing secret to your receiver, then send a test event.',
  edited: 'Saved. Pending deliveries use the new settings.',
  headers: 'Headers replaced.',
  paused: 'Endpoint paused. New events are held.',
  enabled: 'Endpoint enabled.',
  rotated:
    'Secret rotated. Deliveries are signed with both secrets for 24 hours. Copy the new one to the receiver.',
  expired: 'Previous secrets expired.',
  upgraded: 'Endpoint upgraded to named events.',
} as const;

const newEndpointPath = ({ place }: MemberVisit): string => pathIn(place, 'endpoints', 'new');
const endpointPath = (visit: MemberVisit): string =>
  pathIn(visit.place, 'endpoints', endpointIn(visit).endpointUid);

/** Returns to the page of the endpoint with a success message. */
function done(visit: MemberVisit, what: keyof typeof doneTexts): Reply {
  return redirectDone(endpointPath(visit), what);
}

/** Returns the message of the page, with the number of held events that are sent now. */
function messageOf(visit: MemberVisit, refusal: Refusal | undefined): EndpointShown['message'] {
  const message = messageFor(visit, doneTexts, refusal);
  const count = queried(visit, 'count');
  if (message?.text !== doneTexts.enabled || !/^\d{1,9}$/.test(count)) return message;
  const sent = count === '1' ? ' Sending 1 held event.' : ` Sending ${count} held events.`;
  return { ...message, text: message.text + sent };
}

/** Renders the page of the endpoint, optionally with a refused form or test results. */
async function endpointPage(
  visit: MemberVisit,
  refusal?: Refusal,
  beside: Partial<Pick<EndpointShown, 'posted' | 'tests'>> = {},
): Promise<Reply> {
  const { parts, principal, viewer, place, isFresh } = visit;
  const endpoint = await inspectEndpoint(
    parts.db,
    parts.endpointSealer,
    principal,
    endpointIn(visit),
    parts.clock.now(),
  );
  // A missing permission takes precedence over errors in the form.
  if (refusal !== undefined && endpoint.access !== 'change')
    throw new Problem('permission.missing', { internal: 'the member can only view the endpoint' });
  const rates = await readSuccessRates(parts.db, principal, [endpoint.uid], parts.clock.now());
  const shown = {
    endpoint,
    rate: rates.get(endpoint.uid),
    choices: await choicesFor(visit),
    headersMax: headersLengthMax,
    message: messageOf(visit, refusal),
    problems: refusal?.fields,
    ...(isFresh ? {} : { signInPath: signInPathTo(consolePath(), endpointPath(visit)) }),
    ...beside,
  };
  return page(renderEndpointPage(viewer, place, shown), refusal?.status);
}

async function showEndpoints(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const endpoints = await inspectOwnEndpoints(parts.db, principal);
  const uids = endpoints.map(({ uid }) => uid);
  const rates = await readSuccessRates(parts.db, principal, uids, parts.clock.now());
  const isDeleted = queried(visit, 'done') === 'deleted';
  return page(renderEndpointsPage(viewer, place, { endpoints, rates, isDeleted }));
}

async function newEndpointPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { viewer, place, principal, form, isFresh } = visit;
  assertPermission(principal, 'ManageWebhooks');
  // Asking before the form is filled in keeps what the person types.
  if (!isFresh) return signInAgainAt(consolePath(), newEndpointPath(visit));
  const shown = {
    values: refusal === undefined ? emptyValues : formOf(postedEndpoint, form),
    formKey: formKeyIn(visit),
    choices: await choicesFor(visit),
    headersMax: headersLengthMax,
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  return page(renderNewEndpointPage(viewer, place, shown), refusal?.status);
}

/**
 * Checks a URL before any transaction, because its host is resolved. Meanwhile the request doesn't count
 * toward the load limit.
 * @throws FormProblem for the `url` field
 */
async function checkedUrl({ context, parts }: MemberVisit, url: string): Promise<string> {
  return context.state
    .awaitOutside(async () => checkEndpointUrl(parts.egress, url))
    .catch((error: unknown) => {
      throw error instanceof OperatorError ? new FormProblem({ url: error.sentence }) : error;
    });
}

async function createEndpoint(visit: MemberVisit): Promise<Reply> {
  const { form, parts, principal, place } = visit;
  assertPermission(principal, 'ManageWebhooks');
  const settings = formOf(newEndpointForm, form);
  const url = await checkedUrl(visit, settings.url);
  const made = await visit.change(change =>
    createOwnEndpoint(change, parts.endpointSealer, { ...settings, url }, formKeyIn(visit)),
  );
  return redirectDone(pathIn(place, 'endpoints', made), 'added');
}

/**
 * Returns the URL of the edit form. It isn't checked for a member who can't edit: the use case refuses them,
 * and no host is resolved.
 */
async function addressIn(visit: MemberVisit): Promise<string> {
  const { url } = formOf(addressForm, visit.form);
  return visit.principal.permissions.has('ManageWebhooks') ? checkedUrl(visit, url) : url;
}

async function edit(visit: MemberVisit): Promise<Reply> {
  const { form, parts } = visit;
  const ref = endpointIn(visit);
  const { version } = formOf(endpointRefForm, form);
  // An inbox has no URL, and a Classic endpoint no settings, so their pages don't post these fields.
  const wanted = {
    ...(form.has('projects') ? formOf(settingsForm, form) : {}),
    ...(form.has('name') ? formOf(renameForm, form) : {}),
    ...(form.has('url') ? { url: await addressIn(visit) } : {}),
  };
  await visit.change(change => editEndpoint(change, parts.endpointSealer, ref, wanted, version));
  return done(visit, 'edited');
}

async function replaceHeaders(visit: MemberVisit): Promise<Reply> {
  const { version, customHeaders } = formOf(headersForm, visit.form);
  const { endpointSealer } = visit.parts;
  await visit.change(change =>
    editEndpoint(change, endpointSealer, endpointIn(visit), { customHeaders }, version),
  );
  return done(visit, 'headers');
}

const heldForm = z.object({
  held: field(z.string().transform(held => (held === 'discard' ? 'discard' : 'send'))),
});

async function endHolding(visit: MemberVisit, end: typeof enableEndpoint): Promise<Reply> {
  const { held } = formOf(heldForm, visit.form);
  const { sent } = await visit.change(change => end(change, endpointIn(visit), held));
  return redirect(withQuery(endpointPath(visit), { done: 'enabled', count: String(sent) }));
}

async function remove(visit: MemberVisit): Promise<Reply> {
  await visit.change(change => deleteEndpoint(change, endpointIn(visit)));
  return redirectDone(pathIn(visit.place, 'endpoints'), 'deleted');
}

/** Returns an action on the endpoint of the path that needs no further input. */
function plainAct(
  segment: string,
  event: string,
  what: keyof typeof doneTexts,
  work: (change: Change<ConsolePrincipal>, ref: EndpointRef, visit: MemberVisit) => Promise<unknown>,
  options: RouteOptions<MemberVisit> = {},
): MemberRoute {
  const run = async (visit: MemberVisit): Promise<Reply> => {
    await visit.change(change => work(change, endpointIn(visit), visit));
    return done(visit, what);
  };
  return act(`/endpoints/:endpoint/${segment}`, event, run, { refused: endpointPage, ...options });
}

async function showSecret(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const ref = endpointIn(visit);
  const revealed = await visit.change(change => revealSecret(change, parts.endpointSealer, ref));
  return page(renderSecretPage(viewer, place, { endpointUid: ref.endpointUid, ...revealed }));
}

function shownTest({ eventType, failure, responseBody, ...outcome }: TestOutcome): ShownTest {
  return {
    eventType,
    isSuccess: outcome.isSuccess,
    httpStatus: outcome.httpStatus,
    durationMs: outcome.durationMs,
    failure: failure === null ? null : failureReasons[failure],
    answer: responseBody?.toString('utf8') ?? null,
  };
}

async function test(visit: MemberVisit): Promise<Reply> {
  const { context, parts } = visit;
  const prepared = await visit.change(change => prepareTest(change, endpointIn(visit)));
  const tests = await context.state.awaitOutside(async () => sendTest(parts, prepared));
  return endpointPage(visit, undefined, { tests: tests.map(shownTest) });
}

const one = '/endpoints/:endpoint';
const refused = endpointPage;
/** For changes that could send data elsewhere (CONSOLE-8). */
const redirecting = { refused, needsFresh: endpointPath };

/**
 * The pages of webhook endpoints (HOOK-1). The use cases check who can view and change them (KEY-11, KEY-16).
 */
export const endpointRoutes: readonly MemberRoute[] = [
  look('/endpoints', 'showEndpoints', showEndpoints),
  look('/endpoints/new', 'showNewEndpoint', newEndpointPage),
  act('/endpoints', 'webhookEndpoint.create', createEndpoint, {
    refused: newEndpointPage,
    needsFresh: newEndpointPath,
  }),
  look(one, 'showEndpoint', endpointPage),
  act(`${one}/edit`, 'webhookEndpoint.edit', edit, {
    refused: (visit, refusal) => endpointPage(visit, refusal, { posted: formOf(postedEndpoint, visit.form) }),
    needsFresh: endpointPath,
  }),
  act(`${one}/headers`, 'webhookEndpoint.edit', replaceHeaders, redirecting),
  act(`${one}/resume`, 'webhookEndpoint.resume', visit => endHolding(visit, resumeEndpoint), { refused }),
  act(`${one}/enable`, 'webhookEndpoint.enable', visit => endHolding(visit, enableEndpoint), { refused }),
  act(`${one}/delete`, 'webhookEndpoint.delete', remove),
  plainAct('pause', 'webhookEndpoint.pause', 'paused', pauseEndpoint),
  plainAct('upgrade', 'webhookEndpoint.upgrade', 'upgraded', upgradeEndpoint, redirecting),
  plainAct(
    'rotate',
    'webhookEndpoint.rotateSecret',
    'rotated',
    (change, ref, { parts }) => rotateEndpointSecret(change, parts.endpointSealer, ref),
    redirecting,
  ),
  plainAct('expire-old-secret', 'webhookEndpoint.expireOldSecrets', 'expired', (change, ref, { parts }) =>
    expireOldSecrets(change, parts.endpointSealer, ref),
  ),
  act(`${one}/secret`, 'webhookEndpoint.showSecret', showSecret, { needsFresh: endpointPath }),
  act(`${one}/test`, 'webhookEndpoint.test', test, { refused }),
];
