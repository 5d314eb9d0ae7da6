/** The main part of the demo: one retrieval by a customer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describeFile } from './check-file';
import { download, upload, type Account, type Customer, type PatientBody } from './customer';
import { checkEvents, expectedCount, receiptsOf, type Finding, type Retrieval } from './expected-events';
import type { OwnReceiver } from './own-receiver';
import type { Mark } from './timeline';

/** Records arrive within seconds; this allows for a busy machine. */
const completionTimeoutMs = 60_000;
/** Polling is the fallback: webhooks are faster. */
const pollMs = 5_000;
/** The time after the last expected delivery in which an unexpected one could arrive. */
const quietMs = 750;

/** What this part needs. */
export interface RetrieveParts {
  readonly account: Account;
  readonly customer: Customer;
  readonly receiver: OwnReceiver;
  readonly authorization: Uint8Array;
  /** Whether the form is the caller's own, which may contain anything. */
  readonly isOwnAuthorization: boolean;
  readonly patient: PatientBody;
  readonly tell: (mark: Mark, line: string) => void;
}

/**
 * Waits for an event, and polls in case it gets lost.
 * @throws if neither succeeds in time
 */
async function waitUntil(
  parts: RetrieveParts,
  what: string,
  hasHeard: (receiver: OwnReceiver) => boolean,
  poll: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + completionTimeoutMs;
  while (performance.now() < deadline) {
    if (await parts.receiver.waitFor(() => hasHeard(parts.receiver), pollMs)) {
      parts.tell('passed', `${what}: reported by webhook`);
      return;
    }
    if (await poll()) {
      parts.tell('passed', `${what}: found by polling`);
      return;
    }
  }
  throw new Error(`${what}: not within ${completionTimeoutMs / 1000} s`);
}

function hasEvent(receiver: OwnReceiver, resource: string, eventType: string, field: string): boolean {
  return receiver.receipts.some(({ envelope }) => {
    return (
      envelope?.resource === resource &&
      envelope.eventType === eventType &&
      envelope.data[field] === 'Completed'
    );
  });
}

async function uploadAuthorization(parts: RetrieveParts, patientId: string, url: string): Promise<void> {
  const { customer, authorization, tell } = parts;
  await upload(url, authorization);
  tell('call', `PUT <uploadUrl>, a filled authorization of ${authorization.length} bytes`);
  const { downloadUrl } = await customer.getAuthorization(patientId);
  if (downloadUrl === null) throw new Error("The uploaded authorization wasn't found.");
  const { bytes } = await download(downloadUrl);
  if (!Buffer.from(bytes).equals(authorization))
    throw new Error('The downloaded authorization differs from the uploaded one.');
  tell('passed', 'the upload was processed, and the same bytes can be downloaded');
}

/** Waits for the analysis of the uploaded form. No check of a valid form may fail. */
async function checkAnalysis(parts: RetrieveParts, patientId: string): Promise<void> {
  const deadline = performance.now() + completionTimeoutMs;
  let counts = await parts.customer.getAnalysis(patientId);
  while (counts === null) {
    if (performance.now() > deadline)
      throw new Error(`The authorization wasn't analyzed within ${completionTimeoutMs / 1000} s.`);
    await delay(pollMs);
    counts = await parts.customer.getAnalysis(patientId);
  }
  const { passed, warning, failed } = counts;
  if (failed > 0 && !parts.isOwnAuthorization) throw new Error(`${failed} checks of a valid form failed.`);
  parts.tell(
    'passed',
    `the authorization is analyzed: ${passed} passed, ${warning} warnings, ${failed} failed`,
  );
}

/** Fetches the badge as a browser with the patient's token does. */
async function checkBadge({ customer, tell }: RetrieveParts, patientId: string): Promise<void> {
  const { embedToken } = await customer.getPatient(patientId);
  if (embedToken === undefined) throw new Error('The patient has an authorization but no embed token.');
  const [counts] =
    /(?:\d+ failed, )?(?:\d+ warnings?, )?\d+ passed/.exec(await customer.getBadge(embedToken)) ?? [];
  if (counts === undefined) throw new Error("The badge doesn't show the result.");
  tell('passed', `the badge for a customer's page shows the result: ${counts}`);
}

