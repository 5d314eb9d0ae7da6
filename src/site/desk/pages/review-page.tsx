/** `/desk/authorizations/{patient}`: an authorization, what was made of it, and the decision. */
import type { Refusal } from '../../../domain/auth-checks/extraction';
import type { VerdictCounts } from '../../../domain/auth-checks/judge';
import type { Evidence, Verdict } from '../../../domain/auth-checks/verdict';
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../../domain/authorizations/authorization-status';
import type { CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem } from '../../../domain/desk/queue';
import { Check, FieldProblem, Form, TextField, type FieldProblems } from '../../components/form';
import {
  Empty,
  Facts,
  Instant,
  MaybeInstant,
  Notice,
  Pill,
  type Message,
  type Tone,
} from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Holding } from '../components/holding';
import { deskPath } from '../paths';

/** The longest reason. */
export const reasonMax = 500;

/** A check as it is listed. */
interface ShownCheck {
  readonly label: string;
  readonly standing: 'passed' | 'warning' | 'failed' | 'notRun';
  readonly verdict: Verdict | null;
}

/** A document with the sizes of its pages, in points. */
interface ShownDocument {
  readonly number: number;
  /** What evidence calls it; null is the authorization. */
  readonly name: string | null;
  readonly pages: ReadonlyArray<{ readonly width: number; readonly height: number }> | undefined;
}

/** What the page shows. */
export interface ReviewShown {
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
    readonly authorizationStatus: AuthorizationStatus;
    readonly uploadedAt: Date | null;
  };
  readonly project: {
    readonly companyId: string;
    readonly id: string;
    readonly name: string;
    readonly purpose: string;
  };
  readonly documents: readonly ShownDocument[];
  readonly analysis:
    | {
        readonly refusal: Refusal | null;
        readonly checks: readonly ShownCheck[];
        readonly counts: VerdictCounts;
        readonly suggestedStatus: AuthorizationStatus | null;
      }
    | undefined;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly nextUid: string | undefined;
  readonly message: Message | undefined;
  /** Why the decision was not taken, with what was typed. */
  readonly refusal?: {
    readonly sentence: string;
    readonly fields: FieldProblems;
    readonly posted: { readonly status: string; readonly reason: string };
  };
}

const tones: Readonly<Record<ShownCheck['standing'], Tone>> = {
  passed: 'passed',
  warning: 'warning',
  failed: 'failed',
  notRun: 'neutral',
};
const standingNames: Readonly<Record<ShownCheck['standing'], string>> = {
  passed: 'Passed',
  warning: 'To look at',
  failed: 'Failed',
  notRun: 'Not checked',
};

/** A place of evidence with the check that rests on it. */
interface Mark extends Evidence {
  readonly id: string;
  readonly label: string;
  readonly standing: ShownCheck['standing'];
}

/** The places of all checks, each with an id by which its check leads to it. */
function marksOf(checks: readonly ShownCheck[]): readonly Mark[] {
  return checks.flatMap(({ label, standing, verdict }, check) =>
    (verdict?.evidence ?? []).map((evidence, place) => ({
      ...evidence,
      id: `mark-${check}-${place}`,
      label,
      standing,
    })),
  );
}

function Sheet({
  patientUid,
  document,
  number,
  size,
  marks,
}: {
  readonly patientUid: string;
  readonly document: ShownDocument;
  readonly number: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly marks: readonly Mark[];
}) {
  const own = marks.filter(mark => (mark.document ?? null) === document.name && mark.page === number);
  const [width, height] = [Math.round(size.width), Math.round(size.height)];
  const called = document.name ?? 'the authorization';
  return (
    <figure class="sheet">
      <div class="paper">
        <img
          src={deskPath(
            'authorizations',
            patientUid,
            'documents',
            String(document.number),
            'pages',
            String(number),
          )}
          width={width}
          height={height}
          alt={`Page ${number} of ${called}`}
          loading={number === 1 && document.number === 0 ? 'eager' : 'lazy'}
        />
        <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
          {own.map(({ id, label, standing, box }) => (
            <rect
              id={id}
              class={`mark ${tones[standing]}`}
              x={box.x - 2}
              y={box.y - 2}
              width={box.width + 4}
              height={box.height + 4}
              rx={2}
            >
              <title>{label}</title>
            </rect>
          ))}
        </svg>
      </div>
      <figcaption class="muted small">
        {document.name === null ? 'Authorization' : document.name}, page {number}
      </figcaption>
    </figure>
  );
}

