/**
 * `…/patients/{patient}`: one patient as the member may see them. Nothing of them stands in the title or in
 * the address.
 */
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import type { RecordRequest } from '../../../domain/record-requests/record-request';
import type { SearchKind, SearchStatus } from '../../../domain/searches/search';
import {
  supportingName,
  type ListedSupporting,
} from '../../../domain/supporting-documents/supporting-document';
import {
  AuthorizationPill,
  inWords,
  requestKindNames,
  RequestPill,
  SearchPill,
  VerdictPill,
} from '../components/patient-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Form } from '../../components/form';
import { Empty, Facts, Instant, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** Whether a search is switched on, and what switching it does. */
export interface SearchSwitchShown {
  readonly isOn: boolean;
  /** Whether it may be had; one that is on may be switched off in any case. */
  readonly isAvailable: boolean;
  /** Whether switching it on sends the authorization back for review. */
  readonly sendsBack: boolean;
}

/** A search as it is shown. */
export interface ShownSearch {
  readonly kind: SearchKind;
  readonly name: string;
  readonly status: SearchStatus;
  /** Where it stands, and why it waits. */
  readonly sentence: string;
  /** What to do about it; absent where it goes on by itself. */
  readonly remedy?: string;
  /** Absent where nobody, or not this member, switches it. */
  readonly switch?: SearchSwitchShown;
}

/** A check of the authorization as it is shown: never with what stands on the document. */
export interface ShownCheck {
  readonly label: string;
  /** Null: it did not run. */
  readonly status: VerdictStatus | null;
  readonly message: string | null;
  readonly remedy: string | null;
}

/** What the page shows. */
export interface PatientShown {
  readonly patient: {
    readonly uid: string;
    readonly id: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
    readonly dateOfBirth: string;
    readonly dateOfDeath: string | null;
    readonly sex: string | null;
    readonly zipCodes: readonly string[];
    readonly city: string | null;
    readonly state: string | null;
    readonly mobile: string | null;
    readonly email: string | null;
    readonly authorizationStatus: AuthorizationStatus;
    readonly authorizationUploadedAt: Date | null;
    readonly searchStatus: SearchStatus;
    readonly supportingDocuments: readonly ListedSupporting[];
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly project: { readonly id: string; readonly name: string };
  readonly isClosed: boolean;
  readonly message: Message | undefined;
  readonly searches: readonly ShownSearch[];
  /** Null while the document on file is being checked; absent where none is on file. */
  readonly checks?: readonly ShownCheck[] | null;
  /** The latest first. */
  readonly steps: ReadonlyArray<{
    readonly occurredAt: Date;
    readonly sentence: string;
    readonly by: string;
  }>;
  /** Null for a role that may not see them. */
  readonly requests: readonly RecordRequest[] | null;
  /** Where the later requests begin, while there are some. */
  readonly laterFrom?: string;
}

type Parts = { readonly place: ShownPlace; readonly shown: PatientShown };

function Details({ place, shown }: Parts) {
  const { patient, project } = shown;
  const [current = '', ...others] = patient.lastNames;
  const given = (value: string | null) => value ?? <span class="muted">not said</span>;
  return (
    <Facts
      facts={[
        ['Your id', <code>{patient.id}</code>],
        ['Given name', patient.firstName],
        ['Last name', current],
        ...(others.length === 0 ? [] : [['Other last names', others.join(', ')] as const]),
        ['Born', patient.dateOfBirth],
        ...(patient.dateOfDeath === null ? [] : [['Died', patient.dateOfDeath] as const]),
        ['Sex', given(patient.sex)],
        ['ZIP codes', given(patient.zipCodes.length === 0 ? null : patient.zipCodes.join(', '))],
        ['City, state', given([patient.city, patient.state].filter(Boolean).join(', ') || null)],
        ['Phone', given(patient.mobile)],
        ['E-mail', given(patient.email)],
        ['Project', place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>],
        ['Registered', <Instant at={patient.createdAt} />],
        ['Changed', <Instant at={patient.updatedAt} />],
      ]}
    />
  );
}

interface SwitchParts {
  readonly place: ShownPlace;
  readonly patient: PatientShown['patient'];
  readonly search: ShownSearch;
}

function Switch({ place, patient, search: { kind, name, switch: shown } }: SwitchParts) {
  if (shown === undefined) return <span class="muted">–</span>;
  const { isOn, isAvailable, sendsBack } = shown;
  if (!isOn && !isAvailable)
    return (
      <span class="muted">Not available to your company. Ask the delivery team to have it approved.</span>
    );
  return (
    <details class="inner">
      <summary>{isOn ? 'Switch off' : 'Switch on'}</summary>
      <Form
        action={pathIn(place, 'patients', patient.uid, 'searches', kind)}
        label={`Switch ${name} ${isOn ? 'off' : 'on'}`}
      >
        <input type="hidden" name="to" value={isOn ? 'off' : 'on'} />
        <input type="hidden" name="seen" value={patient.authorizationStatus} />
        <p class="small">
          {isOn
            ? 'What is on its way goes on, and what it brings is kept.'
            : 'It is sent as soon as nothing is in its way.'}
          {sendsBack ? ' The authorization goes back for review, and what waits for it waits again.' : null}
        </p>
        <button type="submit">
          Switch {name} {isOn ? 'off' : 'on'}
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
        headings={['Search', 'Status', 'Where it stands', ...(isSwitched ? ['Change'] : [])]}
        rows={searches.map(search => [
          search.name,
          <SearchPill status={search.status} />,
          <>
            {search.sentence}
            {search.remedy === undefined ? null : <span class="muted"> {search.remedy}</span>}
          </>,
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
  if (checks === null) return <p class="muted">The document is being checked. Load this page again.</p>;
  const open = checks.filter(({ status }) => status === 'failed' || status === 'warning');
  const rest = checks.filter(check => !open.includes(check));
  return (
    <>
      {open.length === 0 ? (
        <p>The check of the document found nothing to mend.</p>
      ) : (
        <ul class="attempts">
          {open.map(check => (
            <Check check={check} />
          ))}
        </ul>
      )}
      <details class="more">
        <summary>What else was checked</summary>
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
  if (status === 'pending') return 'is being read';
  if (refusal !== null) return `cannot be read: ${inWords(refusal).toLowerCase()}`;
  return kind === null ? 'of a kind that is not recognized' : inWords(kind).toLowerCase();
}

function Authorization({ place, shown }: Parts) {
  const { patient, checks } = shown;
  const documentPath = pathIn(place, 'patients', patient.uid, 'authorization');
  return (
    <section class="card" aria-labelledby="authorization">
      <div class="head">
        <h2 id="authorization">Authorization</h2>
        <AuthorizationPill status={patient.authorizationStatus} />
      </div>
      {patient.authorizationUploadedAt === null || checks === undefined ? (
        <p>
          No document is on file. Upload one by the API, to the address that the answer about the patient has.
        </p>
      ) : (
        <>
          <p>
            <a href={documentPath}>Download the authorization</a> <span class="muted">uploaded</span>{' '}
            <Instant at={patient.authorizationUploadedAt} />
          </p>
          <Checks checks={checks} />
        </>
      )}
      {patient.supportingDocuments.map(document => (
        <p>
          <code>{supportingName(document.number)}</code>: {supportingWords(document)}
        </p>
      ))}
    </section>
  );
}

/** The days that a request is about. */
function daysOf({ startDateOfService: from, endDateOfService: until }: RecordRequest): string {
  if (from === null && until === null) return 'all';
  return `${from ?? 'the first'} to ${until ?? 'the last'}`;
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
            Ask a facility for records
          </a>
        ) : null}
      </div>
      {requests.length === 0 ? (
        <Empty>
          <p>No records were requested. Each kind of records of a facility is a request of its own.</p>
        </Empty>
      ) : (
        <Table
          caption="Record requests"
          headings={['Facility', 'Records', 'Status', 'Days of service', 'Asked']}
          rows={requests.map(request => [
            <a href={pathIn(place, 'patients', patient.uid, 'record-requests', request.uid)}>
              {request.submittedSiteName}
            </a>,
            requestKindNames[request.kind],
            <RequestPill status={request.status} />,
            daysOf(request),
            <Instant at={request.createdAt} />,
          ])}
        />
      )}
      {laterFrom === undefined ? null : (
        <p>
          <a class="button" href={withQuery(path, { after: laterFrom })}>
            Later ones
          </a>
        </p>
      )}
    </section>
  );
}

/** The page of a patient. */
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
        <h1>
          {patient.firstName} {patient.lastNames[0]}
        </h1>
        <MessageNotice message={message} />
        {isClosed ? (
          <Notice tone="neutral">
            The project is closed: it can be looked at, and nothing more is asked in it. To have it opened
            again, write to the delivery team with its id.
          </Notice>
        ) : null}
        <Details place={place} shown={shown} />
        <Searches place={place} shown={shown} />
        <Authorization place={place} shown={shown} />
        <Requests place={place} shown={shown} />
        <section aria-labelledby="happened">
          <h2 id="happened">What happened</h2>
          {steps.length === 0 ? (
            <p class="muted">Nothing is on record.</p>
          ) : (
            <Table
              caption="What happened, the latest first"
              headings={['When', 'What', 'By']}
              rows={steps.map(({ occurredAt, sentence, by }) => [<Instant at={occurredAt} />, sentence, by])}
            />
          )}
        </section>
      </>
    ),
  });
}
