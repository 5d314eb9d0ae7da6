import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addressLines } from '../domain/clinical/site';
import { noteLengthMax } from '../domain/record-requests/note';
import { leftOutWords } from '../domain/record-requests/combined-chart';
import { recordRequestStatuses } from '../domain/record-requests/record-request';
import { clockIn } from '../domain/time-zones';
import { workflows } from '../domain/workflows';
import { OperatorError } from '../usecases/operator-error';
import {
  attachFile,
  attachableAreas,
  detachFile,
  inspectFile,
  type AttachedAs,
} from '../usecases/files/operator-files';
import {
  changeRecordRequestStatus,
  inspectRecordRequest,
  inspectRecordRequests,
  type RecordRequestOverview,
} from '../usecases/record-requests/operator-requests';
import { createOperatorsNote } from '../usecases/record-requests/notes';
import type { RequestPacket } from '../store/record-requests/packets';
import { command, type CommandGroup } from './command';
import { UsageError } from './failures';
import { argument, oneOf, optional, required, text, toggle } from './inputs';
import type { Outcome } from './outcome';
import { packetCommands } from './request-packet';
import { after, companyOfId, limit, onlyCompany, pageOf, reason, recordRequest } from './shared-inputs';

const uid = '01a1fa97-cbfd-72da-9b40-09c034bab473';

const list = command({
  name: 'list',
  summary: 'List record requests of all companies, oldest first: IDs, types, and statuses',
  inputs: {
    company: onlyCompany,
    status: optional('STATUS', 'only requests with this status', oneOf(recordRequestStatuses)),
    waitsForOperator: toggle('only requests that wait for an operator'),
    toSend: toggle('only requests whose packet is ready to send'),
    after,
    limit,
  },
  examples: [
    'record-request list --waits-for-operator',
    'record-request list --to-send',
    'record-request list --company acme --status Completed',
  ],
  run: async ({ change }, { company, status, waitsForOperator, toSend, after, limit }) => {
    const read = await change('recordRequest.list', operatorChange =>
      inspectRecordRequests(operatorChange, {
        companyId: company,
        status,
        isForOperator: waitsForOperator,
        isToSend: toSend,
        afterUid: after,
        limit: limit + 1,
      }),
    );
    const { rows, more } = pageOf(read, limit, ({ uid: last }) => last);
    return {
      kind: 'list',
      headings: {
        request: 'Request',
        company: 'Company',
        project: 'Project',
        kind: 'Kind',
        status: 'Status',
        waitsFor: 'Waits for',
        dueOn: 'Due',
        isOverdue: 'Overdue',
        site: 'Site',
        likelyDuplicateOf: 'Duplicate of',
        createdAt: 'Created',
      },
      rows: rows.map(found => ({
        request: found.uid,
        company: found.companyId,
        project: found.projectId,
        patientUid: found.patientUid,
        kind: found.kind,
        status: found.status,
        waitsFor: found.waitsFor,
        dueOn: found.due?.on ?? null,
        isOverdue: found.due?.isOverdue ?? false,
        site: found.submittedSiteName,
        likelyDuplicateOf: found.likelyDuplicateOfUid,
        createdAt: found.createdAt,
      })),
      ifEmpty: 'No record requests found.',
      more,
    };
  },
});

const asOfArea = new Map([
  ...Object.entries(attachableAreas).map(([as, area]) => [area as string, as] as const),
  ['arrivals', 'deliverable, being checked'] as const,
  ['held', 'deliverable, held'] as const,
]);

/** Returns a site's name, address, phone, and fax, one a line. */
function siteLines({ site, request }: RecordRequestOverview): string[] {
  if (site === undefined) return [request.submittedSiteName];
  const { name, phone, fax } = site;
  const numbers = [
    phone === undefined ? undefined : `phone ${phone}`,
    fax === undefined ? undefined : `fax ${fax}`,
  ];
  return [name, ...addressLines(site), ...numbers].filter(line => line !== undefined);
}

