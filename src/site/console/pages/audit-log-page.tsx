/** `…/audit`: the company's audit log, and the patients whose access can be viewed. */
import { auditGroups } from '../../../domain/audit-words';
import { usDate } from '../../../domain/clinical/calendar-date';
import { auditDaysMax } from '../../../domain/desk/audit-period';
import { Empty, MessageNotice, Table, type Message } from '../../components/display';
import { ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { AuditTable, type ShownAuditRow } from '../components/audit-words';
import { PeriodFields, searchTextMax, ShowOlder } from '../components/list-filters';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { pathIn, withQuery } from '../paths';

/** The filters, as given in the URL. */
export interface AuditFilters {
  readonly from: string;
  readonly until: string;
  readonly who: string;
  readonly group: string;
}

/** A patient that a search found. */
interface FoundPatient {
  readonly uid: string;
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly id: string;
}

/** The content of the page. */
export interface AuditLogShown {
  readonly filters: AuditFilters;
  readonly people: ReadonlyArray<{ readonly userUid: string; readonly name: string }>;
  readonly rows: readonly ShownAuditRow[];
  /** Where the next page starts; `undefined` at the end of the period. */
  readonly moreBefore: string | undefined;
  readonly message: Message | undefined;
}

function PatientSearch({
  place,
  problems,
}: {
  readonly place: ShownPlace;
  readonly problems?: FieldProblems | undefined;
}) {
  if (!place.permissions.has('ViewPatients')) return null;
  return (
    <Form action={pathIn(place, 'audit', 'patients')} label="Find a patient" problems={problems}>
      <div class="line">
        <TextField
          id="text"
          name="text"
          label="Who saw a patient?"
          max={searchTextMax}
          isRequired={true}
          hint="Name, birth date, or ID of the patient"
        />
        <button type="submit">Find patient</button>
      </div>
    </Form>
  );
}

function Filters({ place, shown }: { readonly place: ShownPlace; readonly shown: AuditLogShown }) {
  const { filters, people } = shown;
  return (
    <form method="get" action={pathIn(place, 'audit')} role="search" aria-label="Filter audit log">
      <div class="line">
        <PeriodFields {...filters} />
        <ChoiceField
          id="who"
          name="who"
          label="Who"
          value={filters.who}
          options={[
            ['', 'Anyone'],
            ...people.map(({ userUid, name }) => [userUid, name] as const),
            ['support', 'Support'],
            ['service', 'recordwell (automatic)'],
          ]}
        />
        <ChoiceField
          id="group"
          name="group"
          label="Action"
          value={filters.group}
          options={[
            ['', 'Any'],
            ...Object.entries(auditGroups).map(([group, { name }]) => [group, name] as const),
          ]}
        />
        <button type="submit">Apply filters</button>
        <a href={pathIn(place, 'audit')}>Clear filters</a>
      </div>
    </form>
  );
}

/** Renders the audit log. */
export function renderAuditLogPage(viewer: Viewer, place: ShownPlace, shown: AuditLogShown): string {
  const { filters, rows, moreBefore, message } = shown;
  const path = pathIn(place, 'audit');
  return renderConsolePage({
    title: 'Audit log',
    viewer,
    place,
    section: 'audit',
    isWide: true,
    children: (
      <>
        <div class="head">
          <h1>Audit log</h1>
          <div class="aside">
            <a class="button" href={withQuery(pathIn(place, 'audit', 'export'), { ...filters })}>
              Export CSV
            </a>
          </div>
        </div>
        <MessageNotice message={message} />
        <p class="muted">
          Who did what in {place.companyName}, in both environments. Days are in the company's time zone. A
          page shows up to {auditDaysMax} days.
        </p>
        <PatientSearch place={place} />
        <Filters place={place} shown={shown} />
        {rows.length === 0 ? (
          <Empty>
            <h2>{moreBefore === undefined ? 'No matching entries' : 'No matching entries so far'}</h2>
            <p>
              {moreBefore === undefined
                ? 'Clear a filter, or choose other days.'
                : 'The log is long. Continue with older entries.'}
            </p>
          </Empty>
        ) : (
          <AuditTable place={place} rows={rows} />
        )}
        <ShowOlder path={path} filters={{ ...filters }} before={moreBefore} />
      </>
    ),
  });
}

/** The content of the page of found patients. */
interface FoundShown {
  readonly patients: readonly FoundPatient[];
  /** Whether the text was too short to be a part of a name. */
  readonly isShort: boolean;
  readonly problems?: FieldProblems | undefined;
  readonly message: Message | undefined;
}

/** Renders the patients that a search found, each with a link to who accessed it. */
export function renderAuditPatientsPage(viewer: Viewer, place: ShownPlace, shown: FoundShown): string {
  const { patients, isShort, problems, message } = shown;
  return renderConsolePage({
    title: 'Audit log of a patient',
    viewer,
    place,
    section: 'audit',
    crumbs: [['Audit log', pathIn(place, 'audit')]],
    children: (
      <>
        <h1>Who saw a patient</h1>
        <MessageNotice message={message} />
        <PatientSearch place={place} problems={problems} />
        {problems !== undefined ? null : patients.length === 0 ? (
          <p class="muted">
            {isShort
              ? 'No patients found in this environment. Enter at least 3 letters of a name, or the whole ID.'
              : 'No patients found in this environment. Try another spelling or the ID.'}
          </p>
        ) : (
          <Table
            caption="Patients"
            headings={['Patient', 'Date of birth', 'ID']}
            rows={patients.map(({ uid, firstName, lastNames, dateOfBirth, id }) => [
              <a href={pathIn(place, 'patients', uid, 'access')}>
                {firstName} {lastNames[0]}
              </a>,
              usDate(dateOfBirth),
              id,
            ])}
          />
        )}
      </>
    ),
  });
}
