/**
 * `/desk/requests/{recordRequest}`: a record request with its packet, timeline, notes, and files, and the
 * forms to work on it.
 */
import type { ComponentChildren } from 'preact';
import { usDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem } from '../../../domain/desk/queue';
import { packetWays, type PacketWay } from '../../../domain/record-requests/packet';
import {
  recordRequestStatuses,
  type ChannelFault,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../../domain/record-requests/record-request';
import type { RequestProgress } from '../../../domain/record-requests/request-progress';
import type { RecordRequestWait } from '../../../domain/record-requests/standing';
import {
  feeBasisLabels,
  feeStatusLabels,
  recordRequestStatusLabels,
  requestKindLabels,
} from '../../../domain/status-labels';
import { dollarText } from '../../../domain/dollars';
import type { Fee } from '../../../domain/record-requests/fees';
import { ContactLog, ContactTextFields, type ShownContact } from '../../components/contact-log';
import { Check, ChoiceField, Form, FormKey, LinesField, TextField } from '../../components/form';
import {
  Empty,
  Facts,
  Instant,
  MaybeInstant,
  Pill,
  sizeText,
  Table,
  type Message,
} from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Assignment, WorkflowLink } from '../components/assignment';
import { areaNames, channelFaultSentences, waitNames, wayNames } from '../components/record-words';
import { datesOf, PacketComparison, type ShownComparison } from '../components/packet-comparison';
import { deskPath } from '../paths';

/** The maximum lengths of reasons and notes. */
export const textsMax = { reason: 500, note: 10_000 } as const;

/** The content of the page. */
export interface RequestShown {
  readonly request: {
    readonly uid: string;
    readonly requestNumber: string;
    readonly patientUid: string;
    readonly patientId: string;
    readonly kind: RecordRequestKind;
    readonly status: RecordRequestStatus;
    readonly channel: string | null;
    readonly channelFault: ChannelFault | null;
    readonly isHeldByCorrection: boolean;
    readonly submittedSiteName: string;
    readonly siteUid: string;
    readonly startDateOfService: string | null;
    readonly endDateOfService: string | null;
    readonly reference: string | null;
    readonly dueDate: string | null;
    readonly isRush: boolean;
    readonly needsCertification: boolean;
    readonly followUpDate: string | null;
    readonly lastContactDate: string | null;
    readonly completionDate: string | null;
    readonly likelyDuplicateOfUid: string | null;
    readonly createdAt: Date;
    readonly version: number;
  };
  readonly project: { readonly companyId: string; readonly name: string; readonly status: string };
  readonly waitsFor: RecordRequestWait | null;
  /** What the customer sees; `null` after its end. */
  readonly progress: RequestProgress | null;
  /** The site's address as on a letter; empty if the site is unknown. */
  readonly siteLines: readonly string[];
  /** The site's phone and fax. */
  readonly contacts: ReadonlyArray<readonly [name: string, value: string]>;
  readonly packet:
    | {
        readonly preparedOn: string;
        readonly sendBy: string;
        readonly answerBy: string;
        readonly sentAt: Date | null;
        readonly sentWay: PacketWay | null;
        readonly trackingNumber: string | null;
      }
    | undefined;
  /** Whether the authorization covers the dates of service, as a sentence; `null` if that isn't known. */
  readonly datesOfService: string | null;
  readonly steps: ReadonlyArray<{
    readonly status: RecordRequestStatus;
    readonly reason: string | null;
    readonly actorName: string;
    readonly createdAt: Date;
  }>;
  readonly notes: ReadonlyArray<{
    readonly authorName: string;
    readonly content: string;
    readonly createdAt: Date;
  }>;
  readonly contactLog: readonly ShownContact[];
  readonly fees: ReadonlyArray<Pick<Fee, 'amountCents' | 'basis' | 'status' | 'createdAt'>>;
  readonly files: ReadonlyArray<{
    readonly uid: string;
    readonly area: keyof typeof areaNames;
    readonly fileName: string;
    readonly sizeBytes: number;
    readonly createdAt: Date;
    readonly isHandedOut: boolean;
  }>;
  /** How the enclosed authorization fits the request. */
  readonly comparison: ShownComparison;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly workflowUrl: string | undefined;
  /** In the company's time zone. */
  readonly today: string;
  readonly message: Message | undefined;
}

