import type { Executor } from '../../store/database';
import type { RequestPacket } from '../../store/record-requests/packets';
import { findFileByUid } from '../../store/files/stored-files';

/** Who put the files of a packet there, as customers read it. */
export const packetMaker = { kind: 'service', id: 'outreach', name: 'Recordwell' } as const;

/**
 * Whether the files of a packet are there as they were made: a customer may delete or replace a document. A copy of the authorization
 * is known by who put it there: whoever uploads another one stands there in our place.
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
