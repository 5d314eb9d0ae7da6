/** `…/patients/{patient}/facilities`: where the patient was seen, and what is requested from there. */
import {
  recordRequestKinds,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../../domain/record-requests/record-request';
import {
  turnaroundDays,
  turnaroundMin,
  turnaroundLine,
  type Turnaround,
} from '../../../domain/record-requests/turnaround';
import { requestKindLabels } from '../../../domain/status-labels';
import { Empty, MessageNotice, Notice, Pill, Table, type Message } from '../../components/display';
import { FieldProblem, Form, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientTabs } from '../components/patient-tabs';
import { RequestPill } from '../components/patient-words';
import { TermFields, type TermValues } from '../components/request-terms';
import { usDate } from '../../../domain/clinical/calendar-date';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** A facility of the patient. */
interface ShownFacility {
  readonly siteUid: string;
  readonly name: string;
  readonly visited:
    | {
        readonly addressLine1: string;
        readonly city: string;
        readonly state: string;
        readonly zip: string;
        readonly visits: number;
        readonly firstOn: string;
        readonly lastOn: string;
      }
    | undefined;
  readonly requests: ReadonlyMap<
    RecordRequestKind,
    { readonly uid: string; readonly status: RecordRequestStatus }
  >;
}

/** The result of one selected item. */
export interface FacilityResult {
  readonly facility: string;
  readonly kind: RecordRequestKind;
  readonly result: 'requested' | 'alreadyRequested' | 'unknown';
}

/** The content of the page. */
export interface FacilitiesShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly isClosed: boolean;
  readonly isHeld: boolean;
  readonly facilities: readonly ShownFacility[];
  /** By `siteUid`; none for a facility with too few answers. */
  readonly turnarounds: ReadonlyMap<string, Turnaround>;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
  /** After a form was sent. */
  readonly results: readonly FacilityResult[];
  /** The items to select again, after a form that was refused. */
  readonly selected: readonly string[];
  readonly terms: TermValues;
}

interface Parts {
  readonly place: ShownPlace;
  readonly shown: FacilitiesShown;
}

const resultWords: Readonly<Record<FacilityResult['result'], string>> = {
  requested: 'Requested',
  alreadyRequested: 'Already requested',
  unknown: "We couldn't find this facility. Request it by its address.",
};

/** Returns the value of a checkbox: the facility, and the kind of records. */
export function itemOf(siteUid: string, kind: RecordRequestKind): string {
  return `${siteUid}:${kind}`;
}

function Results({ results }: { readonly results: readonly FacilityResult[] }) {
  if (results.length === 0) return null;
  const made = results.filter(({ result }) => result === 'requested').length;
  return (
    <Notice tone={made > 0 ? 'passed' : 'warning'}>
      <p>
        <strong>
          {made} of {results.length} requested.
        </strong>
      </p>
      <ul>
        {results.map(({ facility, kind, result }) => (
          <li>
            {facility}, {requestKindLabels[kind]}: {resultWords[result]}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function visitsOf({ visits, firstOn, lastOn }: NonNullable<ShownFacility['visited']>): string {
  const days = firstOn === lastOn ? usDate(firstOn) : `${usDate(firstOn)} to ${usDate(lastOn)}`;
  return `${visits} ${visits === 1 ? 'visit' : 'visits'}, ${days}`;
}

function TurnaroundOf({ turnaround }: { readonly turnaround: Turnaround | undefined }) {
  return turnaround === undefined ? null : <p class="muted small">{turnaroundLine(turnaround)}</p>;
}

/** What it means; nothing if no facility has a turnaround. */
function TurnaroundNote({ turnarounds }: FacilitiesShown) {
  if (turnarounds.size === 0) return null;
  return (
    <p class="muted small">
      Turnaround: the median days from sending a request to the facility's answer, of the requests in your
      projects that were answered in the last {turnaroundDays} days. Facilities with fewer than{' '}
      {turnaroundMin} answers have none.
    </p>
  );
}

interface CellParts extends Parts {
  readonly facility: ShownFacility;
  readonly kind: RecordRequestKind;
  readonly maySelect: boolean;
}

function Cell({ place, shown, facility, kind, maySelect }: CellParts) {
  const { siteUid, name, requests } = facility;
  const request = requests.get(kind);
  if (request !== undefined)
    return (
      <a href={pathIn(place, 'patients', shown.patient.uid, 'record-requests', request.uid)}>
        <RequestPill status={request.status} />
      </a>
    );
  if (!maySelect) return <span class="muted">Not requested</span>;
  const item = itemOf(siteUid, kind);
  return (
    <label class="choice">
      <input
        type="checkbox"
        name="items"
        value={item}
        checked={shown.selected.includes(item)}
        aria-label={`Request ${requestKindLabels[kind].toLowerCase()} from ${name}`}
      />
      <span>Request</span>
    </label>
  );
}

function Facilities({ place, shown, maySelect }: Parts & { readonly maySelect: boolean }) {
  return (
    <Table
      caption="Facilities"
      headings={['Facility', 'Visits', ...recordRequestKinds.map(kind => requestKindLabels[kind])]}
      rows={shown.facilities.map(facility => [
        <>
          <strong>{facility.name}</strong>{' '}
          {facility.requests.size === 0 ? <Pill tone="warning">Not requested</Pill> : null}
          {facility.visited === undefined ? null : (
            <p class="muted small">
              {facility.visited.addressLine1}, {facility.visited.city}, {facility.visited.state}{' '}
              {facility.visited.zip}
            </p>
          )}
          <TurnaroundOf turnaround={shown.turnarounds.get(facility.siteUid)} />
        </>,
        facility.visited === undefined ? 'None found' : visitsOf(facility.visited),
        ...recordRequestKinds.map(kind => (
          <Cell place={place} shown={shown} facility={facility} kind={kind} maySelect={maySelect} />
        )),
      ])}
    />
  );
}

/** Renders the page. Its title has no patient data. */
export function renderFacilitiesPage(viewer: Viewer, place: ShownPlace, shown: FacilitiesShown): string {
  const { patient, facilities, isClosed, isHeld, message, problems, results } = shown;
  const path = pathIn(place, 'patients', patient.uid);
  const maySelect = !isClosed && place.permissions.has('ManageRecordRequests');
  return renderConsolePage({
    title: 'Facilities',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="facilities">
          {maySelect ? (
            <a class="button aside" href={`${path}/record-requests/new`}>
              Request from another facility
            </a>
          ) : null}
        </PatientTabs>
        <MessageNotice message={message} />
        {isClosed ? <Notice tone="neutral">{projectIsClosed(place.supportName)}</Notice> : null}
        {isHeld && maySelect ? (
          <Notice tone="warning">
            This patient's authorization isn't approved. We hold new requests, and send them once it is.{' '}
            <a href={`${path}/documents`}>Go to Authorization</a>
          </Notice>
        ) : null}
        <Results results={results} />
        {facilities.length === 0 ? (
          <Empty>
            <p>
              No facilities yet. Site Sonar finds where the patient was seen, or request records from a
              facility by its address.
            </p>
          </Empty>
        ) : maySelect ? (
          <Form action={`${path}/facilities`} label="Request records" problems={problems}>
            <FieldProblem name="items" />
            <Facilities place={place} shown={shown} maySelect={true} />
            <TurnaroundNote {...shown} />
            <TermFields values={shown.terms} />
            <button type="submit" class="main">
              Request selected records
            </button>
          </Form>
        ) : (
          <>
            <Facilities place={place} shown={shown} maySelect={false} />
            <TurnaroundNote {...shown} />
          </>
        )}
      </>
    ),
  });
}