function actionOf({ request }: RequestShown, act: string): string {
  return deskPath('requests', request.uid, act);
}

function Version({ shown }: { readonly shown: RequestShown }) {
  return <input type="hidden" name="version" value={String(shown.request.version)} />;
}

function Packet({ shown }: { readonly shown: RequestShown }) {
  const { packet, request } = shown;
  const prepare = packet === undefined ? 'Create packet' : 'Regenerate packet';
  const isToSend = request.status === 'Submitted' && packet !== undefined && packet.sentAt === null;
  return (
    <section class="card" aria-labelledby="packet">
      <h2 id="packet">Packet</h2>
      {packet === undefined ? (
        <p class="muted">No packet yet.</p>
      ) : (
        <Facts
          facts={[
            ['Ready since', usDate(packet.preparedOn)],
            ['Send by', usDate(packet.sendBy)],
            ['Sent', <MaybeInstant at={packet.sentAt} never="Not yet" />],
            ...(packet.sentAt === null
              ? []
              : [
                  [
                    'Sent by',
                    [packet.sentWay && wayNames[packet.sentWay], packet.trackingNumber]
                      .filter(Boolean)
                      .join(', '),
                  ] as const,
                  ['Response due', usDate(packet.answerBy)] as const,
                ]),
          ]}
        />
      )}
      {request.status === 'Submitted' ? (
        <PacketComparison comparison={shown.comparison} request={request} />
      ) : null}
      {isToSend ? (
        <>
          <p>
            <a class="button" href={actionOf(shown, 'packet')}>
              View packet files
            </a>
          </p>
          <Form action={actionOf(shown, 'mark-sent')} label="Mark as sent">
            <Version shown={shown} />
            <ChoiceField
              id="way"
              name="way"
              label="Sent by"
              value="fax"
              options={packetWays.map(way => [way, wayNames[way]])}
            />
            <TextField
              id="tracking"
              name="tracking"
              label="Fax or tracking number"
              max={100}
              hint="Don't include patient data."
            />
            <button type="submit" class="main">
              Mark as sent
            </button>
          </Form>
        </>
      ) : null}
      {request.status === 'Submitted' ? (
        <Form action={actionOf(shown, 'prepare-packet')} label={prepare}>
          <button type="submit">{prepare}</button>
        </Form>
      ) : null}
    </section>
  );
}

function Move({ shown }: { readonly shown: RequestShown }) {
  const { request } = shown;
  return (
    <section class="card" aria-labelledby="move">
      <h2 id="move">Status</h2>
      <Form action={actionOf(shown, 'status')} label="Change status">
        <Version shown={shown} />
        <ChoiceField
          id="status"
          name="status"
          label="Status"
          value={request.status}
          options={recordRequestStatuses.map(status => [status, recordRequestStatusLabels[status]])}
        />
        <TextField
          id="tell"
          name="tell"
          label="Reason for the customer"
          max={textsMax.reason}
          hint="Shown in the customer's timeline."
        />
        <TextField
          id="reason"
          name="reason"
          label="Reason for the audit log"
          max={textsMax.reason}
          hint="Don't include patient data."
        />
        <Check name="withoutFiles" value="yes" isChecked={false}>
          Complete without files (enter a reason for the audit log)
        </Check>
        <button type="submit" class="main">
          Change status
        </button>
      </Form>
    </section>
  );
}

function Contact({ shown }: { readonly shown: RequestShown }) {
  const { request, today } = shown;
  return (
    <section class="card" aria-labelledby="contact-part">
      <h2 id="contact-part">Contact with the facility</h2>
      <Facts facts={contactFacts(shown)} />
      <ContactLog contacts={shown.contactLog} />
      <Form action={actionOf(shown, 'contact')} label="Save contact">
        <Version shown={shown} />
        <TextField id="contact" name="contact" label="Date of contact" type="date" value={today} isRequired />
        <ContactTextFields values={{ way: 'phone', person: '', outcome: '' }} />
        <TextField
          id="follow-up"
          name="followUp"
          label="Follow up on"
          type="date"
          value={request.followUpDate ?? ''}
          hint="From this date, the customer is notified once a day. Leave empty for no follow-up."
        />
        <button type="submit">Save contact</button>
      </Form>
    </section>
  );
}

