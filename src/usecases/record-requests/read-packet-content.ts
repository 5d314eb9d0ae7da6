import { createHash } from 'node:crypto';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { purposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { PacketContent } from '../../partners/outreach/packet-content';
import type { Executor } from '../../store/database';
import { findSite, siteTenantOf } from '../../store/sites/sites';

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
