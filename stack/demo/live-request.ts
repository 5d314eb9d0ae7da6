/**
 * The second part of the demo: an operator processes a record request of a live project with the admin
 * command.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readPdf } from '../../test/support/read-pdf';
import { download, upload, type Customer, type PatientBody } from './customer';
import { runTool } from './run-tool';
import type { Mark } from './timeline';

const boundMs = 60_000;
const lookMs = 500;
const returnedName = 'Medical Record.pdf';

/** What this part needs. */
export interface LiveRequestParts {
  readonly state: string;
  /** The account of the live project. */
  readonly customer: Customer;
  readonly authorization: Uint8Array;
  readonly patient: PatientBody;
  readonly tell: (mark: Mark, line: string) => void;
}

const shownSchema = z.object({
  status: z.string(),
  waitsFor: z.string().nullable(),
  packet: z.string().nullable(),
  patientUid: z.string(),
});
const versionSchema = z.object({ version: z.number() });
const urlSchema = z.object({ url: z.url() });

/** Polls until a condition is true. @throws if it isn't in time */
async function untilShown<Shown>(
  show: () => Promise<Shown>,
  what: string,
  isThere: (shown: Shown) => boolean,
): Promise<Shown> {
  for (const deadline = performance.now() + boundMs; ; await delay(lookMs)) {
    const shown = await show();
    if (isThere(shown)) return shown;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${boundMs / 1_000} s`);
  }
}

async function assertLetter(bytes: Uint8Array, requestId: string): Promise<void> {
  const { pages } = await readPdf(bytes);
  if (!pages.some(text => text.includes(requestId))) throw new Error("The letter doesn't name the request.");
}

/**
 * Requests records on a live project, processes the request as an operator does (approval, packet, files,
 * status), and downloads the files.
 * @throws at the first step that fails
 */
export async function workLiveRequest(parts: LiveRequestParts): Promise<void> {
  const { state, customer, tell } = parts;
  const admin = async (...words: string[]): Promise<unknown> =>
    JSON.parse(await runTool('stack/run/admin.ts', [...words, '--state', state, '--json']));
  const patientId = `demo-live-${randomUUID().slice(0, 8)}`;
  const { authorization } = await customer.registerPatient(patientId, parts.patient);
  await upload(authorization.uploadUrl, parts.authorization);
  await customer.getAuthorization(patientId);
  const request = await customer.askNamedSite(patientId);
  tell('call', 'live: a patient with an authorization, and the medical record of Mercy Clinic');

  const show = async () => shownSchema.parse(await admin('record-request', 'show', request.id));
  const waiting = await untilShown(
    show,
    'the request waits for approval',
    ({ waitsFor }) => waitsFor === 'approval',
  );
  tell('passed', 'live: nothing is sent before the authorization is approved');
  // An approval needs a look at the document first.
  await admin('patient', 'document', waiting.patientUid);
  const { version } = versionSchema.parse(await admin('patient', 'show', waiting.patientUid));
  await admin('patient', 'review', waiting.patientUid, 'Approved', '--version', String(version));
  await untilShown(show, 'the packet is ready', ({ packet }) => packet !== null);
  const letter = ['file', request.id, 'Request Packet.pdf', '--as', 'document'];
  const { url } = urlSchema.parse(await admin('record-request', ...letter));
  const { bytes: packet } = await download(url);
  await assertLetter(packet, request.id);
  const { pages: signed } = await readPdf(parts.authorization);
  const { pages: sent } = await readPdf(packet);
  if (sent.slice(-signed.length).join() !== signed.join())
    throw new Error("The packet doesn't end with the pages of the authorization.");
  tell('passed', `live: approved, and the packet is ready: letter and authorization, ${sent.length} pages`);

  await admin('record-request', 'mark-sent', request.id, '--by', 'fax', '--tracking', 'DEMO-1');
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-demo-file-'));
  try {
    const path = join(folder, 'scan-0001.pdf');
    // The returned file's content doesn't matter here, so it's the packet that was sent.
    await writeFile(path, packet);
    const attached = ['attach', request.id, path, '--as', 'deliverable', '--name', returnedName];
    await admin('record-request', ...attached);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await admin('record-request', 'set-status', request.id, 'NeedToReviewResults');
  await admin('record-request', 'set-status', request.id, 'Completed');
  tell(
    'call',
    'live: marked as sent by fax, attached the returned file, reviewed and completed with the admin command',
  );

  // The status takes effect once the file is compared with the patient.
  const { deliverables } = await untilShown(
    () => customer.getRequest(patientId, request.id),
    'the live request is completed',
    ({ request: { status } }) => status === 'Completed',
  );
  const file = deliverables.find(({ fileName }) => fileName === returnedName);
  if (file === undefined) throw new Error("The live request doesn't have the file.");
  const { bytes } = await download(file.url);
  if (!Buffer.from(bytes).equals(packet))
    throw new Error('The downloaded bytes differ from the attached ones.');
  await assertLetter(bytes, request.id);
  tell('passed', `live: Completed; "${file.fileName}", ${file.size} bytes, downloaded and opened`);

  const { deliverable: chart } = await untilShown(
    () => customer.getRequest(patientId, request.id),
    'the combined chart is published',
    ({ deliverable }) => deliverable !== undefined,
  );
  if (chart === undefined) throw new Error('The live request has no combined chart.');
  const combined = await download(chart.url);
  const { pages } = await readPdf(combined.bytes);
  if (!pages.some(text => text.includes(returnedName)))
    throw new Error("The chart's index doesn't list the file.");
  await assertLetter(combined.bytes, request.id);
  tell('passed', `live: "${chart.fileName}", ${pages.length} pages with its index, downloaded and opened`);
}