/** Returns a note if a packet has two files, with the reason. */
function filesText({
  authorizationFileUid,
  apartBecause,
}: Pick<RequestPacket, 'authorizationFileUid' | 'apartBecause'>): string {
  if (authorizationFileUid === null) return '';
  const why = apartBecause === null ? '' : ` ${leftOutWords[apartBecause]}`;
  return `; send two files: the packet, and the authorization separately.${why}`;
}

/** Returns the status of a packet in one line. */
function packetText({ preparedOn, sendBy, answerBy, ...sent }: RequestPacket, timeZone: string): string {
  if (sent.sentAt === null) return `ready since ${preparedOn}, send by ${sendBy}${filesText(sent)}`;
  const tracking = sent.trackingNumber === null ? '' : `, ${sent.trackingNumber}`;
  return (
    `sent by ${sent.sentWay ?? ''} on ${clockIn(timeZone, sent.sentAt).day}${tracking}; response due ` +
    answerBy
  );
}

function shown(found: RecordRequestOverview): Outcome {
  const { project, request, waitsFor, progress, steps, notes, files, packet, due, datesOfService } = found;
  return {
    kind: 'record',
    headings: {
      request: 'Request',
      requestNumber: 'Request number',
      company: 'Company',
      project: 'Project',
      patientUid: 'Patient',
      kind: 'Kind',
      status: 'Status',
      waitsFor: 'Waits for',
      progress: 'Customer sees',
      whoActs: 'Who acts',
      channel: 'Channel',
      packet: 'Packet',
      dueOn: 'Due',
      isOverdue: 'Overdue',
      site: 'Site',
      likelyDuplicateOf: 'Possible duplicate of',
      startDateOfService: 'Dates of service from',
      endDateOfService: 'Dates of service until',
      datesOfService: 'Authorization',
      createdAt: 'Created',
      lastContactDate: 'Last contact',
      followUpDate: 'Follow-up',
      completionDate: 'Completed',
      timeline: 'Timeline',
      notes: 'Notes',
      files: 'Files',
      version: 'Version',
    },
    row: {
      request: request.uid,
      requestNumber: request.requestNumber,
      company: project.companyId,
      project: `${project.id} (${project.status})`,
      patient: request.patientId,
      patientUid: request.patientUid,
      kind: request.kind,
      status: request.status,
      waitsFor,
      progress: progress?.says ?? null,
      reason: progress?.reason ?? null,
      // The customer is "you" only in what customers read.
      whoActs: progress?.whoActs === 'You' ? 'Customer' : (progress?.whoActs ?? null),
      channel: request.channel,
      packet: packet === undefined ? null : packetText(packet, project.timeZone),
      dueOn: due?.on ?? null,
      isOverdue: due?.isOverdue ?? false,
      site: siteLines(found),
      likelyDuplicateOf: request.likelyDuplicateOfUid,
      startDateOfService: request.startDateOfService,
      endDateOfService: request.endDateOfService,
      datesOfService: datesOfService === null ? null : `${datesOfService.status}: ${datesOfService.message}`,
      createdAt: request.createdAt,
      lastContactDate: request.lastContactDate,
      followUpDate: request.followUpDate,
      completionDate: request.completionDate,
      timeline: steps.map(
        ({ status, reason, actor, createdAt }) =>
          `${createdAt.toISOString()} ${status}, ${actor.name}${reason === null ? '' : `: ${reason}`}`,
      ),
      notes: notes.map(
        ({ createdAt, author, content }) => `${createdAt.toISOString()} ${author.name}: ${content}`,
      ),
      files: files.map(
        ({ area, folder, fileName, sizeBytes, createdAt }) =>
          `${asOfArea.get(area) ?? area}: ${folder === null ? '' : `${folder}/`}${fileName}, ` +
          `${sizeBytes} bytes, ${createdAt.toISOString()}`,
      ),
      version: request.version,
      workflow: workflows.recordRequest.id({ recordRequestUid: request.uid }),
    },
  };
}