function Fees({ shown: { fees, request } }: { readonly shown: RequestShown }) {
  return (
    <section class="part" aria-labelledby="fees">
      <h2 id="fees">Fees</h2>
      {fees.length === 0 ? (
        <p class="muted">No fees yet.</p>
      ) : (
        <Table
          caption="Fees"
          headings={['Amount', 'Basis', 'Status', 'Entered']}
          rows={fees.map(({ amountCents, basis, status, createdAt }) => [
            dollarText(amountCents),
            feeBasisLabels[basis],
            feeStatusLabels[status],
            <Instant at={createdAt} />,
          ])}
        />
      )}
      <p>
        <a class="button" href={deskPath('fees', request.uid)}>
          {fees.length === 0 ? 'Enter fee' : 'Enter or resolve fees'}
        </a>
      </p>
    </section>
  );
}

function Files({ shown }: { readonly shown: RequestShown }) {
  const { files, request } = shown;
  return (
    <section class="part" aria-labelledby="files">
      <h2 id="files">Files</h2>
      {files.length === 0 ? (
        <Empty>
          <p>No files yet. Files from the facility appear here when you attach them.</p>
        </Empty>
      ) : (
        <Table
          caption="Files"
          headings={['File', 'Type', 'Size', 'Added']}
          rows={files.map(({ uid, area, fileName, sizeBytes, createdAt, isHandedOut }) => [
            isHandedOut ? <a href={deskPath('requests', request.uid, 'files', uid)}>{fileName}</a> : fileName,
            areaNames[area],
            <span class="number">{sizeText(sizeBytes)}</span>,
            <Instant at={createdAt} />,
          ])}
        />
      )}
      {shown.project.status === 'Sandbox' ? null : <Attach shown={shown} />}
    </section>
  );
}

function Attach({ shown }: { readonly shown: RequestShown }) {
  return (
    <details class="more">
      <summary>Attach file</summary>
      <Form action={actionOf(shown, 'uploads')} label="Attach file">
        <FormKey />
        <TextField
          id="file-name"
          name="name"
          label="File name"
          isRequired
          max={255}
          hint={
            'With its extension, such as Medical Record.pdf. ' +
            "The name is part of URLs, so don't include patient data."
          }
        />
        <ChoiceField
          id="attached-as"
          name="as"
          label="File type"
          value="deliverable"
          options={[
            ['deliverable', 'Deliverable: received from the facility'],
            ['document', 'Document: goes with the request'],
            ['attachment', 'Attachment: such as a letter that there are no records'],
          ]}
        />
        <div class="choices">
          <Check name="newReturn" value="yes" isChecked={false}>
            First file since you asked the facility again
          </Check>
          <Check name="partOfPlan" value="yes" isChecked={false}>
            Requested in several parts
          </Check>
        </div>
        <button type="submit">Continue to upload</button>
      </Form>
    </details>
  );
}

function Timeline({ shown }: { readonly shown: RequestShown }) {
  const { steps, notes } = shown;
  return (
    <>
      <h2>Timeline</h2>
      <Table
        caption="Timeline"
        headings={['When', 'Status', 'By', 'Reason']}
        rows={steps.map(({ status, reason, actorName, createdAt }) => [
          <Instant at={createdAt} />,
          recordRequestStatusLabels[status],
          actorName,
          reason ?? '–',
        ])}
      />
      <h2>Notes</h2>
      {notes.length === 0 ? (
        <p class="muted">No notes yet.</p>
      ) : (
        <ul class="checks">
          {notes.map(({ authorName, content, createdAt }) => (
            <li class="check">
              <p class="muted small">
                {authorName}, <Instant at={createdAt} />
              </p>
              <p class="lines">{content}</p>
            </li>
          ))}
        </ul>
      )}
      <Form action={actionOf(shown, 'note')} label="Add note">
        <FormKey />
        <LinesField id="note" name="content" label="Note to the customer" max={textsMax.note} />
        <button type="submit">Add note</button>
      </Form>
    </>
  );
}

