/** `/desk/patients/{patient}`: why each search is waiting, and what an operator can do about it. */
import { formLanguageNames, formLanguages } from '../../../domain/authorizations/authorization-form';
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import { usDate, type CalendarDate } from '../../../domain/clinical/calendar-date';
import type { Match } from '../../../domain/matching/match-person';
import { searchNames } from '../../../domain/searches/describe-searches';
import type { QueueItem } from '../../../domain/desk/queue';
import type { ProjectPurpose } from '../../../domain/projects/project';
import type { SearchKind, SearchOutcome, SearchStatus } from '../../../domain/searches/search';
import type { SearchProgress } from '../../../domain/searches/search-progress';
import { authorizationStatusLabels, purposeLabels, searchStatusLabels } from '../../../domain/status-labels';
import { Check, Form, TextField } from '../../components/form';
import { Empty, Facts, Instant, MaybeInstant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Assignment, WorkflowLink } from '../components/assignment';
import { comparisonOf } from '../components/match-words';
import { deskPath } from '../paths';

/** A search, as shown. */
interface ShownSearch {
  readonly kind: SearchKind;
  readonly progress: SearchProgress;
  readonly outcome: SearchOutcome | null;
  readonly partner: string | null;
  readonly refusals: number;
  readonly isRearmable: boolean;
  readonly candidates: readonly ShownCandidate[];
}

/** A person in an ambiguous answer. */
interface ShownCandidate {
  readonly number: number;
  readonly sex: string | null;
  readonly matches: readonly Match[];
  readonly visits: number;
  readonly procedures: number;
  readonly diagnoses: number;
  readonly prescriptionFills: number;
  readonly labResults: number;
}

/** The maximum length of how an operator knows an identity. */
export const knownByMax = 500;

/** The content of the page. */
export interface PatientShown {
  readonly patient: {
    readonly uid: string;
    readonly id: string;
    readonly version: number;
    readonly names: string;
    readonly dateOfBirth: CalendarDate;
    readonly dateOfDeath: CalendarDate | null;
    readonly statedDeath: CalendarDate | null;
    readonly latestVisitOn: CalendarDate | null;
    readonly sex: string | null;
    readonly zipCodes: readonly string[];
    readonly authorizationStatus: AuthorizationStatus;
    readonly authorizationExpiresOn: CalendarDate | null;
    readonly authorizationRevokedOn: CalendarDate | null;
    readonly searchStatus: SearchStatus;
  };
  /** Whether the patients of the project need an authorization. */
  readonly needsDocument: boolean;
  readonly project: {
    readonly companyId: string;
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly purpose: ProjectPurpose;
  };
  readonly searches: readonly ShownSearch[];
  /** Accepted people whose details no longer agree with the patient's. */
  readonly doubted: ReadonlyArray<{
    readonly kind: SearchKind;
    readonly number: number;
    readonly match: Match | undefined;
    readonly rows: number;
  }>;
  readonly runs: ReadonlyArray<{
    readonly kind: SearchKind;
    readonly number: number;
    readonly partner: string;
    readonly startedAt: Date;
    readonly answeredAt: Date | null;
    readonly outcome: SearchOutcome | null;
    readonly refusalCode: string | null;
    readonly refusalText: string | null;
  }>;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly workflowUrl: string | undefined;
  readonly message: Message | undefined;
}