const show = command({
  name: 'show',
  summary: 'Show a record request: who needs to act, its site, dates, and files',
  inputs: { request: recordRequest, company: companyOfId },
  examples: [`record-request show ${uid}`, `record-request show record-request/${uid}`],
  run: async ({ change }, { request, company }) =>
    shown(
      await change('recordRequest.read', operatorChange =>
        inspectRecordRequest(operatorChange, { companyId: company, recordRequestUid: request }),
      ),
    ),
});

/** Returns a file's facts. @throws OperatorError if there is no such file, or it's a folder or device */
async function factsOf(path: string): Promise<Stats> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new OperatorError("The file doesn't exist, or you don't have permission to read it.", {
      cause: error,
    });
  });
  if (!facts.isFile())
    throw new OperatorError("This isn't a file. To attach a folder, create a ZIP file of it.");
  return facts;
}

const attach = command({
  name: 'attach',
  summary: 'Attach a file to a record request; the customer sees a deliverable once the request is Completed',
  inputs: {
    request: recordRequest,
    file: argument('FILE', 'the path of the file on this machine', text(4_096)),
    company: companyOfId,
    as: required(
      'KIND',
      'the type: deliverable (returned by the site), document (sent with the request), or ' +
        'attachment (on the request itself)',
      oneOf(Object.keys(attachableAreas) as AttachedAs[]),
    ),
    name: optional(
      'NAME',
      "the name for downloads, instead of the file's own; it's part of URLs, so don't include patient data",
      text(255),
    ),
    newReturn: toggle(
      'use this if you asked the site again; it moves earlier deliverables to "Earlier return" and ' +
        'adds this one to "Latest return"',
    ),
    partOfPlan: toggle(
      'use this if the records were requested in several parts, which are then in "Chart Documents"',
    ),
  },
  examples: [
    `record-request attach ${uid} scan-0002.pdf --as deliverable --new-return`,
    `record-request attach ${uid} scan-0001.pdf --as deliverable --name "Medical Record.pdf"`,
    `record-request attach ${uid} "Cover Letter.pdf" --as document`,
  ],
  run: async (context, { request, file, company, as, name, newReturn, partOfPlan }) => {
    const { size: sizeBytes } = await factsOf(file);
    const files = context.openFiles();
    try {
      const ref = { companyId: company, recordRequestUid: request };
      const stored = await attachFile({ ...context, files }, context.principal, ref, {
        as,
        fileName: name ?? basename(file),
        sizeBytes,
        isPartOfPlan: partOfPlan,
        isNewReturn: newReturn,
        bring: (key, contentType) => files.write(key, createReadStream(file), contentType),
      });
      const { recordRequestUid, fileName, uid: fileUid } = stored;
      return {
        kind: 'done',
        sentence:
          `Attached ${fileName} (${stored.sizeBytes} bytes) to record request ${recordRequestUid} ` +
          `as ${as}.`,
        facts: { recordRequest: recordRequestUid, file: fileUid, as, fileName, sizeBytes: stored.sizeBytes },
      };
    } finally {
      files.close();
    }
  },
});

const listedName = argument(
  'NAME',
  'the file name from `record-request show`, without the folder',
  text(255),
);
const listedAs = required(
  'KIND',
  'the type of the file',
  oneOf(Object.keys(attachableAreas) as AttachedAs[]),
);

const file = command({
  name: 'file',
  summary: 'Get a download URL, valid for one hour, for a file of a record request',
  inputs: { request: recordRequest, name: listedName, company: companyOfId, as: listedAs },
  examples: [`record-request file ${uid} "Request Packet.pdf" --as document`],
  run: async ({ change, openFiles }, { request, name, company, as }) => {
    const files = openFiles();
    try {
      const ref = { companyId: company, recordRequestUid: request };
      const url = await change('recordRequest.readFile', operatorChange =>
        inspectFile(operatorChange, files, ref, { as, fileName: name }),
      );
      return { kind: 'done', sentence: url, facts: { recordRequest: request, as, url } };
    } finally {
      files.close();
    }
  },
});

