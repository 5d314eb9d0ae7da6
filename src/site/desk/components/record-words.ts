/** Display names of what the desk shows of packets, files, and waits. */
import type { PacketWay } from '../../../domain/record-requests/packet';
import type { ChannelFault } from '../../../domain/record-requests/record-request';
import type { RecordRequestWait } from '../../../domain/record-requests/standing';

/** The display name of each way to send a packet. */
export const wayNames: Readonly<Record<PacketWay, string>> = { fax: 'Fax', mail: 'Mail', portal: 'Portal' };

/** The display name of what a record request waits for. */
export const waitNames: Readonly<Record<RecordRequestWait, string>> = {
  operator: 'An operator',
  approval: 'Approval of the authorization',
  authorization: 'Another authorization: this one has expired or was revoked',
  confirmation: 'The customer, who must confirm the facility after a correction of the patient',
  facility: 'The facility',
};

/** Why the channel of a sent record request can't be asked. */
export const channelFaultSentences: Readonly<Record<ChannelFault, string>> = {
  removed: "The channel isn't in the configuration anymore: restore it in FACILITY_CHANNELS.",
  purposeNotServed: "The channel doesn't serve the project's purpose: check servesPurposes.",
  authorizationDemanded: 'The channel requires an approved authorization on file.',
  identityTokenDemanded: 'The channel requires an identity token of the patient.',
};

/** The display name of a file in each area of a record request. */
export const areaNames = {
  deliverables: 'Deliverable',
  documents: 'Document',
  attachments: 'Attachment',
  combined: 'Combined chart',
  arrivals: 'Being checked',
  held: 'Held: names another person',
  invoices: 'Invoice of a fee',
} as const;
