/** `/desk/patients/{patient}`: why each search waits, and what the delivery team can do about it. */
import type { CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem } from '../../../domain/desk/queue';
import type { Gate, SearchKind, SearchOutcome, SearchPhase } from '../../../domain/searches/search';
import { Check, Form, TextField } from '../../components/form';
import { Empty, Facts, Instant, MaybeInstant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Holding, WorkflowLink } from '../components/holding';
import { deskPath } from '../paths';

/** A search as it is shown. */
interface ShownSearch {
  readonly kind: SearchKind;
  readonly phase: SearchPhase;
  readonly waitsFor: Gate | null;
  readonly outcome: SearchOutcome | null;
  readonly partner: string | null;
  readonly refusals: number;
  readonly isRearmable: boolean;
  readonly candidates: readonly ShownCandidate[];
}

/** One of the people whom an ambiguous answer is about. */
interface ShownCandidate {
  readonly number: number;
  readonly sex: string | null;
  readonly visits: number;
  readonly procedures: number;
  readonly diagnoses: number;
  readonly prescriptionFills: number;
  readonly labResults: number;
}

/** The longest line on how an identity is known. */
export const knownByMax = 500;

/** What the page shows. */
export interface PatientShown {
  readonly patient: {
    readonly uid: string;
    readonly id: string;
    readonly version: number;
    readonly names: string;
    readonly dateOfBirth: CalendarDate;
    readonly dateOfDeath: CalendarDate | null;
    readonly statedDeath: CalendarDate | null;
    readonly sex: string | null;
    readonly zipCodes: readonly string[];
    readonly authorizationStatus: string;
    readonly searchStatus: string;
  };
  readonly project: {
    readonly companyId: string;
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly purpose: string;
  };
  readonly searches: readonly ShownSearch[];
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

const names: Readonly<Record<SearchKind, string>> = {
  siteSonar: 'Site Sonar',
  patientHistories: 'Patient Histories',
  ehrSearch: 'EHR Search',
};
const gates: Readonly<Record<Gate, string>> = {
  zipCode: 'It waits for a ZIP code: the customer adds it.',
  approval: 'It waits for the approval of the authorization.',
  correction: 'The partner refused it: it waits for corrected details, or goes again unchanged in its time.',
  rearming: 'The partner refused it too often: it waits for you.',
};
const phases: Readonly<Record<SearchPhase, string>> = {
  off: 'It is switched off.',
  armed: 'Its gates are open: it goes as soon as a partner takes it.',
  running: 'It runs: the partner is to answer.',
  answered: 'It was answered.',
};

function whyOf({ phase, waitsFor, candidates }: ShownSearch): string {
  if (candidates.length > 0)
    return 'It was answered with records of several people: it waits for the sex on file, or for you.';
  return phase === 'armed' && waitsFor !== null ? gates[waitsFor] : phases[phase];
}

function Searches({ patient, searches }: Pick<PatientShown, 'patient' | 'searches'>) {
  return (
    <Table
      caption="Searches"
      headings={['Search', 'Where it stands', 'Came to', 'Partner', 'Refused', 'Act']}
      rows={searches.map(search => [
        names[search.kind],
        whyOf(search),
        search.outcome ?? '–',
        search.partner ?? '–',
        search.refusals,
        search.isRearmable ? (
          <Form action={deskPath('patients', patient.uid, 'rearm')} label={`Re-arm ${names[search.kind]}`}>
            <input type="hidden" name="search" value={search.kind} />
            <button type="submit">Re-arm</button>
          </Form>
        ) : (
          '–'
        ),
      ])}
    />
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function foundOf(candidate: ShownCandidate): string {
  const { visits, procedures, diagnoses, prescriptionFills, labResults } = candidate;
  return [
    counted(visits, 'visit', 'visits'),
    counted(procedures, 'procedure', 'procedures'),
    counted(diagnoses, 'diagnosis', 'diagnoses'),
    counted(prescriptionFills, 'prescription', 'prescriptions'),
    counted(labResults, 'lab result', 'lab results'),
  ].join(', ');
}

/** Who the patient is: no candidate is chosen beforehand, so that nobody sends one by a slip. */
function Identity({
  patient,
  search,
}: {
  readonly patient: PatientShown['patient'];
  readonly search: ShownSearch;
}) {
  const id = `known-by-${search.kind}`;
  return (
    <Form action={deskPath('patients', patient.uid, 'identity')} label={`Who it is: ${names[search.kind]}`}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="search" value={search.kind} />
      <fieldset class="field">
        <legend>{names[search.kind]}: whose records are the patient’s?</legend>
        {search.candidates.map(candidate => (
          <Check type="radio" name="candidate" value={String(candidate.number)} isChecked={false}>
            Person {candidate.number}, {candidate.sex === null ? 'sex not said' : candidate.sex}:{' '}
            {foundOf(candidate)}
          </Check>
        ))}
        <Check type="radio" name="candidate" value="nobody" isChecked={false}>
          Nobody’s: the patient is none of them
        </Check>
      </fieldset>
      <TextField
        id={id}
        name="reason"
        label="How it is known"
        isRequired={true}
        max={knownByMax}
        hint={
          'Kept in the audit trail: write nothing of the patient. ' +
          'The records of the others are forgotten for good.'
        }
      />
      <button type="submit">Say so</button>
    </Form>
  );
}

function Identities({ patient, searches }: Pick<PatientShown, 'patient' | 'searches'>) {
  const ambiguous = searches.filter(({ candidates }) => candidates.length > 0);
  if (ambiguous.length === 0) return null;
  return (
    <section>
      <h2>Who it is</h2>
      <p>
        The partner found records of people who cannot both be the patient. The customer resolves it by the
        patient’s sex (on file: {patient.sex ?? 'none'}); you, by what you found out.
      </p>
      {ambiguous.map(search => (
        <Identity patient={patient} search={search} />
      ))}
    </section>
  );
}

function Runs({ runs }: Pick<PatientShown, 'runs'>) {
  if (runs.length === 0)
    return (
      <Empty>
        <p>No search of this patient has run yet.</p>
      </Empty>
    );
  return (
    <Table
      caption="Latest runs"
      headings={['Search', 'Run', 'Partner', 'Started', 'Answered', 'Came to']}
      rows={runs.map(run => [
        names[run.kind],
        run.number,
        run.partner,
        <Instant at={run.startedAt} />,
        <MaybeInstant at={run.answeredAt} never="Not yet" />,
        [run.outcome, run.refusalCode, run.refusalText].filter(Boolean).join(': ') || '–',
      ])}
    />
  );
}

function Death({ patient }: Pick<PatientShown, 'patient'>) {
  const { uid, version, dateOfDeath, statedDeath } = patient;
  const action = deskPath('patients', uid, 'death');
  if (dateOfDeath !== null)
    return (
      <Form action={action} label="Clear the date of death">
        <input type="hidden" name="version" value={String(version)} />
        <input type="hidden" name="died" value="" />
        <p>Died on {dateOfDeath}. What was declined by it stays so until the customer asks anew.</p>
        <button type="submit">Clear it</button>
      </Form>
    );
  return (
    <Form action={action} label="Establish a date of death">
      <input type="hidden" name="version" value={String(version)} />
      <TextField
        id="died"
        name="died"
        label="Died on"
        type="date"
        isRequired={true}
        value={statedDeath ?? ''}
        hint={
          statedDeath === null
            ? 'As a death certificate on file has it. A death before 2016 declines Site Sonar and ' +
              'Patient Histories.'
            : `A certificate says ${statedDeath}: look at it first. A death before 2016 declines Site ` +
              'Sonar and Patient Histories.'
        }
      />
      <button type="submit">Establish it</button>
    </Form>
  );
}

/** A patient. */
export function renderPatientPage(viewer: Viewer, shown: PatientShown): string {
  const { patient, project, searches, runs, item, operatorUid, workflowUrl, message } = shown;
  return renderDeskPage({
    title: 'Patient',
    viewer,
    crumbs: [],
    message,
    children: (
      <>
        <div class="head">
          <h1>{patient.id}</h1>
          <Pill tone="neutral">{patient.searchStatus}</Pill>
          <WorkflowLink url={workflowUrl} />
        </div>
        <Facts
          facts={[
            ['Name', patient.names],
            ['Born', patient.dateOfBirth],
            ['Sex', patient.sex ?? '–'],
            ['ZIP codes', patient.zipCodes.join(', ') || '–'],
            ['Company', project.companyId],
            ['Project', `${project.name} (${project.status}, ${project.purpose})`],
            [
              'Authorization',
              project.status === 'Live' ? (
                <a href={deskPath('authorizations', patient.uid)}>{patient.authorizationStatus}</a>
              ) : (
                patient.authorizationStatus
              ),
            ],
          ]}
        />
        <Holding kind="search" uid={patient.uid} item={item} operatorUid={operatorUid} />
        <h2>Searches</h2>
        <Searches patient={patient} searches={searches} />
        <Identities patient={patient} searches={searches} />
        <h2>Latest runs</h2>
        <Runs runs={runs} />
        <h2>Death</h2>
        <Death patient={patient} />
      </>
    ),
  });
}
