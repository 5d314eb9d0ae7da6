import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { bindPacket, type BoundPacket } from '../../documents/charts/bind-packet';
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
import { getCompanyName } from '../../store/tenants/tenants';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import type { Change } from '../change';
import { compareAuthorization } from '../patients/authorization-uploads';
import { takeFileName } from '../files/file-records';
import type { WorkParts } from '../record-requests/lookup';
import {
  AuthorizationOfSeveral,
  encloseCopied,
  encloseDrawn,
  findOthersPages,
  type Enclose,
} from './enclosure';

/** The uploader of a packet's files, as customers see it. */
const packetMaker = { kind: 'service', id: 'outreach', name: 'Recordwell' } as const;

/**
 * Whether the files of a packet are unchanged: a customer may delete or replace a document. A copy of the
 * authorization is recognized by its uploader: anyone who uploads another one replaces ours there.
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

/** Loads the content of a packet for a record request. @throws as `findOthersPages` */
export async function readPacketContent(
  executor: Executor,
  request: RecordRequest,
  { project, patient }: { readonly project: Project; readonly patient: Patient },
): Promise<PacketContent> {
  const found = await findSite(executor, siteTenantOf(project), request.siteUid);
  if (found === undefined) throw new Error('a record request references a missing site');
  const left = await findOthersPages(executor, patient);
  const { uid: recordRequestUid, requestNumber, kind, startDateOfService, endDateOfService } = request;
  const { firstName, lastNames, dateOfBirth, sex, authorizationEtag } = patient;
  const { name, addressLine1, addressLine2, city, state, zip, fax } = found.site;
  return {
    recordRequestUid,
    requestNumber,
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
    onBehalfOf: await getCompanyName(executor, project.companyUid),
    purposeOfUse: purposeOfUse(project, patient),
    documentEtag: authorizationEtag,
    // Left out unless it is so, because another content is another packet.
    ...(left.length === 0 ? {} : { othersPages: left }),
    ...(request.needsCertification ? { needsCertification: true as const } : {}),
  };
}

/**
 * Returns the hash of a packet's content: while it is the same, the packet is up to date. The request number
 * never changes, and packets from before it must stay up to date, so it doesn't count.
 */
export function contentHashOf(content: PacketContent): string {
  const counted = { ...content, requestNumber: undefined };
  return createHash('sha256').update(JSON.stringify(counted)).digest('hex');
}

/**
 * The file names of a packet. It is one file; the authorization is a second one only if it can't be bound
 * into it.
 */
export const packetFileNames = { packet: 'Request Packet.pdf', authorization: 'Authorization.pdf' } as const;

const contentType = 'application/pdf';

/** The dependencies of packets. The slots are for the authorization, which is untrusted. */
export type PacketParts = WorkParts & { readonly documentSlots: DocumentSlots };

/** A packet to assemble. */
export interface BegunPacket {
  readonly packet: RequestPacket;
  readonly content: PacketContent;
  readonly patient: Patient;
}

/** Returns the object key of a packet's file. */
export function packetFileKey({ companyUid, recordRequestUid }: RequestPacket, fileUid: string): string {
  return recordRequestFileKey({ companyUid, recordRequestUid, area: 'documents' }, fileUid);
}

/**
 * The store has another authorization than the approved one. It is recorded as an upload, and the next step
 * is decided again.
 */
class AuthorizationChanged extends Error {
  override readonly name = 'AuthorizationChanged';
  readonly isMessageSafe = true;
  constructor() {
    super('the authorization was replaced while it was copied');
  }
}

/**
 * Runs work on the approved authorization. The customer's URL may replace it at any time, so it is compared
 * before and after.
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

/** A file of a packet in the store. */
interface MadeFile {
  readonly uid: string;
  readonly fileName: string;
  readonly facts: ObjectFacts;
}

/** The files of a packet, and why its authorization is a separate file, if it is. */
export interface MadePacket {
  readonly files: readonly MadeFile[];
  readonly apartBecause: LeftOutReason | null;
}

async function getFacts({ files }: WorkParts, key: string): Promise<ObjectFacts> {
  const facts = await files.head(key);
  if (facts === undefined) throw new Error("a written file of a packet isn't in the store");
  return facts;
}

/**
 * Writes the letter and the authorization as one document. @throws AuthorizationChanged, and as `bindPacket`
 */
async function writeBound(
  parts: WorkParts,
  { packet, content, patient }: BegunPacket,
  settings: OutreachSettings,
  { enclose, signal }: { readonly enclose: Enclose; readonly signal: AbortSignal },
): Promise<BoundPacket> {
  const letter = await packetPdf(content, packet, settings, 'inside');
  const key = packetFileKey(packet, packet.packetFileUid);
  return withApproved(parts, patient, async (authorization, facts) => {
    const enclosures = await enclose(authorization, facts);
    let bound: BoundPacket | undefined;
    async function* written(): AsyncGenerator<Uint8Array, void> {
      bound = yield* bindPacket(letter, enclosures, { title: 'Request for Health Records', signal });
    }
    await parts.files.write(key, Readable.from(written(), { objectMode: false }), contentType);
    if (bound === undefined) throw new Error('a packet was written but never completed');
    return bound;
  });
}

/**
 * Writes the letter, and a separate copy of the authorization if there is one.
 * @throws AuthorizationChanged, AuthorizationOfSeveral
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
  // A copy of the whole file would show another person's form to the facility.
  if (content.othersPages !== undefined) throw new AuthorizationOfSeveral();
  const copy = packetFileKey(packet, authorizationFileUid);
  await withApproved(parts, patient, authorization => parts.files.copy(authorization, copy));
  const copied = await getFacts(parts, copy);
  return [letter, { uid: authorizationFileUid, fileName: packetFileNames.authorization, facts: copied }];
}

/** Creates the files of a packet: one, or two if the authorization can't be bound into it. */
export async function makePacketFiles(
  parts: PacketParts,
  begun: BegunPacket,
  settings: OutreachSettings,
  signal: AbortSignal | undefined,
): Promise<MadePacket> {
  const { packetFileUid, authorizationFileUid } = begun.packet;
  if (authorizationFileUid === null || signal === undefined)
    return { files: await writeApart(parts, begun, settings), apartBecause: null };
  const write = (enclose: Enclose): Promise<BoundPacket> =>
    parts.documentSlots.hold(begun.packet.companyUid, signal, () =>
      writeBound(parts, begun, settings, { enclose, signal }),
    );
  const copied = await write(encloseCopied(parts, begun.content));
  const isOfSeveral = begun.content.othersPages !== undefined;
  const bound =
    'reason' in copied && isOfSeveral ? await write(encloseDrawn(parts, begun.content, signal)) : copied;
  if ('reason' in bound)
    return { files: await writeApart(parts, begun, settings), apartBecause: bound.reason };
  const facts = await getFacts(parts, packetFileKey(begun.packet, packetFileUid));
  return { files: [{ uid: packetFileUid, fileName: packetFileNames.packet, facts }], apartBecause: null };
}

/** Records the files of a packet among the documents of its request. */
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
      pages: null,
      returnNumber: 1,
      offeredTo: null,
      offeredAt: null,
      createdAt: change.now,
    });
}
