import { Readable } from 'node:stream';
import { bindPacket, type BoundPacket } from '../../documents/charts/bind-packet';
import type { ChartSource } from '../../documents/charts/take-source';
import type { DocumentSlots } from '../../documents/document-slots';
import { dayInUtc } from '../../domain/clinical/calendar-date';
import type { Patient } from '../../domain/patients/patient';
import { packetDates } from '../../domain/record-requests/packet';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { authorizationKey, recordRequestFileKey } from '../../files/key-layout';
import type { ObjectFacts } from '../../files/object-store';
import type { PacketContent } from '../../partners/outreach/packet-content';
import { packetPdf } from '../../partners/outreach/packet-pdf';
import type { OutreachSettings } from '../../partners/settings';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import { deletePacket, findPacket, putPacket, type RequestPacket } from '../../store/record-requests/packets';
import { findFileByUid, insertFile } from '../../store/files/stored-files';
import { resource, runOwnChange, type Change } from '../change';
import { compareAuthorization } from '../patients/authorization-uploads';
import { progressOf, readStanding, type RecordRequestProgress, type Standing } from './read-standing';
import { contentHashOf, readPacketContent } from './read-packet-content';
import { isPacketIntact, packetMaker } from './packet-files';
import { removeFile } from './remove-file';
import { takeFileName } from './take-file-name';
import type { WorkParts } from './record-request-work';

/** What the files of a packet are called; it is one file, and the authorization another only where it cannot be bound into it. */
export const packetFileNames = { packet: 'Request Packet.pdf', authorization: 'Authorization.pdf' } as const;

const contentType = 'application/pdf';

/** What packets are made with: the slots are for the authorization, which a stranger may have sent. */
type PacketParts = WorkParts & { readonly documentSlots: DocumentSlots };

/** One sending of a record request: what is prepared for it is for no other. */
interface Sending {
  readonly recordRequestUid: string;
  readonly sequence: number;
}

/** A packet that is to be made. */
interface Begun {
  readonly packet: RequestPacket;
  readonly content: PacketContent;
  readonly patient: Patient;
}

function keyOf({ companyUid, recordRequestUid }: RequestPacket, fileUid: string): string {
  return recordRequestFileKey({ companyUid, recordRequestUid, area: 'documents' }, fileUid);
}

function fileUidsOf({ packetFileUid, authorizationFileUid }: RequestPacket): string[] {
  return authorizationFileUid === null ? [packetFileUid] : [packetFileUid, authorizationFileUid];
}

/** Takes back what was made for a packet: its files, or what was stored of them before it was killed. */
async function discard(change: Change, packet: RequestPacket): Promise<void> {
  for (const uid of fileUidsOf(packet)) {
    const file = await findFileByUid(change.tx, uid);
    if (file !== undefined) await removeFile(change, file);
    else await insertObjectRemovals(change.tx, [{ storageKey: keyOf(packet, uid), dueAt: change.now }]);
  }
}

function toldOf(request: RecordRequest | undefined, read: Standing | undefined): RecordRequestProgress {
  return request === undefined || read === undefined ? 'gone' : progressOf(request, read);
}

/** What is to be made for a sending: nothing where its packet is ready, or where it is not to be sent any more. */
async function beginPacket(
  change: Change,
  { recordRequestUid, sequence }: Sending,
  settings: OutreachSettings,
): Promise<Begun | RecordRequestProgress> {
  const request = await lockRecordRequestByUid(change.tx, recordRequestUid);
  const before = await findPacket(change.tx, recordRequestUid, sequence);
  const read = request === undefined ? undefined : await readStanding(change.tx, request, change.now);
  if (request === undefined || read?.standing !== 'toBeSent' || request.sequence !== sequence) {
    if (before?.preparedAt === null) {
      await discard(change, before);
      await deletePacket(change.tx, before);
    }
    change.unaudited('the request is not to be sent any more');
    return toldOf(request, read);
  }
  change.unaudited('nothing of the packet is on record yet');
  const content = await readPacketContent(change.tx, request, read);
  const contentHash = contentHashOf(content);
  const isSame = before?.contentHash === contentHash;
  if (before !== undefined && isSame && before.preparedAt === null)
    return { packet: before, content, patient: read.patient };
  if (before !== undefined && isSame && (await isPacketIntact(change.tx, before))) return 'packetReady';
  if (before !== undefined) await discard(change, before);
  const packet: RequestPacket = {
    recordRequestUid,
    sequence,
    companyUid: request.companyUid,
    contentHash,
    ...packetDates(dayInUtc(change.now), settings),
    packetFileUid: change.newUid(),
    authorizationFileUid: content.documentEtag === null ? null : change.newUid(),
    apartBecause: null,
    packetEtag: null,
    preparedAt: null,
    sentAt: null,
    sentWay: null,
    trackingNumber: null,
  };
  await putPacket(change.tx, packet);
  return { packet, content, patient: read.patient };
}