async function collect(
  parts: RetrieveParts,
  patientId: string,
  requestId: string,
  kind: string,
): Promise<void> {
  const { customer, tell } = parts;
  const files = await customer.listDeliverables(patientId, requestId);
  if (files.length === 0) throw new Error(`The ${kind} request has no deliverables.`);
  for (const { fileName, size } of files) {
    const { progress, etag } = await customer.headDeliverable(patientId, requestId, fileName);
    if (progress !== '100' || etag === null)
      throw new Error(`${fileName} is at ${progress ?? 'no'} percent.`);
    const { downloadUrl } = await customer.getDeliverable(patientId, requestId, fileName);
    if (downloadUrl === null) throw new Error(`${fileName} can't be downloaded.`);
    const { bytes, disposition } = await download(downloadUrl);
    if (bytes.length !== size) throw new Error(`${fileName} has ${bytes.length} bytes, not ${size}.`);
    if (!disposition.includes(fileName)) throw new Error(`${fileName} is sent as ${disposition}.`);
    tell('passed', `${kind}: "${fileName}", ${size} bytes, ${await describeFile(fileName, bytes)}`);
  }
}

/**
 * Performs one retrieval from registration to files.
 * @returns the result of each promise about events
 * @throws at the first step that fails
 */
export async function retrieve(parts: RetrieveParts): Promise<Finding[]> {
  const { account, customer, receiver, tell } = parts;
  const patientId = `demo-${randomUUID().slice(0, 8)}`;
  const resourceOf = (path: string): string => path.replace('/v0/', '');
  const patientResource = resourceOf(customer.patientPath(patientId));

  const registered = await customer.putPatient(patientId, parts.patient);
  tell('call', `PUT ${customer.patientPath(patientId)}: ${registered.searchStatus}`);
  await uploadAuthorization(parts, patientId, registered.authorization.uploadUrl);
  await waitUntil(
    parts,
    'the searches are Completed',
    () => hasEvent(receiver, patientResource, 'patient.searchStatusChanged', 'searchStatus'),
    async () => (await customer.getPatient(patientId)).searchStatus === 'Completed',
  );

  await checkAnalysis(parts, patientId);
  await checkBadge(parts, patientId);

  const visits = await customer.browseVisits(patientId);
  const sites = Map.groupBy(visits.table, ({ site }) => site.id);
  // The site with the most visits has the most records.
  const [busiest] = [...sites.values()].sort((a, b) => b.length - a.length);
  const site = busiest?.[0]?.site;
  if (site === undefined) throw new Error('No visit was found.');
  const dates = visits.table.map(({ visit }) => visit.earliestServiceDate);
  if (dates.some((date, index) => date < (dates[index - 1] ?? date)))
    throw new Error('The visits are out of order.');
  tell(
    'call',
    `POST /v0/visits/browse: ${visits.total} visits at ${sites.size} sites, ${dates[0]} to ${dates.at(-1)}`,
  );

  const requests = await customer.askForRecords(patientId, site.id, randomUUID());
  tell(
    'call',
    `POST …/record-requests to ${site.name}: ${requests.map(({ requestType }) => requestType).join(', ')}`,
  );
  const requestPaths = requests.map(({ id }) => customer.requestPath(patientId, id));
  const requestResources = requestPaths.map(resourceOf);
  await waitUntil(
    parts,
    'the record requests are Completed',
    () => requestResources.every(path => hasEvent(receiver, path, 'recordRequest.completed', 'status')),
    async () => {
      const now = await Promise.all(requests.map(({ id }) => customer.getRequest(patientId, id)));
      return now.every(({ request }) => request.status === 'Completed');
    },
  );
  for (const { id, requestType } of requests) await collect(parts, patientId, id, requestType);

  const { companyId, projectId } = account;
  const isAuthorizationMoved = registered.authorizationStatus !== 'NeedsApproval';
  const common = { companyId, projectId, patientId, patientResource };
  const retrieval: Retrieval = { ...common, requestResources, isAuthorizationMoved };
  const wanted = expectedCount(retrieval, requests.length);
  await receiver.waitFor(all => receiptsOf(retrieval, all).length >= wanted, completionTimeoutMs);
  await delay(quietMs);
  for (const resource of [patientResource, ...requestResources]) await customer.getResource(resource);
  tell('passed', 'the `resource` of every event can be fetched');
  return checkEvents(retrieval, receiver.receipts);
}