function Documents({ shown, marks }: { readonly shown: ReviewShown; readonly marks: readonly Mark[] }) {
  const { documents, patient } = shown;
  if (documents.length === 0)
    return (
      <Empty>
        <h2>No document is on file</h2>
        <p>Nothing was uploaded yet. To approve all the same, say why.</p>
      </Empty>
    );
  return (
    <>
      {documents.map(document =>
        document.pages === undefined ? (
          <Notice tone="failed">
            {document.name ?? 'The authorization'} cannot be drawn: it is no PDF that opens, or it is gone.
            Refuse it, or wait for another upload.
          </Notice>
        ) : (
          document.pages.map((size, at) => (
            <Sheet patientUid={patient.uid} document={document} number={at + 1} size={size} marks={marks} />
          ))
        ),
      )}
    </>
  );
}

function Quote({ mark }: { readonly mark: Mark }) {
  const place = mark.document === undefined ? `Page ${mark.page}` : `${mark.document}, page ${mark.page}`;
  return (
    <p class="small">
      <a href={`#${mark.id}`}>{place}</a>
      {mark.text === '' ? null : `: “${mark.text}”`}
      {mark.how === 'recognised' ? (
        <span class="muted"> (scanned text, {mark.confidence ?? 0} % sure)</span>
      ) : null}
    </p>
  );
}

function CheckItem({ check, marks }: { readonly check: ShownCheck; readonly marks: readonly Mark[] }) {
  const { label, standing, verdict } = check;
  return (
    <li class="check">
      <h3>
        {label} <Pill tone={tones[standing]}>{standingNames[standing]}</Pill>
      </h3>
      {verdict === null ? null : (
        <>
          <p>{verdict.message}</p>
          {verdict.remedy === null ? null : <p class="muted">{verdict.remedy}</p>}
          {marks.map(mark => (
            <Quote mark={mark} />
          ))}
          {verdict.rule === null ? null : <p class="muted small">{verdict.rule}</p>}
        </>
      )}
    </li>
  );
}

const groupOrder = ['failed', 'warning', 'passed', 'notRun'] as const;