function factsOf(shown: RequestShown): ReadonlyArray<readonly [name: string, value: ComponentChildren]> {
  const { request, project, waitsFor, progress, siteLines, datesOfService } = shown;
  return [
    ['Request number', request.requestNumber],
    ['Patient', <a href={deskPath('patients', request.patientUid)}>{request.patientId}</a>],
    ['Company', `${project.companyId}, ${project.name} (${project.status})`],
    ['Waiting on', waitsFor === null ? 'Nothing' : waitNames[waitsFor]],
    ['Customer sees', progress?.says ?? '–'],
    ...(request.isHeldByCorrection
      ? [
          [
            'Facility in doubt',
            "The patient's details were corrected after this request, and only records found under the " +
              'earlier details named the facility.',
          ] as const,
        ]
      : []),
    ['Channel', request.channel ?? '–'],
    ...(request.channelFault === null
      ? []
      : [
          [
            "Channel can't be asked",
            `${channelFaultSentences[request.channelFault]} This is checked every hour, and the request ` +
              'continues once it is fixed. To send it another way, change its status to Submitted.',
          ] as const,
        ]),
    [
      'Facility',
      <>
        <a href={deskPath('sites', request.siteUid)}>{request.submittedSiteName}</a>{' '}
        <span class="muted">{siteLines.join(', ')}</span>
      </>,
    ],
    ['Dates of service', datesOf(request)],
    ['Authorization dates', datesOfService ?? '–'],
    ...(request.reference === null ? [] : [["Customer's reference", request.reference] as const]),
    ['Requested', <Instant at={request.createdAt} />],
    ['Customer needs it by', request.dueDate === null ? '–' : usDate(request.dueDate)],
    ['Certification', request.needsCertification ? "Custodian's affidavit requested" : '–'],
    ['Completed', request.completionDate === null ? '–' : usDate(request.completionDate)],
    ...(request.likelyDuplicateOfUid === null
      ? []
      : [
          [
            'Possible duplicate of',
            <a href={deskPath('requests', request.likelyDuplicateOfUid)}>an earlier request</a>,
          ] as const,
        ]),
  ];
}

function contactFacts({
  request,
  contacts,
}: RequestShown): ReadonlyArray<readonly [name: string, value: ComponentChildren]> {
  return [
    ...contacts,
    ['Last contact', request.lastContactDate === null ? 'None' : usDate(request.lastContactDate)],
    ['Follow-up', request.followUpDate === null ? 'None' : usDate(request.followUpDate)],
  ];
}

/** Renders the page of a record request. */
export function renderRequestPage(viewer: Viewer, shown: RequestShown): string {
  const { request, item, operatorUid, workflowUrl, message } = shown;
  return renderDeskPage({
    title: 'Record request',
    viewer,
    section: 'queue',
    crumbs: [['Record requests to resolve', `${deskPath()}?kind=recordRequest`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>
            {requestKindLabels[request.kind]}, {request.submittedSiteName}
          </h1>
          <Pill tone="neutral">{recordRequestStatusLabels[request.status]}</Pill>
          {request.isRush ? <Pill tone="warning">Rush</Pill> : null}
          <Assignment kind="recordRequest" uid={request.uid} item={item} operatorUid={operatorUid} />
          <WorkflowLink url={workflowUrl} />
        </div>
        <div class="review">
          <div class="details">
            <Packet shown={shown} />
            <Move shown={shown} />
            <Contact shown={shown} />
          </div>
          <div class="details">
            <Facts facts={factsOf(shown)} />
            <Fees shown={shown} />
            <Files shown={shown} />
            <Timeline shown={shown} />
          </div>
        </div>
      </>
    ),
  });
}

/** Renders the packet's files, each with a download link that works for an hour. */
export function renderPacketPage(
  viewer: Viewer,
  shown: {
    readonly request: Pick<
      RequestShown['request'],
      'uid' | 'kind' | 'startDateOfService' | 'endDateOfService'
    >;
    readonly comparison: ShownComparison;
    readonly files: ReadonlyArray<{ readonly fileName: string; readonly url: string }>;
  },
): string {
  return renderDeskPage({
    title: 'Packet files',
    viewer,
    section: 'queue',
    children: (
      <>
        <h1>Packet files</h1>
        <PacketComparison comparison={shown.comparison} request={shown.request} />
        <p>These links work for one hour. Send all of these files, and nothing else.</p>
        <ul class="checks">
          {shown.files.map(({ fileName, url }) => (
            <li>
              <a href={url} rel="noreferrer">
                {fileName}
              </a>
            </li>
          ))}
        </ul>
        <p>
          <a class="button" href={deskPath('requests', shown.request.uid)}>
            Back to record request
          </a>
        </p>
      </>
    ),
  });
}