function Searches({ patient, searches }: Pick<PatientShown, 'patient' | 'searches'>) {
  return (
    <Table
      caption="Searches"
      headings={['Search', 'Status', 'Outcome', 'Partner', 'Rejections', 'Action']}
      rows={searches.map(search => [
        searchNames[search.kind],
        search.progress.says,
        search.outcome === null ? '–' : searchStatusLabels[search.outcome],
        <span class="whole">{search.partner ?? '–'}</span>,
        search.refusals,
        search.isRearmable ? (
          <Form
            action={deskPath('patients', patient.uid, 'rearm')}
            label={`Re-arm ${searchNames[search.kind]}`}
          >
            <input type="hidden" name="search" value={search.kind} />
            <button type="submit">Re-arm search</button>
          </Form>
        ) : (
          '–'
        ),
      ])}
    />
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function findingsOf(candidate: ShownCandidate): string {
  const { visits, procedures, diagnoses, prescriptionFills, labResults } = candidate;
  return [
    counted(visits, 'visit', 'visits'),
    counted(procedures, 'procedure', 'procedures'),
    counted(diagnoses, 'diagnosis', 'diagnoses'),
    counted(prescriptionFills, 'prescription', 'prescriptions'),
    counted(labResults, 'lab result', 'lab results'),
  ].join(', ');
}

/** The form to identify the patient. No candidate is preselected, so none is submitted by accident. */
function Identity({
  patient,
  search,
}: {
  readonly patient: PatientShown['patient'];
  readonly search: ShownSearch;
}) {
  const id = `known-by-${search.kind}`;
  return (
    <Form
      action={deskPath('patients', patient.uid, 'identity')}
      label={`Identity: ${searchNames[search.kind]}`}
    >
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="search" value={search.kind} />
      <fieldset class="field">
        <legend>{searchNames[search.kind]}: which person is the patient?</legend>
        {search.candidates.map(candidate => (
          <Check type="radio" name="candidate" value={String(candidate.number)} isChecked={false}>
            Person {candidate.number}, {candidate.sex === null ? 'sex unknown' : candidate.sex}:{' '}
            {findingsOf(candidate)}. {candidate.matches.map(comparisonOf).join(' ')}
          </Check>
        ))}
        <Check type="radio" name="candidate" value="nobody" isChecked={false}>
          None of them
        </Check>
      </fieldset>
      <TextField
        id={id}
        name="reason"
        label="How you know"
        isRequired={true}
        max={knownByMax}
        hint={
          "Kept in the audit log, so don't include patient data. " +
          'The records of the other people stay withheld and are deleted after 30 days.'
        }
      />
      <button type="submit">Confirm identity</button>
    </Form>
  );
}

function Identities({ patient, searches }: Pick<PatientShown, 'patient' | 'searches'>) {
  const ambiguous = searches.filter(({ candidates }) => candidates.length > 0);
  if (ambiguous.length === 0) return null;
  return (
    <section>
      <h2>Identity</h2>
      <p>
        The partner found records of people who may not be the patient, or who can't all be the patient. The
        customer can resolve this by setting the patient's sex (on file: {patient.sex ?? 'none'}), or by
        adding a phone number, an e-mail address, a ZIP code, or a former last name. You can also resolve it
        yourself, based on what you found out.
      </p>
      <p>
        <a href={deskPath('patients', patient.uid, 'people')}>Show the people's details</a> (recorded in the
        audit log)
      </p>
      {ambiguous.map(search => (
        <Identity patient={patient} search={search} />
      ))}
    </section>
  );
}

/** The form to decide on an accepted person in doubt. Nothing is preselected. */
function Doubt({
  patient,
  doubted,
}: Pick<PatientShown, 'patient'> & { readonly doubted: PatientShown['doubted'][number] }) {
  const { kind, number, match, rows } = doubted;
  const name = `${searchNames[kind]}, person ${number}`;
  return (
    <Form action={deskPath('patients', patient.uid, 'doubt')} label={`Accepted person: ${name}`}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="search" value={kind} />
      <input type="hidden" name="candidate" value={String(number)} />
      <fieldset class="field">
        <legend>
          {name} ({counted(rows, 'record', 'records')}): is this the patient?
        </legend>
        <p>{match === undefined ? null : comparisonOf(match)}</p>
        <Check type="radio" name="same" value="yes" isChecked={false}>
          Yes, keep the records
        </Check>
        <Check type="radio" name="same" value="no" isChecked={false}>
          No, withdraw the records
        </Check>
      </fieldset>
      <TextField
        id={`doubt-${kind}-${number}`}
        name="reason"
        label="How you know"
        isRequired={true}
        max={knownByMax}
        hint="Kept in the audit log, so don't include patient data."
      />
      <button type="submit">Save decision</button>
    </Form>
  );
}

function Doubts({ patient, doubted }: Pick<PatientShown, 'patient' | 'doubted'>) {
  if (doubted.length === 0) return null;
  return (
    <section>
      <h2>Accepted people in doubt</h2>
      <p>
        These people were accepted as the patient. The customer has since changed the patient's details, and
        the rules would no longer accept these people. Their records stay until you decide, or until the
        details match again.
      </p>
      <p>
        <a href={deskPath('patients', patient.uid, 'people')}>Compare the details</a> (recorded in the audit
        log)
      </p>
      {doubted.map(one => (
        <Doubt patient={patient} doubted={one} />
      ))}
    </section>
  );
}

function Runs({ runs }: Pick<PatientShown, 'runs'>) {
  if (runs.length === 0)
    return (
      <Empty>
        <p>No searches have run for this patient yet.</p>
      </Empty>
    );
  return (
    <Table
      caption="Recent runs"
      headings={['Search', 'Run', 'Partner', 'Started', 'Answered', 'Outcome']}
      rows={runs.map(run => [
        searchNames[run.kind],
        run.number,
        run.partner,
        <Instant at={run.startedAt} />,
        <MaybeInstant at={run.answeredAt} never="Not yet" />,
        [run.outcome && searchStatusLabels[run.outcome], run.refusalCode, run.refusalText]
          .filter(Boolean)
          .join(': ') || '–',
      ])}
    />
  );
}

function Death({ patient }: Pick<PatientShown, 'patient'>) {
  const { uid, version, dateOfDeath, statedDeath, latestVisitOn } = patient;
  const action = deskPath('patients', uid, 'death');
  if (dateOfDeath !== null)
    return (
      <Form action={action} label="Clear date of death">
        <input type="hidden" name="version" value={String(version)} />
        <input type="hidden" name="died" value="" />
        <p>
          {usDate(dateOfDeath)}. If you clear it, the searches that it declined stay declined until the
          customer turns them off and on.
        </p>
        <button type="submit">Clear date of death</button>
      </Form>
    );
  const isVisitedAfter = statedDeath !== null && latestVisitOn !== null && latestVisitOn > statedDeath;
  const warning = isVisitedAfter ? ` But the patient has a visit on ${usDate(latestVisitOn)}.` : '';
  return (
    <Form action={action} label="Set date of death">
      <input type="hidden" name="version" value={String(version)} />
      <TextField
        id="died"
        name="died"
        label="Date of death"
        type="date"
        isRequired={true}
        value={isVisitedAfter ? '' : (statedDeath ?? '')}
        hint={
          statedDeath === null
            ? 'Enter the date from a death certificate on file. If the patient died before 2016, Site ' +
              'Sonar and Patient Histories are declined.'
            : `A death certificate says ${usDate(statedDeath)}.${warning} Check it first. If the patient ` +
              'died before 2016, Site Sonar and Patient Histories are declined.'
        }
      />
      <button type="submit">Set date of death</button>
    </Form>
  );
}

function Revocation({ patient }: Pick<PatientShown, 'patient'>) {
  if (patient.authorizationRevokedOn !== null)
    return <p>The patient revoked the authorization on {usDate(patient.authorizationRevokedOn)}.</p>;
  return (
    <Form action={deskPath('patients', patient.uid, 'revocation')} label="Revoke authorization">
      <input type="hidden" name="version" value={String(patient.version)} />
      <TextField
        id="revoked"
        name="revoked"
        label="Date the patient revoked it"
        type="date"
        isRequired={true}
        value=""
        hint={
          "Nothing more is sent under this authorization. You can't undo this: the searches and record " +
          'requests continue once another document is approved.'
        }
      />
      <button type="submit" class="danger">
        Revoke authorization
      </button>
    </Form>
  );
}

/** Links to the prefilled authorization, for a patient who needs another one. */
function FormToSign({ patient }: Pick<PatientShown, 'patient'>) {
  return (
    <p>
      Download a prefilled form for the patient to sign:{' '}
      {formLanguages.map((language, index) => (
        <>
          {index === 0 ? null : ', '}
          <a href={`${deskPath('patients', patient.uid, 'authorization-form')}?language=${language}`}>
            Form in <span lang={language}>{formLanguageNames[language]}</span> (PDF)
          </a>
        </>
      ))}
    </p>
  );
}

/** Renders the page of a patient. */
export function renderPatientPage(viewer: Viewer, shown: PatientShown): string {
  const { patient, project, searches, doubted, runs, item, operatorUid, workflowUrl, message } = shown;
  const authorizationStatus = authorizationStatusLabels[patient.authorizationStatus];
  const { authorizationExpiresOn: lastDay } = patient;
  const validThrough = lastDay === null ? 'No date' : usDate(lastDay);
  return renderDeskPage({
    title: 'Patient',
    viewer,
    crumbs: [],
    message,
    children: (
      <>
        <div class="head">
          <h1>{patient.id}</h1>
          <Pill tone="neutral">{searchStatusLabels[patient.searchStatus]}</Pill>
          <WorkflowLink url={workflowUrl} />
        </div>
        <Facts
          facts={[
            ['Name', patient.names],
            ['Date of birth', usDate(patient.dateOfBirth)],
            ['Sex', patient.sex ?? '–'],
            ['ZIP codes', patient.zipCodes.join(', ') || '–'],
            ['Company', project.companyId],
            ['Project', `${project.name} (${project.status}, ${purposeLabels[project.purpose]})`],
            [
              'Authorization',
              project.status === 'Live' ? (
                <a href={deskPath('authorizations', patient.uid)}>{authorizationStatus}</a>
              ) : (
                authorizationStatus
              ),
            ],
            ...(shown.needsDocument ? [['Valid through', validThrough] as const] : []),
          ]}
        />
        <Assignment kind="search" uid={patient.uid} item={item} operatorUid={operatorUid} />
        <h2>Searches</h2>
        <Searches patient={patient} searches={searches} />
        <Identities patient={patient} searches={searches} />
        <Doubts patient={patient} doubted={doubted} />
        <h2>Recent runs</h2>
        <Runs runs={runs} />
        {shown.needsDocument ? (
          <>
            <h2>Form to sign</h2>
            <FormToSign patient={patient} />
            <h2>Revocation</h2>
            <Revocation patient={patient} />
          </>
        ) : null}
        <h2>Date of death</h2>
        <Death patient={patient} />
      </>
    ),
  });
}
