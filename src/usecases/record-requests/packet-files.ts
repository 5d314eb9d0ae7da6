import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { bindPacket, type BoundPacket } from '../../documents/charts/bind-packet';
import type { ChartSource } from '../../documents/charts/take-source';
import type { DocumentSlots } from '../../documents/document-slots';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { purposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { recordRequestFileKey, authorizationKey } from '../../files/key-layout';
import type { ObjectFacts } from '../../files/object-store';
import type { PacketContent } from '../../partners/outreach/packet-content';
import { packetPdf } from '../../partners/outreach/packet-pdf';
import type { OutreachSettings } from '../../partners/settings';
import type { Executor } from '../../store/database';
import { findFileByUid, insertFile } from '../../store/files/stored-files';
import type { RequestPacket } from '../../store/record-requests/packets';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import type { Change } from '../change';
import { compareAuthorization } from '../patients/authorization-uploads';
import { takeFileName } from './file-records';
import type { WorkParts } from './lookup';

/** Who put the files of a packet there, as customers read it. */
const packetMaker = { kind: 'service', id: 'outreach', name: 'Recordwell' } as const;

/**
 * Whether the files of a packet are there as they were made: a customer may delete or replace a document. A
 * copy of the authorization is known by who put it there: whoever uploads another one stands there in our
 * place.
 */
export async function isPacketIntact(
  executor: Executor,
  { packetFileUid, packetEtag, authorizationFileUid }: RequestPacket,
): Promise<boolean> {
  const packet = await findFileByUid(executor, packetFileUid);
  if (packet === undefined || packet.etag !== packetEtag) return false;
  if (authorizationFileUid === null) return true;
  const authorization = await findFileByUid(executor, authorizationFileUid);
  return (
    authorization?.uploadedBy?.kind === packetMaker.kind && authorization.uploadedBy.id === packetMaker.id
  );
}

/** Gathers what a packet for a record request says, by what is on file. */
export async function readPacketContent(
  executor: Executor,
  request: RecordRequest,
  { project, patient }: { readonly project: Project; readonly patient: Patient },
): Promise<PacketContent> {
  const found = await findSite(executor, siteTenantOf(project), request.siteUid);
  if (found === undefined) throw new Error('a record request points at a site that is not there');
  const { uid: recordRequestUid, kind, startDateOfService, endDateOfService } = request;
  const { firstName, lastNames, dateOfBirth, sex, authorizationEtag } = patient;
  const { name, addressLine1, addressLine2, city, state, zip, fax } = found.site;
  return {
    recordRequestUid,
    kind,
    startDateOfService,
    endDateOfService,
    patient: { firstName, lastNames, dateOfBirth, sex },
    site: {
      name,
      addressLine1,
      city,
      state,
      zip,
      ...(addressLine2 === undefined ? {} : { addressLine2 }),
      ...(fax === undefined ? {} : { fax }),
    },
    purposeOfUse: purposeOfUse(project, patient),
    documentEtag: authorizationEtag,
  };
}

/** Names what a packet was made from: as long as it is the same, the packet is as it would be made today. */
export function contentHashOf(content: PacketContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * What the files of a packet are called; it is one file, and the authorization another only where it cannot
 * be bound into it.
 */
export const packetFileNames = { packet: 'Request Packet.pdf', authorization: 'Authorization.pdf' } as const;

const contentType = 'application/pdf';

/** What packets are made with: the slots are for the authorization, which a stranger may have sent. */
export type PacketParts = WorkParts & { readonly documentSlots: DocumentSlots };

/** A packet that is to be made. */
export interface BegunPacket {
  readonly packet: RequestPacket;
  readonly content: PacketContent;
  readonly patient: Patient;
}

/** Returns where a file of a packet lies in the object store. */
export function packetFileKey({ companyUid, recordRequestUid }: RequestPacket, fileUid: string): string {
  return recordRequestFileKey({ companyUid, recordRequestUid, area: 'documents' }, fileUid);
}

/**
 * The store has another authorization than the one that was approved; it is noticed, and then what is next is
 * decided anew.
 */
class AuthorizationChanged extends Error {
  override readonly name = 'AuthorizationChanged';
  readonly isMessageSafe = true;
  constructor() {
    super('the authorization was replaced while it was copied');
  }
}

/**
 * Does something with the authorization as it was approved: the customer's URL may bring another one at any
 * time, and what was there before and after is what was there meanwhile.
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
export interface MadePacket {
  readonly files: readonly MadeFile[];
  readonly apartBecause: LeftOutReason | null;
}

async function getFacts({ files }: WorkParts, key: string): Promise<ObjectFacts> {
  const facts = await files.head(key);
  if (facts === undefined) throw new Error('what was written for a packet is not in the store');
  return facts;
}

/**
 * Writes the letter and the authorization as one document. @throws AuthorizationChanged, and as `bindPacket`
 */
async function writeBound(
  parts: WorkParts,
  { packet, content, patient }: BegunPacket,
  settings: OutreachSettings,
  signal: AbortSignal,
): Promise<BoundPacket> {
  const letter = await packetPdf(content, packet, settings, 'inside');
  const key = packetFileKey(packet, packet.packetFileUid);
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

/**
 * Writes the letter, and a copy of the authorization beside it where there is one. @throws
 * AuthorizationChanged
 */
async function writeApart(
  parts: WorkParts,
  { packet, content, patient }: BegunPacket,
  settings: OutreachSettings,
): Promise<readonly MadeFile[]> {
  const { packetFileUid, authorizationFileUid } = packet;
  const bytes = await packetPdf(content, packet, settings, 'beside');
  const stored = await parts.files.put(packetFileKey(packet, packetFileUid), bytes, contentType);
  const facts = { ...stored, sizeBytes: bytes.length };
  const letter = { uid: packetFileUid, fileName: packetFileNames.packet, facts };
  if (authorizationFileUid === null) return [letter];
  const copy = packetFileKey(packet, authorizationFileUid);
  await withApproved(parts, patient, authorization => parts.files.copy(authorization, copy));
  const copied = await getFacts(parts, copy);
  return [letter, { uid: authorizationFileUid, fileName: packetFileNames.authorization, facts: copied }];
}

/** Makes the files of a packet: one, or two where the authorization cannot be bound into it. */
export async function makePacketFiles(
  parts: PacketParts,
  begun: BegunPacket,
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
  const facts = await getFacts(parts, packetFileKey(begun.packet, packetFileUid));
  return { files: [{ uid: packetFileUid, fileName: packetFileNames.packet, facts }], apartBecause: null };
}

/** Puts the files of a packet on record, among the documents of its request. */
export async function recordPacketFiles(
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
      storageKey: packetFileKey(packet, uid),
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
