/** `…/patients/{patient}/record-requests/new`: the form to request records from a facility. */
import { requestKindLabels } from '../../../domain/status-labels';
import { likelyDuplicateOf } from '../../../domain/record-requests/likely-duplicate';
import { repeatOf } from '../../../domain/record-requests/missing-records';
import { turnaroundLine, type Turnaround } from '../../../domain/record-requests/turnaround';
import { recordRequestKinds, type RecordRequest } from '../../../domain/record-requests/record-request';
import { uspsCodes } from '../../../domain/usps-codes';
import { Check, ChoiceField, FieldProblem, Form, TextField, type FieldProblems } from '../../components/form';
import { Instant, MessageNotice, Notice, Pill, Table, type Message } from '../../components/display';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { RequestPill } from '../components/patient-words';
import { serviceDates } from '../components/request-columns';
import { TermFields, type TermValues } from '../components/request-terms';
import { nameOf } from '../components/patient-tabs';
import type { Viewer } from '../../visit';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** The value for a facility that isn't listed, and is entered with its address. */
export const anotherFacility = 'another';

/** The text and date fields. */
export const askFields = [
  ...(['siteName', 'siteAddressLine1', 'siteAddressLine2', 'siteCity', 'siteState', 'siteZip'] as const),
  ...(['startDateOfService', 'endDateOfService'] as const),
] as const;
/** The name of such a field. */
export type AskField = (typeof askFields)[number];

/** The values of the fields, as typed. */
export interface AskValues {
  /** The ID of a facility, {@link anotherFacility}, or empty. */
  readonly site: string;
  readonly kinds: readonly string[];
  readonly typed: Readonly<Record<AskField, string>>;
  readonly terms: TermValues;
}

/** An earlier request to the facility. */
export type EarlierRequest = Pick<
  RecordRequest,
  'uid' | 'siteUid' | 'kind' | 'status' | 'submittedSiteName' | 'createdAt'
> &
  Parameters<typeof serviceDates>[0];

/** The content of the page. */
export interface AskShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly facilities: ReadonlyArray<{
    readonly uid: string;
    readonly name: string;
    readonly addressLine1: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  }>;
  /** By the uid of a facility. */
  readonly turnarounds: ReadonlyMap<string, Turnaround>;
  readonly newestUid: string | undefined;
  /** The ended request that the form repeats. */
  readonly repeated: EarlierRequest | undefined;
  /** The earlier requests that the form lists, oldest first. */
  readonly earlier: readonly EarlierRequest[];
  /** The uids of those that the form, as it was sent, would likely repeat; none before. */
  readonly duplicateUids: ReadonlySet<string>;
  readonly isHeld: boolean;
  readonly isClosed: boolean;
  readonly values: AskValues;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

type LineParts = Pick<AskShown, 'values'> & {
  readonly name: AskField;
  readonly label: string;
  readonly max: number;
};

function Line({ values, name, label, max }: LineParts) {
  return <TextField id={name} name={name} label={label} max={max} value={values.typed[name]} />;
}

function Day({ values, name, label }: Omit<LineParts, 'max'>) {
  return <TextField id={name} name={name} label={label} type="date" value={values.typed[name]} />;
}

/** How long a facility took to answer, after its address. */
function turnaroundAfter(turnaround: Turnaround | undefined): string {
  return turnaround === undefined ? '' : `. ${turnaroundLine(turnaround)}`;
}

function Facility({ facilities, values, turnarounds }: AskShown) {
  const another = (
    <>
      <Line values={values} name="siteName" label="Facility name" max={200} />
      <Line values={values} name="siteAddressLine1" label="Street address" max={200} />
      <Line values={values} name="siteAddressLine2" label="Suite or floor (optional)" max={200} />
      <div class="line">
        <Line values={values} name="siteCity" label="City" max={100} />
        <ChoiceField
          id="siteState"
          name="siteState"
          label="State"
          value={values.typed.siteState}
          options={[['', 'Choose a state'], ...uspsCodes.map(code => [code, code] as const)]}
        />
        <Line values={values} name="siteZip" label="ZIP code" max={10} />
      </div>
    </>
  );
  if (facilities.length === 0)
    return (
      <>
        <input type="hidden" name="site" value={anotherFacility} />
        {another}
      </>
    );
  return (
    <>
      <fieldset class="field">
        <legend>Facility</legend>
        <FieldProblem name="site" />
        <div class="scroll" tabIndex={0} role="group" aria-label="Facilities where the patient was seen">
          {facilities.map(({ uid, name, addressLine1, city, state, zip }) => (
            <Check name="site" value={uid} type="radio" isChecked={values.site === uid}>
              {name}{' '}
              <span class="muted small">
                {addressLine1}, {city}, {state} {zip}
                {turnaroundAfter(turnarounds.get(uid))}
              </span>
            </Check>
          ))}
        </div>
        <Check name="site" value={anotherFacility} type="radio" isChecked={values.site === anotherFacility}>
          Another facility (enter below)
        </Check>
      </fieldset>
      <details class="more" open={values.site === anotherFacility}>
        <summary>Another facility</summary>
        <div class="part">{another}</div>
      </details>
    </>
  );
}