function Checks({
  checks,
  marks,
}: {
  readonly checks: readonly ShownCheck[];
  readonly marks: readonly Mark[];
}) {
  return (
    <>
      {groupOrder.map(standing => {
        const own = checks.filter(check => check.standing === standing);
        return own.length === 0 ? null : (
          <details class="more" open={standing === 'failed' || standing === 'warning'}>
            <summary>
              {standingNames[standing]} ({own.length})
            </summary>
            <ul class="checks">
              {own.map(check => (
                <CheckItem check={check} marks={marks.filter(({ label }) => label === check.label)} />
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}

const statusNames: Readonly<Record<AuthorizationStatus, string>> = {
  NeedsApproval: 'Needs approval',
  Approved: 'Approved',
  WrongPatientName: 'Wrong name of the patient',
  WrongDateOfBirth: 'Wrong date of birth',
  MissingZip: 'No ZIP code',
  MissingGender: 'No sex',
  WrongDateOfService: 'Wrong dates of service',
  MissingSignature: 'No signature',
  MissingPowerOfAttorney: 'No power of attorney',
  MissingProofOfGuardianship: 'No proof of guardianship',
  MissingRedisclosureSmt: 'No redisclosure statement',
};
const refusals = authorizationStatuses.filter(status => status !== 'NeedsApproval' && status !== 'Approved');

function Decision({ shown }: { readonly shown: ReviewShown }) {
  const { patient, analysis, refusal } = shown;
  const suggested = analysis?.suggestedStatus ?? null;
  const chosen = refusal?.posted.status ?? (suggested === null || suggested === 'Approved' ? '' : suggested);
  const action = deskPath('authorizations', patient.uid, 'decide');
  return (
    <section class="card" aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <Facts
        facts={[
          ['Status', statusNames[patient.authorizationStatus]],
          [
            'The analysis suggests',
            suggested === null ? (
              <span class="muted">nothing yet</span>
            ) : (
              <Pill tone={suggested === 'Approved' ? 'passed' : 'failed'}>{statusNames[suggested]}</Pill>
            ),
          ],
        ]}
      />
      {refusal === undefined ? null : <Notice tone="failed">{refusal.sentence}</Notice>}
      <Form action={action} label="Approve">
        <input type="hidden" name="version" value={String(patient.version)} />
        <input type="hidden" name="status" value="Approved" />
        {patient.uploadedAt === null ? (
          <TextField
            id="approval-reason"
            name="reason"
            label="Why without a document"
            max={reasonMax}
            value={refusal?.posted.reason ?? ''}
          />
        ) : null}
        <button type="submit" class="main" accesskey="a">
          Approve
        </button>
      </Form>
      <Form action={action} label="Refuse" problems={refusal?.fields}>
        <input type="hidden" name="version" value={String(patient.version)} />
        <fieldset class="field">
          <legend>Or refuse it, for</legend>
          <FieldProblem name="status" />
          {refusals.map(status => (
            <Check name="status" value={status} type="radio" isChecked={status === chosen}>
              {statusNames[status]}
            </Check>
          ))}
        </fieldset>
        <TextField
          id="reason"
          name="reason"
          label="Why"
          max={reasonMax}
          isRequired={true}
          value={refusal?.posted.reason ?? ''}
          hint="It is kept in the audit trail: write nothing of the patient, no name, no date of birth."
        />
        <button type="submit" class="danger" accesskey="r">
          Refuse
        </button>
      </Form>
    </section>
  );
}

function Person({ shown }: { readonly shown: ReviewShown }) {
  const { patient, project } = shown;
  const { dateOfDeath, statedDeath } = patient;
  return (
    <Facts
      facts={[
        ['Patient', <a href={deskPath('patients', patient.uid)}>Searches and death</a>],
        ['Name', patient.names],
        ['Born', patient.dateOfBirth],
        ...(dateOfDeath === null ? [] : [['Died', dateOfDeath] as const]),
        ...(dateOfDeath === null && statedDeath !== null
          ? [['A certificate says died', statedDeath] as const]
          : []),
        ['Sex', patient.sex ?? '–'],
        ['ZIP codes', patient.zipCodes.length === 0 ? '–' : patient.zipCodes.join(', ')],
        ['Company', project.companyId],
        ['Project', `${project.name} (${project.purpose})`],
        ['Document of', <MaybeInstant at={patient.uploadedAt} never="None" />],
        ...(shown.item === undefined ? [] : [['Waits since', <Instant at={shown.item.since} />] as const]),
      ]}
    />
  );
}

/** An authorization, as it is reviewed. */
export function renderReviewPage(viewer: Viewer, shown: ReviewShown): string {
  const { patient, analysis, nextUid, message } = shown;
  const checks = analysis?.checks ?? [];
  const marks = marksOf(checks);
  return renderDeskPage({
    title: 'Authorization',
    viewer,
    section: 'queue',
    crumbs: [['Authorizations', `${deskPath()}?kind=authorization`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>{patient.id}</h1>
          <Holding kind="authorization" uid={patient.uid} item={shown.item} operatorUid={shown.operatorUid} />
          {nextUid === undefined ? null : (
            <a class="button aside" href={deskPath('authorizations', nextUid)} accesskey="n">
              Next one
            </a>
          )}
        </div>
        <div class="review">
          <div class="said">
            <Person shown={shown} />
            <Decision shown={shown} />
            <section class="part" aria-labelledby="checks">
              <h2 id="checks">What the analysis found</h2>
              {analysis === undefined ? (
                <p class="muted">
                  It is under way, or there is no document. Load this page again to see what it found.
                </p>
              ) : (
                <Checks checks={checks} marks={marks} />
              )}
            </section>
          </div>
          <section class="sheets" aria-label="Documents">
            <Documents shown={shown} marks={marks} />
          </section>
        </div>
      </>
    ),
  });
}
