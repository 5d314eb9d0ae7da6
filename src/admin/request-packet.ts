/** Commands for the packet of a record request. */
import { packetWays } from '../domain/record-requests/packet';
import { askForPacket, inspectPacket, markPacketSent } from '../usecases/packets/packets';
import { command } from './command';
import { oneOf, optional, required, text } from './inputs';
import { companyOfId, recordRequest } from './shared-inputs';

const uid = '01a1fa97-cbfd-72da-9b40-09c034bab473';

const packet = command({
  name: 'packet',
  summary: 'Get download URLs, valid for one hour, of the files to send to the site of a record request',
  inputs: { request: recordRequest, company: companyOfId },
  examples: [`record-request packet ${uid}`],
  run: async ({ change, openFiles }, { request, company }) => {
    const files = openFiles();
    try {
      const rows = await change('recordRequest.readPacket', operatorChange =>
        inspectPacket(operatorChange, files, { companyId: company, recordRequestUid: request }),
      );
      return {
        kind: 'list',
        headings: { fileName: 'File', url: 'URL' },
        rows: rows.map(({ fileName, url }) => ({ fileName, url })),
        ifEmpty: 'No files to send.',
      };
    } finally {
      files.close();
    }
  },
});

const markSent = command({
  name: 'mark-sent',
  summary: 'Record that the packet of a record request was sent to its site; the customer is notified',
  inputs: {
    request: recordRequest,
    company: companyOfId,
    by: required('WAY', 'how it was sent', oneOf(packetWays)),
    tracking: optional(
      'NUMBER',
      "the number from the fax service, carrier, or portal; don't include patient data",
      text(100),
    ),
  },
  examples: [
    `record-request mark-sent ${uid} --by fax`,
    `record-request mark-sent ${uid} --by mail --tracking 9400100000000000000000`,
  ],
  run: async ({ change }, { request, company, by, tracking }) => {
    const ref = { companyId: company, recordRequestUid: request };
    const sent = await change('recordRequest.markSent', operatorChange =>
      markPacketSent(operatorChange, ref, { way: by, trackingNumber: tracking }),
    );
    return {
      kind: 'done',
      sentence:
        `Marked the packet of record request ${sent.uid} as sent by ${by}. The request is now ` +
        `${sent.status}.`,
      facts: { recordRequest: sent.uid, status: sent.status, by, tracking: tracking ?? null },
    };
  },
});

const preparePacket = command({
  name: 'prepare-packet',
  summary: "Create the packet of a record request again if it's missing or out of date",
  inputs: { request: recordRequest, company: companyOfId },
  examples: [`record-request prepare-packet ${uid}`],
  run: async ({ change }, { request, company }) => {
    const asked = await change('recordRequest.askForPacket', operatorChange =>
      askForPacket(operatorChange, { companyId: company, recordRequestUid: request }),
    );
    return {
      kind: 'done',
      sentence:
        `Notified the workflow of record request ${asked.uid}. To see when the packet is ready, ` +
        'run `record-request show`.',
      facts: { recordRequest: asked.uid },
    };
  },
});

/** `record-request packet`, `mark-sent`, and `prepare-packet`. */
export const packetCommands = [packet, markSent, preparePacket] as const;