function AskForm({ place, shown }: { readonly place: ShownPlace; readonly shown: AskShown }) {
  const { patient, newestUid, values, problems, repeated, earlier } = shown;
  return (
    <Form
      action={pathIn(place, 'patients', patient.uid, 'record-requests')}
      label="Request records"
      problems={problems}
    >
      <input type="hidden" name="newest" value={newestUid ?? ''} />
      {repeated === undefined ? null : <input type="hidden" name="from" value={repeated.uid} />}
      {earlier.map(({ uid }) => (
        <input type="hidden" name="listed" value={uid} />
      ))}
      <Facility {...shown} />
      <fieldset class="field">
        <legend>Records (each kind becomes its own request)</legend>
        <FieldProblem name="kinds" />
        {recordRequestKinds.map(kind => (
          <Check name="kinds" value={kind} isChecked={values.kinds.includes(kind)}>
            {requestKindLabels[kind]}
          </Check>
        ))}
      </fieldset>
      <div class="line">
        <Day values={values} name="startDateOfService" label="First date of service (optional)" />
        <Day values={values} name="endDateOfService" label="Last date of service (optional)" />
      </div>
      <TermFields values={values.terms} />
      <button type="submit" class="main">
        Request records
      </button>
    </Form>
  );
}

/** Whether the form, as filled in, would likely request the same records. */
function isLikelyRepeated({ values, duplicateUids }: AskShown, other: EarlierRequest): boolean {
  if (duplicateUids.size > 0) return duplicateUids.has(other.uid);
  const { startDateOfService: from, endDateOfService: until } = values.typed;
  const dates = {
    startDateOfService: from === '' ? null : from,
    endDateOfService: until === '' ? null : until,
  };
  return recordRequestKinds
    .filter(kind => values.kinds.includes(kind))
    .some(kind => likelyDuplicateOf({ siteUid: values.site, kind, ...dates }, [other]) !== undefined);
}

function Earlier({ place, shown }: { readonly place: ShownPlace; readonly shown: AskShown }) {
  const { patient, earlier } = shown;
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">Earlier requests</h2>
      <Table
        caption="Earlier requests"
        headings={['Records', 'Facility', 'Status', 'Dates of service', 'Requested', 'Note']}
        rows={earlier
          .toReversed()
          .map(request => [
            <a href={pathIn(place, 'patients', patient.uid, 'record-requests', request.uid)}>
              {requestKindLabels[request.kind]}
            </a>,
            request.submittedSiteName,
            <RequestPill status={request.status} />,
            serviceDates(request) ?? 'All dates',
            <Instant at={request.createdAt} />,
            isLikelyRepeated(shown, request) ? <Pill tone="warning">Likely duplicate</Pill> : '–',
          ])}
      />
    </section>
  );
}

function RepeatNotices({ shown }: { readonly shown: AskShown }) {
  const { repeated, duplicateUids, message } = shown;
  if (duplicateUids.size > 0)
    return (
      <Notice tone="warning">
        These records may have been requested before. Nothing was requested. Check the earlier requests below.
        To request the records anyway, send the form again.
      </Notice>
    );
  if (repeated === undefined || message !== undefined) return null;
  return (
    <Notice tone="info">
      {repeatOf(repeated.status) === 'missing'
        ? 'The form is filled in from your earlier request. Keep only the kinds of records and the dates ' +
          'that are missing.'
        : 'The form is filled in from your earlier request. Change what kept it from finding records, such ' +
          'as the dates of service.'}
    </Notice>
  );
}

/** The page of the form. */
export function renderAskPage(viewer: Viewer, place: ShownPlace, shown: AskShown): string {
  const { patient, isHeld, isClosed, message } = shown;
  return renderConsolePage({
    title: 'Request records',
    viewer,
    place,
    section: 'patients',
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      [nameOf(patient), pathIn(place, 'patients', patient.uid)],
    ],
    children: (
      <>
        <h1>Request records for {nameOf(patient)}</h1>
        <MessageNotice message={message} />
        {isClosed && message === undefined ? (
          <Notice tone="neutral">{projectIsClosed(place.supportName)}</Notice>
        ) : null}
        {isHeld && !isClosed ? (
          <Notice tone="warning">
            This patient's authorization isn't approved. You can request records now: we'll hold the request
            and send it to the facility once the authorization is approved. The patient's page shows what to
            fix.
          </Notice>
        ) : null}
        {isClosed ? null : (
          <>
            <RepeatNotices shown={shown} />
            <Earlier place={place} shown={shown} />
            <AskForm place={place} shown={shown} />
          </>
        )}
      </>
    ),
  });
}
