/**
 * `/desk/requests/{recordRequest}`: a record request, its packet, timeline, notes and files, and what moves
 * it on.
 */
import type { ComponentChildren } from 'preact';
import type { QueueItem } from '../../../domain/desk/queue';
import { packetWays } from '../../../domain/record-requests/packet';
import {
  recordRequestStatuses,
  type RecordRequestStatus,
} from '../../../domain/record-requests/record-request';
import { Check, ChoiceField, Form, LinesField, TextField } from '../../components/form';
import { Empty, Facts, Instant, MaybeInstant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Holding, WorkflowLink } from '../components/holding';
import { deskPath } from '../paths';

/** The longest reason, and the longest note. */
export const textsMax = { reason: 500, note: 10_000 } as const;

/** What the page shows. */
export interface RequestShown {
  readonly request: {
    readonly uid: string;
    readonly patientUid: string;
    readonly patientId: string;
    readonly kind: string;
    readonly status: RecordRequestStatus;
    readonly channel: string | null;
    readonly submittedSiteName: string;
    readonly siteUid: string;
    readonly startDateOfService: string | null;
    readonly endDateOfService: string | null;
    readonly followUpDate: string | null;
    readonly lastContactDate: string | null;
    readonly completionDate: string | null;
    readonly likelyDuplicateOfUid: string | null;
    readonly createdAt: Date;
    readonly version: number;
  };
  readonly project: { readonly companyId: string; readonly name: string; readonly status: string };
  readonly waitsFor: string | null;
  /** As a letter is addressed, with phone and fax; empty where the site is not known. */
  readonly siteLines: readonly string[];
  /** How its site is reached. */
  readonly contacts: ReadonlyArray<readonly [name: string, value: string]>;
  readonly packet:
    | {
        readonly preparedOn: string;
        readonly sendBy: string;
        readonly answerBy: string;
        readonly sentAt: Date | null;
        readonly sentWay: string | null;
        readonly trackingNumber: string | null;
      }
    | undefined;
  /** What the judgment of the dates of service says; null while there is none. */
  readonly datesOfService: string | null;
  readonly steps: ReadonlyArray<{
    readonly status: string;
    readonly reason: string | null;
    readonly actorName: string;
    readonly createdAt: Date;
  }>;
  readonly notes: ReadonlyArray<{
    readonly authorName: string;
    readonly content: string;
    readonly createdAt: Date;
  }>;
  readonly files: ReadonlyArray<{
    readonly uid: string;
    readonly area: string;
    readonly fileName: string;
    readonly sizeBytes: number;
    readonly createdAt: Date;
    readonly isHandedOut: boolean;
  }>;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly workflowUrl: string | undefined;
  /** In UTC. */
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
  const isToSend = request.status === 'Submitted' && packet !== undefined && packet.sentAt === null;
  return (
    <section class="card" aria-labelledby="packet">
      <h2 id="packet">Packet</h2>
      {packet === undefined ? (
        <p class="muted">There is none.</p>
      ) : (
        <Facts
          facts={[
            ['Ready since', packet.preparedOn],
            ['To be sent by', packet.sendBy],
            ['Sent', <MaybeInstant at={packet.sentAt} never="Not yet" />],
            ...(packet.sentAt === null
              ? []
              : [
                  ['By', [packet.sentWay, packet.trackingNumber].filter(Boolean).join(', ')] as const,
                  ['To be answered by', packet.answerBy] as const,
                ]),
          ]}
        />
      )}
      {isToSend ? (
        <>
          <p>
            <a class="button" href={actionOf(shown, 'packet')}>
              Its files
            </a>
          </p>
          <Form action={actionOf(shown, 'mark-sent')} label="Note that it was sent">
            <Version shown={shown} />
            <ChoiceField
              id="way"
              name="way"
              label="Sent by"
              value="fax"
              options={packetWays.map(way => [way, way])}
            />
            <TextField
              id="tracking"
              name="tracking"
              label="Number of the fax or the parcel"
              max={100}
              hint="Nothing of the patient in it."
            />
            <button type="submit" class="main">
              It was sent
            </button>
          </Form>
        </>
      ) : null}
      {request.status === 'Submitted' ? (
        <Form action={actionOf(shown, 'prepare-packet')} label="Have the packet made anew">
          <button type="submit">Have it made anew</button>
        </Form>
      ) : null}
    </section>
  );
}

function Move({ shown }: { readonly shown: RequestShown }) {
  const { request } = shown;
  return (
    <section class="card" aria-labelledby="move">
      <h2 id="move">Status by hand</h2>
      <Form action={actionOf(shown, 'status')} label="Set the status">
        <Version shown={shown} />
        <ChoiceField
          id="status"
          name="status"
          label="Status"
          value={request.status}
          options={recordRequestStatuses.map(status => [status, status])}
        />
        <TextField
          id="tell"
          name="tell"
          label="Why, for the customer to read"
          max={textsMax.reason}
          hint="It stands in their timeline."
        />
        <TextField
          id="reason"
          name="reason"
          label="Why, for the audit trail"
          max={textsMax.reason}
          hint="Write nothing of the patient."
        />
        <Check name="withoutFiles" value="yes" isChecked={false}>
          Completed although nothing came back; say why above
        </Check>
        <button type="submit" class="main">
          Set it
        </button>
      </Form>
    </section>
  );
}

