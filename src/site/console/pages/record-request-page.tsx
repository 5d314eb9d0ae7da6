/** `…/patients/{patient}/record-requests/{request}`: a record request with its timeline, files, and notes. */
import { recordRequestStatusLabels, requestKindLabels } from '../../../domain/status-labels';
import type { Permission } from '../../../domain/access/permissions';
import type { Site } from '../../../domain/clinical/site';
import type { Note } from '../../../domain/record-requests/note';
import { latestReplacement } from '../../../domain/record-requests/contact';
import { headText, type AskedRequest } from '../../../domain/record-requests/asked';
import { repeatOf } from '../../../domain/record-requests/missing-records';
import { takesFees } from '../../../domain/record-requests/fees';
import { isOpen, type RecordRequest } from '../../../domain/record-requests/record-request';
import type { Tag } from '../../../domain/record-requests/tags';
import { turnaroundDays, turnaroundText, type Turnaround } from '../../../domain/record-requests/turnaround';
import type { TimelineStep } from '../../../domain/record-requests/timeline';
import type { RequestProgress } from '../../../domain/record-requests/request-progress';
import { naming } from '../../../domain/searches/search-progress';
import { actorName, RequestPill, waitingText } from '../components/patient-words';
import { Follow } from '../components/follow';
import { nameOf } from '../components/patient-tabs';
import { Attachments, Documents, FilesReceived, type ShownFile } from '../components/request-files';
import type { ShownContact } from '../../components/contact-log';
import { RequestContacts, type ContactValues } from '../components/request-contacts';
import { RequestFees, type RefusedResponse } from '../components/request-fees';
import type { ShownFee } from '../../components/fee-facts';
import { OwnReminder, ReminderForm, type ReminderValues } from '../components/request-reminder';
import { RequestNotes } from '../components/request-notes';
import type { ListedMember } from '../components/request-filters';
import {
  AssigneeForm,
  DetailsForm,
  TagsForm,
  tagsText,
  type DetailValues,
} from '../components/request-terms';
import { usDate } from '../../../domain/clinical/calendar-date';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { Facts, Instant, MessageNotice, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** A form of the page that was refused. */
export type RefusedForm = { readonly typed: string; readonly problems: FieldProblems | undefined } & (
  | { readonly form: 'followUp' | 'document' | 'tags' | 'assignee' }
  /** The contact that was typed. */
  | { readonly form: 'contact'; readonly contact: ContactValues }
  /** The response to a fee. */
  | { readonly form: 'fee'; readonly response: RefusedResponse }
  /** The reminder that was typed. */
  | { readonly form: 'reminder'; readonly reminder: ReminderValues }
  /** The details that were typed. */
  | { readonly form: 'details'; readonly details: DetailValues }
  /** `noteId` is `null` for a new note. */
  | { readonly form: 'note'; readonly noteId: string | null }
);

/** The content of the page. */
export interface RecordRequestShown {
  readonly patientUid: string;
  /** Whom it is about; `undefined` for a role that can't see patients. */
  readonly patient:
    | { readonly firstName: string; readonly lastNames: readonly string[]; readonly reference: string | null }
    | undefined;
  /** The facility as it is known now. */
  readonly site: Site | undefined;
  readonly asked: AskedRequest | undefined;
  readonly turnaround: Turnaround | undefined;
  /** The member who looks, whose own notes can be edited. */
  readonly userUid: string;
  /** The key of the form that adds a note. */
  readonly formKey: string;
  /** The form that was refused, and what was typed into it. */
  readonly refused: RefusedForm | undefined;
  readonly isClosed: boolean;
  readonly message: Message | undefined;
  readonly request: RecordRequest;
  /** What it waits for; `null` after its end. */
  readonly progress: RequestProgress | null;
  readonly deliverables: readonly ShownFile[];
  readonly attachments: readonly ShownFile[];
  readonly chart: ShownFile | undefined;
  readonly documents: readonly ShownFile[];
  readonly steps: readonly TimelineStep[];
  readonly notes: readonly Note[];
  readonly contacts: readonly ShownContact[];
  /** Oldest first. */
  readonly fees: readonly ShownFee[];
  /** In the company's time zone. */
  readonly today: string;
  readonly tags: readonly Tag[];
  readonly assignee:
    { readonly membershipUid: string; readonly name: string; readonly isFormer: boolean } | undefined;
  readonly members: readonly ListedMember[];
  /** The membership of the member who looks. */
  readonly membershipUid: string;
  /** The one of the member who looks; `undefined` for none. */
  readonly reminder: { readonly remindOn: string; readonly note: string | null } | undefined;
  readonly following: { readonly isTracked: boolean; readonly isInherited: boolean };
}

interface Parts {
  readonly place: ShownPlace;
  readonly shown: RecordRequestShown;
}

function Cancel({ place, shown }: Parts) {
  const { patientUid, request, isClosed } = shown;
  if (isClosed || !isOpen(request.status) || !place.permissions.has('ManageRecordRequests')) return null;
  return (
    <details class="more">
      <summary>Cancel record request</summary>
      <div>
        <p>
          We'll stop requesting records from the facility. Files that have already arrived stay. You can't
          undo this: if you need the records later, create a new request.
        </p>
        <Form
          action={pathIn(place, 'patients', patientUid, 'record-requests', request.uid, 'cancel')}
          label="Cancel record request"
        >
          <button type="submit" class="danger">
            Cancel record request
          </button>
        </Form>
      </div>
    </details>
  );
}

function Details({ place, shown }: Parts) {
  const { patientUid, request, isClosed, refused } = shown;
  if (isClosed || !place.permissions.has('ManageRecordRequests')) return null;
  return (
    <DetailsForm
      path={pathIn(place, 'patients', patientUid, 'record-requests', request.uid)}
      stored={{ reference: request.reference ?? '', dueDate: request.dueDate ?? '' }}
      {...(refused?.form === 'details'
        ? { refused: { typed: refused.details, problems: refused.problems } }
        : {})}
    />
  );
}

function FollowUp({ place, shown }: Parts) {
  const { patientUid, request, isClosed, refused } = shown;
  if (isClosed || !place.permissions.has('ManageRecordRequests')) return null;
  const problems = refused?.form === 'followUp' ? refused.problems : undefined;
  const seen = request.followUpDate ?? '';
  return (
    <details class="more" open={refused?.form === 'followUp'}>
      <summary>Set follow-up date</summary>
      <Form
        action={pathIn(place, 'patients', patientUid, 'record-requests', request.uid, 'follow-up')}
        label="Set follow-up date"
        problems={problems}
      >
        <input type="hidden" name="seen" value={seen} />
        <TextField
          id="followUpDate"
          name="followUpDate"
          label="Follow-up date"
          type="date"
          value={refused?.form === 'followUp' ? refused.typed : seen}
          hint="From this day on, the request counts as due for follow-up. Leave it empty for none."
        />
        <button type="submit">Save date</button>
      </Form>
    </details>
  );
}

/** The forms for the tags and the assignee. */
function Handling({ place, shown }: Parts) {
  const { patientUid, request, isClosed, refused, tags, assignee, members, membershipUid } = shown;
  if (isClosed || !place.permissions.has('ManageRecordRequests')) return null;
  const path = pathIn(place, 'patients', patientUid, 'record-requests', request.uid);
  const refusedIn = (form: 'tags' | 'assignee') => (refused?.form === form ? { refused } : {});
  return (
    <>
      <AssigneeForm
        path={path}
        assignee={assignee}
        members={members}
        membershipUid={membershipUid}
        {...refusedIn('assignee')}
      />
      <TagsForm path={path} tags={tags} {...refusedIn('tags')} />
    </>
  );
}

/** Returns the address, after the name if it differs from the submitted one. */
function facilityOf(site: Site, { submittedSiteName }: RecordRequest): string {
  const { name, addressLine1, city, state, zip } = site;
  const address = `${addressLine1}, ${city}, ${state} ${zip}`;
  return name === submittedSiteName ? address : `${name}, ${address}`;
}

/** Returns the reference of the request, or else the patient's, as such. */
function ownReference({ request, patient }: RecordRequestShown) {
  if (request.reference !== null) return request.reference;
  if (patient === undefined || patient.reference === null) return <span class="muted">None</span>;
  return (
    <>
      {patient.reference} <span class="muted">(the patient's)</span>
    </>
  );
}

function assigneeWords({ assignee }: RecordRequestShown) {
  if (assignee === undefined) return <span class="muted">No one</span>;
  if (!assignee.isFormer) return assignee.name;
  return (
    <>
      {assignee.name} <span class="muted">(former member: can't see this record request)</span>
    </>
  );
}

/** The follow-up date, and which one a contact replaced: support and the company share it (DESK-58). */
function FollowUpFact({ shown: { request, contacts } }: Pick<Parts, 'shown'>) {
  const { followUpDate } = request;
  const replacing = latestReplacement(contacts, request);
  return (
    <>
      {followUpDate === null ? <span class="muted">None</span> : usDate(followUpDate)}
      {replacing === undefined || replacing.replacedOn === null ? null : (
        <span class="muted">
          {' '}
          ({followUpDate === null ? 'cleared' : 'set'} by {replacing.author.name},{' '}
          <Instant at={replacing.createdAt} />; it was {usDate(replacing.replacedOn)} before)
        </span>
      )}
    </>
  );
}

function TurnaroundFact({ turnaround }: { readonly turnaround: Turnaround }) {
  return (
    <>
      {turnaroundText(turnaround)}{' '}
      <span class="muted">(yours, from sending to answer, in the last {turnaroundDays} days)</span>
    </>
  );
}

function factsOf({ place, shown }: Parts): Parameters<typeof Facts>[0]['facts'] {
  const { request, site } = shown;
  const day = (value: string | null) => (value === null ? <span class="muted">None</span> : usDate(value));
  return [
    ['Request number', request.requestNumber],
    ['Records', requestKindLabels[request.kind]],
    ...(site === undefined ? [] : [['Facility', facilityOf(site, request)] as const]),
    ...(shown.turnaround === undefined
      ? []
      : [['Turnaround', <TurnaroundFact turnaround={shown.turnaround} />] as const]),
    [
      'Other requests',
      <a href={withQuery(pathIn(place, 'record-requests'), { view: 'all', facility: request.siteUid })}>
        All requests to this facility
      </a>,
    ],
    ['First date of service', day(request.startDateOfService)],
    ['Last date of service', day(request.endDateOfService)],
    ['Reference', ownReference(shown)],
    ['Due date', day(request.dueDate)],
    ['Assigned to', assigneeWords(shown)],
    ['Tags', shown.tags.length === 0 ? <span class="muted">None</span> : tagsText(shown.tags)],
    ...(request.needsCertification ? [['Certification', "Custodian's affidavit requested"] as const] : []),
    ['Last contact', day(request.lastContactDate)],
    ['Follow-up', <FollowUpFact shown={shown} />],
    ['Completed', day(request.completionDate)],
    ['ID in the API', <code>{request.uid}</code>],
  ];
}

function Progress({
  place: { supportName },
  progress,
}: {
  readonly place: ShownPlace;
  readonly progress: RequestProgress | null;
}) {
  if (progress === null) return null;
  const { says, remedy, whoActs, since } = progress;
  return (
    <p>
      {naming(supportName, says)}
      {remedy === null ? null : ` ${naming(supportName, remedy)}`}{' '}
      <span class="muted">
        Since <Instant at={since} />
        {whoActs === null ? null : `. Waiting on: ${actorName(whoActs, supportName)}`}
      </span>
    </p>
  );
}

function HeadWords({ shown: { request, asked, today } }: Pick<Parts, 'shown'>) {
  const text = headText(request, { daysOut: asked?.daysOut ?? null, today });
  return text === '' ? null : <span>{text}</span>;
}

/** Says who is waited for, or how the request ended without files. */
function noFilesText({ place, shown }: Parts): string {
  const { asked, today, request } = shown;
  const { status } = request;
  if (!isOpen(status)) return `No files. The request ended with: ${recordRequestStatusLabels[status]}.`;
  if (asked === undefined) return 'No files yet.';
  return `No files yet. ${waitingText(asked, { status, today }, place.supportName)}`;
}

/** The link to a form that repeats the request after its end. */
function RepeatLink({ place, shown }: Parts) {
  const { patientUid, request, isClosed } = shown;
  const repeat = repeatOf(request.status);
  const { permissions } = place;
  const mayRequest = permissions.has('ManageRecordRequests') && permissions.has('ViewPatients');
  if (repeat === null || isClosed || !mayRequest) return null;
  const path = pathIn(place, 'patients', patientUid, 'record-requests', 'new');
  return (
    <p class="noprint">
      <a class="button" href={withQuery(path, { from: request.uid })}>
        {repeat === 'missing' ? 'Request what is missing' : 'Request again'}
      </a>
    </p>
  );
}

/** Renders the page of a record request. Its title has no patient data. */
export function renderRecordRequestPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: RecordRequestShown,
): string {
  const { patientUid, patient, request, documents, steps, notes, message, isClosed, refused } = shown;
  const patientPath = pathIn(place, 'patients', patientUid);
  const path = `${patientPath}/record-requests/${request.uid}`;
  const may = (permission: Permission): boolean => !isClosed && place.permissions.has(permission);
  const patientName = patient === undefined ? 'Patient' : nameOf(patient);
  const writing = {
    userUid: shown.userUid,
    formKey: shown.formKey,
    problems: refused?.problems,
    ...(refused?.form === 'note' ? { typed: { noteId: refused.noteId, content: refused.typed } } : {}),
  };
  const upload = {
    typed: refused?.form === 'document' ? refused.typed : '',
    problems: refused?.form === 'document' ? refused.problems : undefined,
  };
  return renderConsolePage({
    title: 'Record request',
    viewer,
    place,
    section: 'patients',
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      [patientName, patientPath],
    ],
    children: (
      <>
        <div class="head">
          <h1>{request.submittedSiteName}</h1>
          <RequestPill status={request.status} />
          <HeadWords shown={shown} />
          {patient === undefined ? null : (
            <span>
              for <a href={patientPath}>{patientName}</a>
            </span>
          )}
          <Follow
            noun="record request"
            action={`${path}/follow`}
            listPath={pathIn(place, 'record-requests')}
            following={shown.following}
          />
        </div>
        <MessageNotice message={message} />
        <OwnReminder action={`${path}/reminder`} reminder={shown.reminder} today={shown.today} />
        <Progress place={place} progress={shown.progress} />
        {shown.progress?.reason === 'facilityInDoubt' && may('ManageRecordRequests') ? (
          <Form action={`${path}/confirm-facility`} label="Confirm facility">
            <button type="submit">Confirm facility</button>
          </Form>
        ) : null}
        <RepeatLink place={place} shown={shown} />
        <RequestFees
          fees={shown.fees}
          path={`${path}/fees`}
          supportName={place.supportName}
          mayRespond={may('ApproveFees') && takesFees(request.status)}
          {...(refused?.form === 'fee' ? { refused: refused.response } : {})}
        />
        <Facts facts={factsOf({ place, shown })} />
        <section aria-labelledby="received">
          <h2 id="received">Files received</h2>
          <FilesReceived
            path={path}
            deliverables={shown.deliverables}
            chart={shown.chart}
            waiting={noFilesText({ place, shown })}
          />
        </section>
        <Attachments path={path} files={shown.attachments} />
        <Documents path={path} documents={documents} {...(may('UploadProviderPacket') ? { upload } : {})} />
        <RequestContacts
          contacts={shown.contacts}
          path={`${path}/contacts`}
          {...(may('ManageRecordRequests')
            ? {
                writing: {
                  formKey: shown.formKey,
                  today: shown.today,
                  problems: refused?.problems,
                  ...(refused?.form === 'contact' ? { typed: refused.contact } : {}),
                },
              }
            : {})}
        />
        <RequestNotes
          notes={notes}
          path={`${path}/notes`}
          {...(may('ManageRecordRequests') ? { writing } : {})}
        />
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <Table
            caption="Timeline"
            headings={['When', 'Status', 'Reason', 'By']}
            rows={steps.map(({ createdAt, status, reason, actor }) => [
              <Instant at={createdAt} />,
              <RequestPill status={status} />,
              reason ?? '–',
              actor.name,
            ])}
          />
        </section>
        <Handling place={place} shown={shown} />
        <Details place={place} shown={shown} />
        <FollowUp place={place} shown={shown} />
        <ReminderForm
          action={`${path}/reminder`}
          reminder={shown.reminder}
          {...(refused?.form === 'reminder'
            ? { refused: { typed: refused.reminder, problems: refused.problems } }
            : {})}
        />
        <Cancel place={place} shown={shown} />
      </>
    ),
  });
}
