import { eventGroups } from '../../domain/events/event-types';
import { Problem } from '../../domain/problem';
import { listPlaceProjects } from '../../usecases/console/places';
import { upgradeEndpoint } from '../../usecases/webhooks/classic-endpoints';
import {
  expireOldSecrets,
  revealSecret,
  rotateEndpointSecret,
} from '../../usecases/webhooks/endpoint-secrets';
import { checkEndpointUrl, createOwnEndpoint } from '../../usecases/webhooks/new-endpoints';
import {
  deleteEndpoint,
  editEndpoint,
  enableEndpoint,
  inspectEndpoint,
  inspectOwnEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  type HeldChoice,
} from '../../usecases/webhooks/endpoints';
import type { EndpointRef } from '../../usecases/webhooks/endpoint-access';
import { prepareTest, sampleBodies, sendTest, type TestOutcome } from '../../usecases/webhooks/attempts';
import { headersLengthMax } from '../../webhooks/egress/custom-headers';
import { failureReasons } from '../../webhooks/egress/failure';
import { assertPermission } from '../../access/authorize';
import { signInAgain } from './sign-in-again';
import type { EndpointChoices, EndpointValues } from './components/endpoint-fields';
import type { Said } from '../components/said';
import { emptyValues, headersIn, settingsOf, valuesIn } from './endpoint-form';
import {
  renderEndpointPage,
  renderSecretPage,
  type EndpointShown,
  type ShownTest,
} from './pages/endpoint-page';
import { renderEndpointsPage, renderNewEndpointPage } from './pages/endpoints-page';
import { pathIn, withQuery } from './paths';
import { act, look, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Outcome, type Reply } from './visit';
import { uidIn } from '../uid-in';

/** The endpoint of the path. @throws Problem 404 for what is no id: it is answered as one that is not there */
export function endpointIn(visit: MemberVisit): EndpointRef {
  return { companyId: visit.principal.companyId, endpointUid: uidIn(visit, 'endpoint') };
}

const firstEvents = Object.values(eventGroups).map(([first]) => first);

/** A sample, as a person reads it. */
function readable(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

async function choicesFor({ parts, principal }: MemberVisit): Promise<EndpointChoices> {
  const samples = sampleBodies(principal, firstEvents, parts.clock.now());
  return {
    permissions: principal.permissions,
    ...(await listPlaceProjects(parts.db, principal)),
    samples: new Map([...samples].map(([event, body]) => [event, readable(body)])),
  };
}

/** The way back to the page of an endpoint, which says what was done. */
function done(visit: MemberVisit, what: keyof typeof doneTexts, count?: number): Reply {
  const path = pathIn(visit.place, 'endpoints', endpointIn(visit).endpointUid);
  return redirect(withQuery(path, { done: what, count: count === undefined ? undefined : String(count) }));
}

const doneTexts = {
  added: 'The endpoint is added. Show its secret, give it to your receiver, and send a test.',
  edited: 'Saved. Deliveries on their way go as it is now.',
  headers: 'The headers are replaced.',
  paused: 'The endpoint is paused. Events are held.',
  enabled: 'The endpoint is enabled.',
  rotated: 'The secret is replaced. Both sign for 24 hours: show the new one, and give it to your receiver.',
  expired: 'The secrets before sign no more.',
  upgraded: 'The endpoint has named events now.',
} as const;

function isDone(what: string): what is keyof typeof doneTexts {
  return Object.hasOwn(doneTexts, what);
}

/** What the address says was done; what it says beside is nothing. */
function saidIn(visit: MemberVisit): Said | undefined {
  const what = queried(visit, 'done');
  if (!isDone(what)) return undefined;
  const count = queried(visit, 'count');
  const isCounted = what === 'enabled' && /^\d{1,9}$/.test(count);
  const sent = count === '1' ? ' One held event goes now.' : ` ${count} held events go now.`;
  return { tone: 'passed', text: doneTexts[what] + (isCounted ? sent : '') };
}

/** The page of the endpoint of the path, with whatever is to be shown beside it. */
async function endpointPage(
  visit: MemberVisit,
  beside: Partial<Pick<EndpointShown, 'said' | 'typed' | 'tests'>>,
  status = 200,
): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const endpoint = await inspectEndpoint(
    parts.db,
    parts.endpointSealer,
    principal,
    endpointIn(visit),
    parts.clock.now(),
  );
  const shown = { endpoint, choices: await choicesFor(visit), headersMax: headersLengthMax, ...beside };
  return page(renderEndpointPage(viewer, place, shown), status);
}