function Contact({ shown }: { readonly shown: RequestShown }) {
  const { request, today } = shown;
  return (
    <section class="card" aria-labelledby="contact-part">
      <h2 id="contact-part">Contact with the site</h2>
      <Facts facts={contactFacts(shown)} />
      <Form action={actionOf(shown, 'contact')} label="Note a contact">
        <Version shown={shown} />
        <TextField id="contact" name="contact" label="Reached on" type="date" value={today} isRequired />
        <TextField
          id="follow-up"
          name="followUp"
          label="Follow up on"
          type="date"
          value={request.followUpDate ?? ''}
          hint="From that day on the customer is told once a day. Empty: not at all."
        />
        <button type="submit">Note it</button>
      </Form>
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
          <p>Nothing came back yet.</p>
        </Empty>
      ) : (
        <Table
          caption="Files"
          headings={['File', 'Of', 'Bytes', 'Since']}
          rows={files.map(({ uid, area, fileName, sizeBytes, createdAt, isHandedOut }) => [
            isHandedOut ? <a href={deskPath('requests', request.uid, 'files', uid)}>{fileName}</a> : fileName,
            area,
            sizeBytes,
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
      <summary>Attach a file</summary>
      <Form action={actionOf(shown, 'uploads')} label="Attach a file">
        <TextField
          id="file-name"
          name="name"
          label="Name under which it downloads"
          isRequired
          max={255}
          hint={
            'With its ending, such as Medical Record.pdf. ' +
            'It stands in addresses: write nothing of the patient.'
          }
        />
        <ChoiceField
          id="attached-as"
          name="as"
          label="What it is"
          value="deliverable"
          options={[
            ['deliverable', 'A deliverable: it came back from the site'],
            ['document', 'A document: it goes with the request'],
            ['attachment', 'An attachment: it lies on the request itself'],
          ]}
        />
        <div class="choices">
          <Check name="newReturn" value="yes" isChecked={false}>
            The site was asked again for it
          </Check>
          <Check name="partOfPlan" value="yes" isChecked={false}>
            It was asked for in several parts
          </Check>
        </div>
        <button type="submit">Choose the file</button>
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
        headings={['When', 'Status', 'By', 'Why']}
        rows={steps.map(({ status, reason, actorName, createdAt }) => [
          <Instant at={createdAt} />,
          status,
          actorName,
          reason ?? '–',
        ])}
      />
      <h2>Notes</h2>
      {notes.length === 0 ? (
        <p class="muted">There are none.</p>
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
      <Form action={actionOf(shown, 'note')} label="Write a note">
        <LinesField id="note" name="content" label="A note for the customer" max={textsMax.note} />
        <button type="submit">Write it</button>
      </Form>
    </>
  );
}

function factsOf(shown: RequestShown): ReadonlyArray<readonly [name: string, value: ComponentChildren]> {
  const { request, project, waitsFor, siteLines, datesOfService } = shown;
  const dates = [request.startDateOfService, request.endDateOfService]
    .map(date => date ?? 'open')
    .join(' to ');
  return [
    ['Patient', <a href={deskPath('patients', request.patientUid)}>{request.patientId}</a>],
    ['Company', `${project.companyId}, ${project.name} (${project.status})`],
    ['Waits for', waitsFor ?? 'nobody'],
    ['Sent through', request.channel ?? '–'],
    [
      'Site',
      <>
        <a href={deskPath('sites', request.siteUid)}>{request.submittedSiteName}</a>{' '}
        <span class="muted">{siteLines.join(', ')}</span>
      </>,
    ],
    ['Services', dates],
    ['Authorization', datesOfService ?? '–'],
    ['Asked for', <Instant at={request.createdAt} />],
    ['Completed on', request.completionDate ?? '–'],
    ...(request.likelyDuplicateOfUid === null
      ? []
      : [
          [
            'Likely repeats',
            <a href={deskPath('requests', request.likelyDuplicateOfUid)}>an earlier one</a>,
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
    ['Last contact', request.lastContactDate ?? 'Not yet'],
    ['Follow-up', request.followUpDate ?? 'None'],
  ];
}

/** A record request. */
export function renderRequestPage(viewer: Viewer, shown: RequestShown): string {
  const { request, item, operatorUid, workflowUrl, message } = shown;
  return renderDeskPage({
    title: 'Record request',
    viewer,
    section: 'queue',
    crumbs: [['Record requests', `${deskPath()}?kind=recordRequest`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>
            {request.kind}, {request.submittedSiteName}
          </h1>
          <Pill tone="neutral">{request.status}</Pill>
          <Holding kind="recordRequest" uid={request.uid} item={item} operatorUid={operatorUid} />
          <WorkflowLink url={workflowUrl} />
        </div>
        <div class="review">
          <div class="said">
            <Packet shown={shown} />
            <Move shown={shown} />
            <Contact shown={shown} />
          </div>
          <div class="said">
            <Facts facts={factsOf(shown)} />
            <Files shown={shown} />
            <Timeline shown={shown} />
          </div>
        </div>
      </>
    ),
  });
}

/** The files that are to be sent, each with where it downloads for an hour. */
export function renderPacketPage(
  viewer: Viewer,
  shown: {
    readonly requestUid: string;
    readonly files: ReadonlyArray<{ readonly fileName: string; readonly url: string }>;
  },
): string {
  return renderDeskPage({
    title: 'Packet',
    viewer,
    section: 'queue',
    children: (
      <>
        <h1>What is to be sent</h1>
        <p>These links are good for an hour. Send all of them, and nothing else.</p>
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
          <a class="button" href={deskPath('requests', shown.requestUid)}>
            Back to the record request
          </a>
        </p>
      </>
    ),
  });
}