const detach = command({
  name: 'detach',
  summary: 'Permanently delete a file of a record request, such as one attached to the wrong request',
  inputs: { request: recordRequest, name: listedName, company: companyOfId, as: listedAs, reason },
  examples: [
    `record-request detach ${uid} "Medical Record (2).pdf" --as deliverable --reason "wrong request"`,
  ],
  loses: async (_, { request }) => ({
    id: request,
    consequence: 'The file is deleted for the customer too, and existing download URLs stop working.',
  }),
  run: async ({ change }, { request, name, company, as, reason }) => {
    const ref = { companyId: company, recordRequestUid: request };
    const fileName = await change('recordRequest.detach', operatorChange =>
      detachFile(operatorChange, ref, { as, fileName: name, reason }),
    );
    return {
      kind: 'done',
      sentence: `Deleted ${fileName}. It's removed from storage within a minute.`,
      facts: { recordRequest: request, as, fileName },
    };
  },
});

const note = command({
  name: 'note',
  summary: 'Add a note to a record request; the customer sees it, and their webhooks are notified',
  inputs: {
    request: recordRequest,
    content: argument('TEXT', 'the note, as plain text', text(noteLengthMax)),
    company: companyOfId,
  },
  examples: [`record-request note ${uid} "The site also has records of a visit in March. Do you want them?"`],
  run: async ({ change }, { request, content, company }) => {
    const written = await change('note.create', operatorChange =>
      createOperatorsNote(operatorChange, { companyId: company, recordRequestUid: request }, content),
    );
    return {
      kind: 'done',
      sentence: `Added a note to record request ${request}.`,
      facts: { recordRequest: request, note: written.uid },
    };
  },
});

const setStatus = command({
  name: 'set-status',
  summary: 'Change the status of a record request; the customer and its workflow are notified',
  inputs: {
    request: recordRequest,
    status: argument('STATUS', 'its new status', oneOf(recordRequestStatuses)),
    company: companyOfId,
    withoutFiles: toggle('complete it without a deliverable; needs --reason'),
    tell: optional(
      'TEXT',
      "an explanation for the customer, shown in the timeline; don't include patient data",
      text(500),
    ),
    reason,
  },
  examples: [
    `record-request set-status ${uid} SiteClosed`,
    `record-request set-status ${uid} NeedToReviewResults --tell "The site sent the first half. ` +
      'The rest follows by December."',
    `record-request set-status ${uid} Completed --without-files --reason "the site sent the files ` +
      'directly to the customer"',
  ],
  run: async ({ change }, { request, status, company, withoutFiles, tell, reason }) => {
    if (withoutFiles && reason === undefined)
      throw new UsageError('With --without-files, also pass --reason TEXT.');
    const move = { status, isWithoutFiles: withoutFiles, tell, reason };
    const moved = await change('recordRequest.changeStatus', operatorChange =>
      changeRecordRequestStatus(operatorChange, { companyId: company, recordRequestUid: request, ...move }),
    );
    return {
      kind: 'done',
      sentence:
        moved.status === status
          ? `Changed record request ${moved.uid} to ${moved.status}.`
          : `Record request ${moved.uid} changes to ${status} once its new files are compared with the ` +
            'patient.',
      facts: { recordRequest: moved.uid, status: moved.status },
    };
  },
});

/** `record-request …` */
export const recordRequestCommands: CommandGroup = {
  name: 'record-request',
  summary: 'Manage record requests that operators process manually',
  commands: [list, show, ...packetCommands, attach, file, detach, note, setStatus],
};