async function showEndpoint(visit: MemberVisit): Promise<Reply> {
  const said = saidIn(visit);
  return endpointPage(visit, said === undefined ? {} : { said });
}

async function showEndpoints(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const endpoints = await inspectOwnEndpoints(parts.db, principal);
  return page(
    renderEndpointsPage(viewer, place, { endpoints, isDeleted: queried(visit, 'done') === 'deleted' }),
  );
}

async function newEndpointPage(visit: MemberVisit, values: EndpointValues, fault?: string): Promise<Reply> {
  const { viewer, place, principal } = visit;
  assertPermission(principal, 'ManageWebhooks');
  const choices = await choicesFor(visit);
  const shown = { values, choices, headersMax: headersLengthMax, ...(fault === undefined ? {} : { fault }) };
  return page(renderNewEndpointPage(viewer, place, shown), fault === undefined ? 200 : 422);
}

/** The address, checked before any transaction: its name is resolved, and the place in the load gate is free meanwhile. */
async function checkedUrl({ context, parts }: MemberVisit, url: string): Promise<string> {
  return context.state.awaitOutside(async () => checkEndpointUrl(parts.egress, url));
}

async function createEndpoint(visit: MemberVisit): Promise<Reply> {
  const { form, parts, principal, place } = visit;
  assertPermission(principal, 'ManageWebhooks');
  const values = valuesIn(form);
  const made = await visit.attempt(async () => {
    const settings = { ...settingsOf(values), customHeaders: headersIn(form) };
    const url = await checkedUrl(visit, values.url);
    return visit.change(inner => createOwnEndpoint(inner, parts.endpointSealer, { ...settings, url }));
  });
  if (!made.isDone) return newEndpointPage(visit, values, made.sentence);
  return redirect(withQuery(pathIn(place, 'endpoints', made.value.uid), { done: 'added' }));
}

/** The page again, with why what was asked is refused. */
async function refused(
  visit: MemberVisit,
  { sentence }: Extract<Outcome<unknown>, { isDone: false }>,
  typed?: EndpointValues,
): Promise<Reply> {
  const said: Said = { tone: 'failed', text: sentence };
  return endpointPage(visit, { said, ...(typed === undefined ? {} : { typed }) }, 422);
}

async function edit(visit: MemberVisit): Promise<Reply> {
  const { form, parts, principal } = visit;
  const ref = endpointIn(visit);
  const values = valuesIn(form);
  const current = await inspectEndpoint(parts.db, parts.endpointSealer, principal, ref, parts.clock.now());
  if (current.access !== 'change')
    throw new Problem('permission.missing', { internal: 'the member looks at the endpoint only' });
  const outcome = await visit.attempt(async () => {
    const settings = current.isClassic ? {} : settingsOf(values);
    const address = current.url === null ? {} : { url: await checkedUrl(visit, values.url) };
    const wanted = { ...settings, ...address };
    return visit.change(inner =>
      editEndpoint(inner, parts.endpointSealer, ref, wanted, form.get('version') ?? ''),
    );
  });
  return outcome.isDone ? done(visit, 'edited') : refused(visit, outcome, values);
}

async function replaceHeaders(visit: MemberVisit): Promise<Reply> {
  const { form, parts } = visit;
  const outcome = await visit.attempt(async () => {
    const wanted = { customHeaders: headersIn(form) };
    const seen = form.get('version') ?? '';
    await visit.change(inner => editEndpoint(inner, parts.endpointSealer, endpointIn(visit), wanted, seen));
  });
  return outcome.isDone ? done(visit, 'headers') : refused(visit, outcome);
}

function heldChoiceIn({ form }: MemberVisit): HeldChoice {
  return form.get('held') === 'discard' ? 'discard' : 'send';
}