/** The store has another authorization than the one that was approved; it is noticed, and then what is next is decided anew. */
class AuthorizationChanged extends Error {
  override readonly name = 'AuthorizationChanged';
  readonly isMessageSafe = true;
  constructor() {
    super('the authorization was replaced while it was copied');
  }
}

/**
 * Does something with the authorization as it was approved: the customer's URL may bring another one at any time, and what was there
 * before and after is what was there meanwhile.
 * @throws AuthorizationChanged
 */
async function withApproved<Made>(
  parts: WorkParts,
  patient: Patient,
  make: (key: string, facts: ObjectFacts) => Promise<Made>,
): Promise<Made> {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag } = patient;
  const key = authorizationKey({ companyUid, projectUid, patientUid });
  const before = await parts.files.head(key);
  if (before?.etag === authorizationEtag) {
    const made = await make(key, before);
    const after = await parts.files.head(key);
    const isSame = after?.lastModifiedAt.getTime() === before.lastModifiedAt.getTime();
    if (isSame && after.etag === before.etag) return made;
  }
  await compareAuthorization(parts, patient);
  throw new AuthorizationChanged();
}

/** A file of a packet, as it lies in the store. */
interface MadeFile {
  readonly uid: string;
  readonly fileName: string;
  readonly facts: ObjectFacts;
}

/** The files of a packet, and why its authorization is one of its own, where it is. */
interface MadePacket {
  readonly files: readonly MadeFile[];
  readonly apartBecause: LeftOutReason | null;
}

async function getFacts({ files }: WorkParts, key: string): Promise<ObjectFacts> {
  const facts = await files.head(key);
  if (facts === undefined) throw new Error('what was written for a packet is not in the store');
  return facts;
}

/** Writes the letter and the authorization as one document. @throws AuthorizationChanged, and as `bindPacket` */
async function writeBound(
  parts: WorkParts,
  { packet, content, patient }: Begun,
  settings: OutreachSettings,
  signal: AbortSignal,
): Promise<BoundPacket> {
  const letter = await packetPdf(content, packet, settings, 'inside');
  const key = keyOf(packet, packet.packetFileUid);
  return withApproved(parts, patient, async (authorization, { sizeBytes }) => {
    const enclosure: ChartSource = {
      title: 'Authorization',
      contentType,
      sizeBytes,
      open: () => parts.files.read(authorization, 0),
    };
    let bound: BoundPacket | undefined;
    async function* written(): AsyncGenerator<Uint8Array, void> {
      bound = yield* bindPacket(letter, enclosure, { title: 'Request for Health Records', signal });
    }
    await parts.files.write(key, Readable.from(written(), { objectMode: false }), contentType);
    if (bound === undefined) throw new Error('a packet was written and did not end');
    return bound;
  });
}

/** Writes the letter, and a copy of the authorization beside it where there is one. @throws AuthorizationChanged */
async function writeApart(
  parts: WorkParts,
  { packet, content, patient }: Begun,
  settings: OutreachSettings,
): Promise<readonly MadeFile[]> {
  const { packetFileUid, authorizationFileUid } = packet;
  const bytes = await packetPdf(content, packet, settings, 'beside');
  const stored = await parts.files.put(keyOf(packet, packetFileUid), bytes, contentType);
  const facts = { ...stored, sizeBytes: bytes.length };
  const letter = { uid: packetFileUid, fileName: packetFileNames.packet, facts };
  if (authorizationFileUid === null) return [letter];
  const copy = keyOf(packet, authorizationFileUid);
  await withApproved(parts, patient, authorization => parts.files.copy(authorization, copy));
  const copied = await getFacts(parts, copy);
  return [letter, { uid: authorizationFileUid, fileName: packetFileNames.authorization, facts: copied }];
}

/** Makes the files of a packet: one, or two where the authorization cannot be bound into it. */
async function makeFiles(
  parts: PacketParts,
  begun: Begun,
  settings: OutreachSettings,
  signal: AbortSignal | undefined,
): Promise<MadePacket> {
  const { packetFileUid, authorizationFileUid } = begun.packet;
  if (authorizationFileUid === null || signal === undefined)
    return { files: await writeApart(parts, begun, settings), apartBecause: null };
  const bound = await parts.documentSlots.hold(begun.packet.companyUid, signal, () =>
    writeBound(parts, begun, settings, signal),
  );
  if ('reason' in bound)
    return { files: await writeApart(parts, begun, settings), apartBecause: bound.reason };
  const facts = await getFacts(parts, keyOf(begun.packet, packetFileUid));
  return { files: [{ uid: packetFileUid, fileName: packetFileNames.packet, facts }], apartBecause: null };
}

