/**
 * `…/patients/{patient}`: a patient, as the member can see them. The title and the URL have no patient data.
 */
import { usDate } from '../../../domain/clinical/calendar-date';
import { requestKindLabels } from '../../../domain/status-labels';
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import { refusalFacts, type RefusalReason } from '../../../domain/authorizations/refusal-reason';
import { judgeLegibility } from '../../../domain/auth-checks/judge-document';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import type { RecordRequest } from '../../../domain/record-requests/record-request';
import type { SearchKind, SearchStatus } from '../../../domain/searches/search';
import type { WhoActs } from '../../../domain/searches/search-progress';
import {
  supportingName,
  type ListedSupporting,
} from '../../../domain/supporting-documents/supporting-document';
import {
  actorName,
  AuthorizationPill,
  RequestPill,
  SearchPill,
  supportingKindNames,
  VerdictPill,
} from '../components/patient-words';
import { AuthorizationTerm, type ShownTerm } from '../components/authorization-term';
import { Follow } from '../components/follow';
import { FormToSign } from '../components/form-to-sign';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientDetails, type PatientDetailsShown } from '../components/patient-details';
import { PatientProgress, type ProgressShown } from '../components/patient-progress';
import { PatientTabs } from '../components/patient-tabs';
import type { Viewer } from '../../visit';
import { Form } from '../../components/form';
import { Empty, Instant, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** Whether a search is on, and what turning it on or off does. */
export interface SearchSwitchShown {
  readonly isOn: boolean;
  /** Whether the company can turn it on. Turning it off is always possible. */
  readonly isAvailable: boolean;
  /** Whether turning it on sends the authorization back for review. */
  readonly sendsBack: boolean;
}

/** A search, as the page shows it. */
export interface ShownSearch {
  readonly kind: SearchKind;
  readonly name: string;
  readonly status: SearchStatus;
  /** Its state, and what it waits for. */
  readonly sentence: string;
  readonly since: Date;
  /** Who has to act; `null` for nobody. */
  readonly whoActs: WhoActs | null;
  /** What to do about it; absent if it continues automatically. */
  readonly remedy?: string;
  /** Absent if this member can't turn it on or off. */
  readonly switch?: SearchSwitchShown;
}

/** A check of the authorization, without the values read from the document. */
export interface ShownCheck {
  readonly label: string;
  /** `null` if it didn't run. */
  readonly status: VerdictStatus | null;
  readonly message: string | null;
  readonly remedy: string | null;
}

/** The content of the page. */
export interface PatientShown {
  readonly patient: PatientDetailsShown & {
    readonly authorizationStatus: AuthorizationStatus;
    readonly authorizationReason: RefusalReason | null;
    readonly authorizationUploadedAt: Date | null;
    readonly searchStatus: SearchStatus;
    readonly supportingDocuments: readonly ListedSupporting[];
  };
  readonly project: { readonly id: string; readonly name: string };
  /** Absent if the project's patients need no authorization. */
  readonly term?: ShownTerm;
  readonly isClosed: boolean;
  readonly progress: ProgressShown;
  readonly message: Message | undefined;
  readonly searches: readonly ShownSearch[];
  /** The facilities that a form to sign can name, latest first. */
  readonly facilities: ReadonlyArray<{ readonly uid: string; readonly name: string; readonly city: string }>;
  /** `null` while the document is being checked; absent if none is on file. */
  readonly checks?: readonly ShownCheck[] | null;
  /** Newest first. */
  readonly steps: ReadonlyArray<{
    readonly occurredAt: Date;
    readonly sentence: string;
    readonly by: string;
  }>;
  /** `null` for a role that can't view them. */
  readonly requests: readonly RecordRequest[] | null;
  /** The cursor of the next page; absent on the last one. */
  readonly laterFrom?: string;
  readonly following: { readonly isTracked: boolean; readonly isInherited: boolean };
}

type Parts = { readonly place: ShownPlace; readonly shown: PatientShown };

interface SwitchParts {
  readonly place: ShownPlace;
  readonly patient: PatientShown['patient'];
  readonly search: ShownSearch;
}

function Switch({ place, patient, search: { kind, name, switch: shown } }: SwitchParts) {
  if (shown === undefined) return <span class="muted">–</span>;
  const { isOn, isAvailable, sendsBack } = shown;
  if (!isOn && !isAvailable)
    return <span class="muted">Not available to your company. Ask {place.supportName} to enable it.</span>;
  return (
    <details class="inner">
      <summary>{isOn ? 'Turn off' : 'Turn on'}</summary>
      <Form
        action={pathIn(place, 'patients', patient.uid, 'searches', kind)}
        label={`Turn ${isOn ? 'off' : 'on'} ${name}`}
      >
        <input type="hidden" name="to" value={isOn ? 'off' : 'on'} />
        <input type="hidden" name="seen" value={patient.authorizationStatus} />
        <p class="small">
          {isOn
            ? 'A search that is already running continues, and its results are kept.'
            : 'The search starts as soon as nothing is blocking it.'}
          {sendsBack
            ? ' The authorization goes back for review. Work that needs it waits for a new approval.'
            : null}
        </p>
        <button type="submit">
          Turn {isOn ? 'off' : 'on'} {name}
        </button>
      </Form>
    </details>
  );
}

function Searches({ place, shown }: Parts) {
  const { patient, searches } = shown;
  const isSwitched = searches.some(search => search.switch !== undefined);
  return (
    <section class="card" aria-labelledby="searches">
      <div class="head">
        <h2 id="searches">Searches</h2>
        <SearchPill status={patient.searchStatus} />
      </div>
      <Table
        caption="Searches"
        headings={['Search', 'Status', 'Details', 'Since', 'Waiting on', ...(isSwitched ? ['Action'] : [])]}
        rows={searches.map(search => [
          search.name,
          <SearchPill status={search.status} />,
          <>
            {search.sentence}
            {search.remedy === undefined ? null : <span class="muted"> {search.remedy}</span>}
          </>,
          <Instant at={search.since} />,
          actorName(search.whoActs, place.supportName),
          ...(isSwitched ? [<Switch place={place} patient={patient} search={search} />] : []),
        ])}
      />
    </section>
  );
}

function Check({ check: { label, status, message, remedy } }: { readonly check: ShownCheck }) {
  return (
    <li>
      <VerdictPill status={status} /> <strong>{label}</strong>
      {message === null ? null : <p>{message}</p>}
      {remedy === null ? null : <p class="muted">{remedy}</p>}
    </li>
  );
}

function Checks({ checks }: { readonly checks: readonly ShownCheck[] | null }) {
  if (checks === null)
    return <p class="muted">The document is being checked. Reload the page in a few seconds.</p>;
  const open = checks.filter(({ status }) => status === 'failed' || status === 'warning');
  const rest = checks.filter(check => !open.includes(check));
  return (
    <>
      {open.length === 0 ? (
        <p>No problems found.</p>
      ) : (
        <ul class="attempts">
          {open.map(check => (
            <Check check={check} />
          ))}
        </ul>
      )}
      <details class="more">
        <summary>Other checks</summary>
        <ul class="attempts">
          {rest.map(check => (
            <Check check={check} />
          ))}
        </ul>
      </details>
    </>
  );
}

function supportingWords({ kind, status, refusal }: ListedSupporting): string {
  if (status === 'pending') return 'Being read';
  if (refusal !== null) return `Can't be read. ${judgeLegibility(refusal).message}`;
  return kind === null ? 'Unrecognized document' : supportingKindNames[kind];
}

function Reason({ reason }: { readonly reason: RefusalReason }) {
  const { label, remedy } = refusalFacts(reason);
  return (
    <Notice tone="warning">
      {label}. {remedy}
    </Notice>
  );
}

function Authorization({ place, shown }: Parts) {
  const { patient, checks, term } = shown;
  const mayUpload = place.permissions.has('ManagePatients') && !shown.isClosed;
  const documentPath = pathIn(place, 'patients', patient.uid, 'authorization');
  return (
    <section class="card" aria-labelledby="authorization">
      <div class="head">
        <h2 id="authorization">Authorization</h2>
        <AuthorizationPill
          status={patient.authorizationStatus}
          hasDocument={shown.progress.next !== 'uploadAuthorization'}
        />
      </div>
      {patient.authorizationUploadedAt === null || checks === undefined ? (
        <p>
          No authorization yet. {/* The next step has the same button. */}
          {mayUpload && shown.progress.next !== 'uploadAuthorization' ? (
            <a class="button" href={pathIn(place, 'patients', patient.uid, 'documents')}>
              Upload authorization
            </a>
          ) : null}
        </p>
      ) : (
        <>
          <p>
            <a href={documentPath}>Download authorization</a>{' '}
            <span class="muted">
              Uploaded <Instant at={patient.authorizationUploadedAt} />
            </span>
          </p>
          <Checks checks={checks} />
        </>
      )}
      {patient.authorizationReason === null ? null : <Reason reason={patient.authorizationReason} />}
      {term === undefined ? null : <FormToSign place={place} shown={shown} />}
      {term === undefined ? null : <AuthorizationTerm place={place} patientUid={patient.uid} term={term} />}
      {patient.supportingDocuments.map(document => (
        <p>
          <code>{supportingName(document.number)}</code>: {supportingWords(document)}
        </p>
      ))}
    </section>
  );
}

/** Returns the dates of service of a request. */
function daysOf({ startDateOfService: from, endDateOfService: until }: RecordRequest): string {
  if (from === null && until === null) return 'All dates';
  const [first, last] = [from, until].map(day => (day === null ? '' : usDate(day)));
  if (from === null) return `Until ${last}`;
  return until === null ? `From ${first}` : `${first} to ${last}`;
}

function Requests({ place, shown }: Parts) {
  const { requests, patient, laterFrom } = shown;
  if (requests === null) return null;
  const path = pathIn(place, 'patients', patient.uid);
  return (
    <section aria-labelledby="requests">
      <div class="head">
        <h2 id="requests">Record requests</h2>
        {place.permissions.has('ManageRecordRequests') && !shown.isClosed ? (
          <a class="button aside" href={pathIn(place, 'patients', patient.uid, 'record-requests', 'new')}>
            Request records
          </a>
        ) : null}
      </div>
      {requests.length === 0 ? (
        <Empty>
          <p>No record requests yet. Each kind of records from a facility has its own request.</p>
        </Empty>
      ) : (
        <Table
          caption="Record requests"
          headings={['Facility', 'Records', 'Status', 'Dates of service', 'Requested']}
          rows={requests.map(request => [
            <a href={pathIn(place, 'patients', patient.uid, 'record-requests', request.uid)}>
              {request.submittedSiteName}
            </a>,
            requestKindLabels[request.kind],
            <RequestPill status={request.status} />,
            daysOf(request),
            <Instant at={request.createdAt} />,
          ])}
        />
      )}
      {laterFrom === undefined ? null : (
        <p>
          <a class="button" href={withQuery(path, { after: laterFrom })}>
            Show newer
          </a>
        </p>
      )}
    </section>
  );
}

/** Renders the page of a patient. */
export function renderPatientPage(viewer: Viewer, place: ShownPlace, shown: PatientShown): string {
  const { patient, steps, message, isClosed } = shown;
  return renderConsolePage({
    title: 'Patient',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="overview">
          <Follow
            noun="patient"
            action={pathIn(place, 'patients', patient.uid, 'follow')}
            listPath={pathIn(place, 'patients')}
            following={shown.following}
          />
          {place.permissions.has('ManagePatients') && !isClosed ? (
            <a class="button" href={pathIn(place, 'patients', patient.uid, 'edit')}>
              Edit patient
            </a>
          ) : null}
        </PatientTabs>
        <MessageNotice message={message} />
        {isClosed ? <Notice tone="neutral">{projectIsClosed(place.supportName)}</Notice> : null}
        <PatientProgress place={place} patientUid={patient.uid} progress={shown.progress} />
        <PatientDetails
          place={place}
          patient={patient}
          project={shown.project}
          mayEdit={place.permissions.has('ManagePatients') && !isClosed}
        />
        <Searches place={place} shown={shown} />
        <Authorization place={place} shown={shown} />
        <Requests place={place} shown={shown} />
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          {steps.length === 0 ? (
            <p class="muted">No activity yet.</p>
          ) : (
            <Table
              caption="Timeline, newest first"
              headings={['When', 'Event', 'By']}
              rows={steps.map(({ occurredAt, sentence, by }) => [<Instant at={occurredAt} />, sentence, by])}
            />
          )}
        </section>
      </>
    ),
  });
}