async function endHolding(visit: MemberVisit, end: typeof enableEndpoint): Promise<Reply> {
  const outcome = await visit.attempt(() =>
    visit.change(inner => end(inner, endpointIn(visit), heldChoiceIn(visit))),
  );
  return outcome.isDone ? done(visit, 'enabled', outcome.value.sent) : refused(visit, outcome);
}

async function pause(visit: MemberVisit): Promise<Reply> {
  const outcome = await visit.attempt(() => visit.change(inner => pauseEndpoint(inner, endpointIn(visit))));
  return outcome.isDone ? done(visit, 'paused') : refused(visit, outcome);
}

async function remove(visit: MemberVisit): Promise<Reply> {
  await visit.change(inner => deleteEndpoint(inner, endpointIn(visit)));
  return redirect(withQuery(pathIn(visit.place, 'endpoints'), { done: 'deleted' }));
}

async function upgrade(visit: MemberVisit): Promise<Reply> {
  const outcome = await visit.attempt(() => visit.change(inner => upgradeEndpoint(inner, endpointIn(visit))));
  return outcome.isDone ? done(visit, 'upgraded') : refused(visit, outcome);
}

async function rotate(visit: MemberVisit): Promise<Reply> {
  const { endpointSealer } = visit.parts;
  const outcome = await visit.attempt(() =>
    visit.change(inner => rotateEndpointSecret(inner, endpointSealer, endpointIn(visit))),
  );
  return outcome.isDone ? done(visit, 'rotated') : refused(visit, outcome);
}

async function expire(visit: MemberVisit): Promise<Reply> {
  const { endpointSealer } = visit.parts;
  const outcome = await visit.attempt(() =>
    visit.change(inner => expireOldSecrets(inner, endpointSealer, endpointIn(visit))),
  );
  return outcome.isDone ? done(visit, 'expired') : refused(visit, outcome);
}

async function showSecret(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place, isFresh } = visit;
  const ref = endpointIn(visit);
  if (!isFresh) return signInAgain(pathIn(place, 'endpoints', ref.endpointUid));
  const revealed = await visit.change(inner => revealSecret(inner, parts.endpointSealer, ref));
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
  const outcome = await visit.attempt(async () => {
    const prepared = await visit.change(inner => prepareTest(inner, endpointIn(visit)));
    return context.state.awaitOutside(async () => sendTest(parts, prepared));
  });
  if (!outcome.isDone) return refused(visit, outcome);
  return endpointPage(visit, { tests: outcome.value.map(shownTest) });
}

const one = '/endpoints/:endpoint';

/** The pages of webhook endpoints (HOOK-1). Who may look and who may change, each use case asks (KEY-11, KEY-16). */
export const endpointRoutes: readonly Route[] = [
  look('/endpoints', 'showEndpoints', showEndpoints),
  look('/endpoints/new', 'showNewEndpoint', visit => newEndpointPage(visit, emptyValues)),
  act('/endpoints', 'webhookEndpoint.create', createEndpoint),
  look(one, 'showEndpoint', showEndpoint),
  act(`${one}/edit`, 'webhookEndpoint.edit', edit),
  act(`${one}/headers`, 'webhookEndpoint.edit', replaceHeaders),
  act(`${one}/pause`, 'webhookEndpoint.pause', pause),
  act(`${one}/resume`, 'webhookEndpoint.resume', visit => endHolding(visit, resumeEndpoint)),
  act(`${one}/enable`, 'webhookEndpoint.enable', visit => endHolding(visit, enableEndpoint)),
  act(`${one}/delete`, 'webhookEndpoint.delete', remove),
  act(`${one}/upgrade`, 'webhookEndpoint.upgrade', upgrade),
  act(`${one}/rotate`, 'webhookEndpoint.rotateSecret', rotate),
  act(`${one}/expire-old-secret`, 'webhookEndpoint.expireOldSecrets', expire),
  act(`${one}/secret`, 'webhookEndpoint.showSecret', showSecret),
  act(`${one}/test`, 'webhookEndpoint.test', test),
];