async function recordFiles(
  change: Change,
  { uid: recordRequestUid, companyUid }: RecordRequest,
  packet: RequestPacket,
  made: readonly MadeFile[],
): Promise<void> {
  const place = { recordRequestUid, area: 'documents' } as const;
  for (const { uid, fileName, facts } of made)
    await insertFile(change.tx, {
      uid,
      companyUid,
      ...place,
      storageKey: keyOf(packet, uid),
      contentType,
      uploadedBy: packetMaker,
      ...facts,
      fileName: await takeFileName(change.tx, place, fileName),
      folder: null,
      returnNumber: 1,
      offeredTo: null,
      offeredAt: null,
      createdAt: change.now,
    });
}

/** A packet with what was made of it: the file of the authorization is its own only where there is one. */
function madeOf(packet: RequestPacket, { files, apartBecause }: MadePacket, preparedAt: Date): RequestPacket {
  const authorization = files.find(({ uid }) => uid === packet.authorizationFileUid);
  return {
    ...packet,
    apartBecause,
    preparedAt,
    authorizationFileUid: authorization?.uid ?? null,
    packetEtag: files[0]?.facts.etag ?? null,
  };
}

/** Puts a packet that was made on record, unless the request was moved or the packet begun anew meanwhile. */
async function finishPacket(
  change: Change,
  packet: RequestPacket,
  made: MadePacket,
): Promise<RecordRequestProgress> {
  const request = await lockRecordRequestByUid(change.tx, packet.recordRequestUid);
  const onRecord = await findPacket(change.tx, packet.recordRequestUid, packet.sequence);
  const read = request === undefined ? undefined : await readStanding(change.tx, request, change.now);
  const isOurs = onRecord?.packetFileUid === packet.packetFileUid && onRecord.preparedAt === null;
  if (request === undefined || !isOurs) {
    change.unaudited('the packet was finished, or begun anew, by another one');
    return onRecord?.preparedAt == null ? toldOf(request, read) : 'packetReady';
  }
  if (read?.standing !== 'toBeSent' || request.sequence !== packet.sequence) {
    await discard(change, packet);
    await deletePacket(change.tx, packet);
    change.unaudited('the request is not to be sent any more');
    return toldOf(request, read);
  }
  await recordFiles(change, request, packet, made.files);
  const ready = madeOf(packet, made, change.now);
  await putPacket(change.tx, ready);
  // An attempt that was killed may have copied it, where this one could bind it.
  if (packet.authorizationFileUid !== null && ready.authorizationFileUid === null)
    await insertObjectRemovals(change.tx, [
      { storageKey: keyOf(packet, packet.authorizationFileUid), dueAt: change.now },
    ]);
  await change.audit(resource('recordRequest', request));
  return 'packetReady';
}

/**
 * Makes the packet of a request that is to be sent by the delivery team: one PDF of the letter and the pages of the authorization,
 * stored among the documents of the request (REQUEST-30). An authorization that cannot be bound into it (damaged, encrypted, or a
 * form that leaves its filled fields to the reader) lies beside it as a copy, and the packet says why. One that is there and says
 * what would be said today stays as it is; other details, another authorization or site, or a packet that somebody replaced, make it
 * anew. Whoever is killed in the middle leaves what the next one takes up or away.
 * @param signal ends the making; `undefined` makes two files and opens no authorization: of executions that were begun before the
 *   packet was one file, whose step runs where no stranger's file is opened
 * @returns where the request stands; its status where it was moved meanwhile, which has signalled its workflow
 * @throws NoDocumentSlot, ChartFault, AuthorizationChanged, and what the store throws: a retry may help
 */
export async function preparePacket(
  parts: PacketParts,
  sending: Sending,
  signal: AbortSignal | undefined,
): Promise<RecordRequestProgress> {
  const { outreach: settings } = parts.partners;
  if (settings === undefined) return 'waitsForOperator';
  const begun = await runOwnChange(parts, 'record request', 'recordRequest.preparePacket', change =>
    beginPacket(change, sending, settings),
  );
  if (typeof begun === 'string') return begun;
  const made = await makeFiles(parts, begun, settings, signal);
  return runOwnChange(parts, 'record request', 'recordRequest.preparePacket', change =>
    finishPacket(change, begun.packet, made),
  );
}
