/** What an operator does with the packet of a record request. */
import { packetWays } from '../domain/record-requests/packet';
import { askForPacket, inspectPacket, markPacketSent } from '../usecases/record-requests/packets';
import { command } from './command';
import { oneOf, optional, required, text } from './inputs';
import { companyOfId, recordRequest } from './shared-inputs';

const uid = '01a1fa97-cbfd-72da-9b40-09c034bab473';

const packet = command({
  name: 'packet',
  summary:
    'Give the URLs, good for an hour, of the files that are to be sent to the site of a record request now',
  inputs: { request: recordRequest, company: companyOfId },
  examples: [`record-request packet ${uid}`],
  run: async ({ change, openFiles }, { request, company }) => {
    const files = openFiles();
    try {
      const rows = await change('recordRequest.readPacket', inner =>
        inspectPacket(inner, files, { companyId: company, recordRequestUid: request }),
      );
      return {
        kind: 'list',
        headings: { fileName: 'File', url: 'URL' },
        rows: rows.map(({ fileName, url }) => ({ fileName, url })),
        ifEmpty: 'There is nothing to send.',
      };
    } finally {
      files.close();
    }
  },
});

const markSent = command({
  name: 'mark-sent',
  summary: 'Note that the packet of a record request was sent to its site; its customer is told',
  inputs: {
    request: recordRequest,
    company: companyOfId,
    by: required('WAY', 'how it was sent', oneOf(packetWays)),
    tracking: optional(
      'NUMBER',
      'what the fax service, the carrier or the portal calls it; nothing of a patient in it',
      text(100),
    ),
  },
  examples: [
    `record-request mark-sent ${uid} --by fax`,
    `record-request mark-sent ${uid} --by mail --tracking 9400100000000000000000`,
  ],
  run: async ({ change }, { request, company, by, tracking }) => {
    const ref = { companyId: company, recordRequestUid: request };
    const sent = await change('recordRequest.markSent', inner =>
      markPacketSent(inner, ref, { way: by, trackingNumber: tracking }),
    );
    return {
      kind: 'done',
      sentence: `The record request ${sent.uid} is ${sent.status}: its packet was sent by ${by}.`,
      facts: { recordRequest: sent.uid, status: sent.status, by, tracking: tracking ?? null },
    };
  },
});

const preparePacket = command({
  name: 'prepare-packet',
  summary:
    'Have the packet of a record request made anew where it is missing, or not as it would be made today',
  inputs: { request: recordRequest, company: companyOfId },
  examples: [`record-request prepare-packet ${uid}`],
  run: async ({ change }, { request, company }) => {
    const asked = await change('recordRequest.askForPacket', inner =>
      askForPacket(inner, { companyId: company, recordRequestUid: request }),
    );
    return {
      kind: 'done',
      sentence:
        `The workflow of the record request ${asked.uid} looks again; \`record-request show\` tells ` +
        'when the packet is ready.',
      facts: { recordRequest: asked.uid },
    };
  },
});

/** `record-request packet`, `mark-sent` and `prepare-packet`. */
export const packetCommands = [packet, markSent, preparePacket] as const;
