/** `…/patients/{patient}/record-requests/new`: the form by which a facility is asked for records. */
import { recordRequestKinds } from '../../../domain/record-requests/record-request';
import { uspsCodes } from '../../../domain/usps-codes';
import { Check, ChoiceField, FieldProblem, Form, TextField, type FieldProblems } from '../../components/form';
import { MessageNotice, Notice, type Message } from '../../components/display';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { requestKindNames } from '../components/patient-words';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** The choice of a facility that is named by its address. */
export const anotherFacility = 'another';

/** The fields in which a line is typed. */
export const askFields = [
  ...(['siteName', 'siteAddressLine1', 'siteAddressLine2', 'siteCity', 'siteState', 'siteZip'] as const),
  ...(['startDateOfService', 'endDateOfService'] as const),
] as const;
/** Such a field. */
export type AskField = (typeof askFields)[number];

/** What stands in the fields, as it was typed. */
export interface AskValues {
  /** The id of a facility, {@link anotherFacility}, or nothing yet. */
  readonly site: string;
  readonly kinds: readonly string[];
  readonly typed: Readonly<Record<AskField, string>>;
}

/** What the page shows. */
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
  readonly newestUid: string | undefined;
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

function Facility({ facilities, values }: AskShown) {
  const another = (
    <>
      <Line values={values} name="siteName" label="Name of the facility" max={200} />
      <Line values={values} name="siteAddressLine1" label="Street and number" max={200} />
      <Line
        values={values}

        name="siteAddressLine2"
        label="Suite or floor, if any"
        max={200}
      />
      <Line values={values} name="siteCity" label="City" max={100} />
      <ChoiceField
        id="siteState"
        name="siteState"
        label="State"
        value={values.typed.siteState}
        options={[['', 'Choose one'], ...uspsCodes.map(code => [code, code] as const)]}
      />
      <Line values={values} name="siteZip" label="ZIP code" max={10} />
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
              </span>
            </Check>
          ))}
        </div>
        <Check name="site" value={anotherFacility} type="radio" isChecked={values.site === anotherFacility}>
          Another one, named below
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
  const { patient, newestUid, values, problems } = shown;
  return (
    <Form
      action={pathIn(place, 'patients', patient.uid, 'record-requests')}
      label="Ask a facility for records"
      problems={problems}
    >
      <input type="hidden" name="newest" value={newestUid ?? ''} />
      <Facility {...shown} />
      <fieldset class="field">
        <legend>Records; each kind is a request of its own</legend>
        <FieldProblem name="kinds" />
        {recordRequestKinds.map(kind => (
          <Check name="kinds" value={kind} isChecked={values.kinds.includes(kind)}>
            {requestKindNames[kind]}
          </Check>
        ))}
      </fieldset>
      <Day
        values={values}

        name="startDateOfService"
        label="First day of service, if not all"
      />
      <Day values={values} name="endDateOfService" label="Last day of service, if not all" />
      <button type="submit" class="main">
        Ask the facility
      </button>
    </Form>
  );
}

/** The page of the form. */
export function renderAskPage(viewer: Viewer, place: ShownPlace, shown: AskShown): string {
  const { patient, isHeld, isClosed, message } = shown;
  return renderConsolePage({
    title: 'Ask a facility for records',
    viewer,
    place,
    section: 'patients',
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      ['Patient', pathIn(place, 'patients', patient.uid)],
    ],
    children: (
      <>
        <h1>
          Ask a facility for records of {patient.firstName} {patient.lastNames[0]}
        </h1>
        <MessageNotice message={message} />
        {isClosed && message === undefined ? <Notice tone="neutral">{projectIsClosed}</Notice> : null}
        {isHeld && !isClosed ? (
          <Notice tone="warning">
            The authorization of the patient is not approved. You can ask now: the request waits, and goes to
            the facility once the authorization is approved. What it lacks stands on the page of the patient.
          </Notice>
        ) : null}
        {isClosed ? null : <AskForm place={place} shown={shown} />}
      </>
    ),
  });
}
