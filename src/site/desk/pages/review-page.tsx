/** `/desk/authorizations/{patient}`: an authorization, its analysis, and the decision. */
import type { Refusal } from '../../../domain/auth-checks/extraction';
import type { VerdictCounts } from '../../../domain/auth-checks/judge';
import type { Evidence, Verdict } from '../../../domain/auth-checks/verdict';
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../../domain/authorizations/authorization-status';
import {
  refusalFacts,
  refusalReasons,
  type RefusalReason,
} from '../../../domain/authorizations/refusal-reason';
import type { Suggestion } from '../../../domain/auth-checks/suggestion';
import { overrideReasons, type ApprovalConcern } from '../../../domain/authorizations/approval';
import type { CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem } from '../../../domain/desk/queue';
import type { ProjectPurpose } from '../../../domain/projects/project';
import {
  approvalConcernLabels,
  authorizationStatusLabels,
  overrideReasonLabels,
  purposeLabels,
} from '../../../domain/status-labels';
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
import { Assignment } from '../components/assignment';
import { deskPath } from '../paths';

/** The maximum length of a reason. */
export const reasonMax = 500;

/** A check in the list. */
interface ShownCheck {
  readonly label: string;
  readonly status: 'passed' | 'warning' | 'failed' | 'notRun';
  readonly verdict: Verdict | null;
}

/** A document with the sizes of its pages, in points; `undefined` if it can't be drawn. */
interface ShownDocument {
  readonly number: number;
  /** Its name in the evidence; `null` for the authorization. */
  readonly name: string | null;
  readonly pages: ReadonlyArray<{ readonly width: number; readonly height: number }> | undefined;
}

/** The content of the page. */
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
    readonly authorizationExpiresOn: CalendarDate | null;
    readonly authorizationRevokedOn: CalendarDate | null;
    readonly uploadedAt: Date | null;
  };
  readonly project: {
    readonly companyId: string;
    readonly id: string;
    readonly name: string;
    readonly purpose: ProjectPurpose;
  };
  readonly documents: readonly ShownDocument[];
  readonly analysis:
    | {
        readonly refusal: Refusal | null;
        readonly checks: readonly ShownCheck[];
        readonly counts: VerdictCounts;
        readonly suggestion: Suggestion | null;
      }
    | undefined;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly nextUid: string | undefined;
  readonly message: Message | undefined;
  /** Why the decision was refused, with the posted values. */
  readonly refusal?: {
    readonly sentence: string;
    readonly fields: FieldProblems;
    readonly posted: Readonly<Record<'status' | 'reason' | 'expires' | 'override', string>>;
  };
  /** What speaks against an approval. */
  readonly question: {
    readonly concerns: readonly ApprovalConcern[];
    /** The names of the failed checks. */
    readonly failed: readonly string[];
    /** The question in one line, which the form confirms. */
    readonly line: string;
  };
}

const tones: Readonly<Record<ShownCheck['status'], Tone>> = {
  passed: 'passed',
  warning: 'warning',
  failed: 'failed',
  notRun: 'neutral',
};
const statusNames: Readonly<Record<ShownCheck['status'], string>> = {
  passed: 'Passed',
  warning: 'Warning',
  failed: 'Failed',
  notRun: 'Not checked',
};

/** A piece of evidence on a page, with its check. */
interface Mark extends Evidence {
  readonly id: string;
  readonly label: string;
  readonly status: ShownCheck['status'];
}

/** Returns the evidence of all checks, each with an id that its check links to. */
function marksOf(checks: readonly ShownCheck[]): readonly Mark[] {
  return checks.flatMap(({ label, status, verdict }, check) =>
    (verdict?.evidence ?? []).map((evidence, place) => ({
      ...evidence,
      id: `mark-${check}-${place}`,
      label,
      status,
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
  const documentName = document.name ?? 'the authorization';
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
          alt={`Page ${number} of ${documentName}`}
          loading={number === 1 && document.number === 0 ? 'eager' : 'lazy'}
        />
        <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
          {own.map(({ id, label, status, box }) => (
            <rect
              id={id}
              class={`mark ${tones[status]}`}
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
        <h2>No authorization on file</h2>
        <p>To approve anyway, select Approve, and then choose a reason.</p>
      </Empty>
    );
  return (
    <>
      {documents.map(document =>
        document.pages === undefined ? (
          <Notice tone="failed">
            {document.name ?? 'The authorization'} can't be shown. It isn't a PDF that can be opened, or it
            was deleted or replaced. Deny it, or wait for another upload.
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
        <span class="muted"> (read from a scan, {mark.confidence ?? 0}% confidence)</span>
      ) : null}
    </p>
  );
}

function CheckItem({ check, marks }: { readonly check: ShownCheck; readonly marks: readonly Mark[] }) {
  const { label, status, verdict } = check;
  return (
    <li class="check">
      <h3>
        {label} <Pill tone={tones[status]}>{statusNames[status]}</Pill>
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
      {groupOrder.map(status => {
        const own = checks.filter(check => check.status === status);
        return own.length === 0 ? null : (
          <details class="more" open={status === 'failed' || status === 'warning'}>
            <summary>
              {statusNames[status]} ({own.length})
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

/** Returns what the form posts for a reason that has a status of its own. */
export function becauseOf(reason: RefusalReason): `because:${RefusalReason}` {
  return `because:${reason}`;
}

const denials = authorizationStatuses.filter(status => status !== 'NeedsApproval' && status !== 'Approved');

interface FormParts {
  readonly shown: ReviewShown;
  readonly action: string;
}

function Expires({ shown }: { readonly shown: ReviewShown }) {
  const { patient, refusal } = shown;
  return (
    <TextField
      id="expires"
      name="expires"
      label="Valid through"
      type="date"
      value={refusal?.posted.expires ?? patient.authorizationExpiresOn ?? ''}
      hint="The last day on which the document is valid. Leave it empty if it ends with an event."
    />
  );
}

function Approval({ shown, action }: FormParts) {
  const { patient, refusal } = shown;
  return (
    <Form action={action} label="Approve" problems={refusal?.fields}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="status" value="Approved" />
      <Expires shown={shown} />
      <button type="submit" class="main" accesskey="a">
        Approve
      </button>
    </Form>
  );
}

/** The second step of an approval that something speaks against. It has no access key. */
function Confirmation({ shown, action }: FormParts) {
  const { patient, refusal, question } = shown;
  return (
    <Form action={action} label="Confirm approval" problems={refusal?.fields}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="status" value="Approved" />
      <input type="hidden" name="confirms" value={question.line} />
      <h3>Confirm approval</h3>
      <ul>
        {question.concerns.map(concern => (
          <li>
            {approvalConcernLabels[concern]}
            {concern === 'failedCheck' ? (
              <ul>
                {question.failed.map(label => (
                  <li>{label}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      <Expires shown={shown} />
      <fieldset class="field">
        <legend>Approve anyway: choose a reason</legend>
        <FieldProblem name="override" />
        {overrideReasons.map(reason => (
          <Check name="override" value={reason} type="radio" isChecked={reason === refusal?.posted.override}>
            {overrideReasonLabels[reason]}
          </Check>
        ))}
      </fieldset>
      <TextField
        id="approval-reason"
        name="reason"
        label="Explanation of the approval"
        max={reasonMax}
        value={refusal?.posted.reason ?? ''}
        hint="Kept in the audit log, so don't include patient data such as a name or date of birth."
      />
      <button type="submit" class="danger">
        Approve anyway
      </button>
    </Form>
  );
}

function Denial({ shown, action }: FormParts) {
  const { patient, analysis, refusal } = shown;
  const suggested = analysis?.suggestion ?? null;
  const suggestedValue =
    suggested === null || suggested.status === 'Approved'
      ? ''
      : suggested.reason === null
        ? suggested.status
        : becauseOf(suggested.reason);
  const chosen = refusal?.posted.status ?? suggestedValue;
  return (
    <Form action={action} label="Deny" problems={refusal?.fields}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <fieldset class="field">
        <legend>Deny: choose a reason</legend>
        <FieldProblem name="status" />
        {denials.map(status => (
          <Check name="status" value={status} type="radio" isChecked={status === chosen}>
            {authorizationStatusLabels[status]}
          </Check>
        ))}
        {refusalReasons.map(reason => (
          <Check
            name="status"
            value={becauseOf(reason)}
            type="radio"
            isChecked={becauseOf(reason) === chosen}
          >
            {refusalFacts(reason).label}
          </Check>
        ))}
      </fieldset>
      <TextField
        id="reason"
        name="reason"
        label="Explanation"
        max={reasonMax}
        isRequired={true}
        value={refusal?.posted.reason ?? ''}
        hint="Kept in the audit log, so don't include patient data such as a name or date of birth."
      />
      <button type="submit" class="danger" accesskey="r">
        Deny
      </button>
    </Form>
  );
}

function Decision({ shown }: { readonly shown: ReviewShown }) {
  const { patient, analysis, refusal } = shown;
  const suggested = analysis?.suggestion ?? null;
  const action = deskPath('authorizations', patient.uid, 'decide');
  const isQuestioned = refusal?.fields['override'] !== undefined && shown.question.concerns.length > 0;
  return (
    <section class="card" aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <Facts
        facts={[
          ['Status', authorizationStatusLabels[patient.authorizationStatus]],
          ...(patient.authorizationRevokedOn === null
            ? []
            : [['Revoked by the patient', patient.authorizationRevokedOn] as const]),
          [
            'Suggested by analysis',
            suggested === null ? (
              <span class="muted">No suggestion</span>
            ) : (
              <>
                {suggested.reason === null ? null : `${refusalFacts(suggested.reason).label}: `}
                <Pill tone={suggested.status === 'Approved' ? 'passed' : 'failed'}>
                  {authorizationStatusLabels[suggested.status]}
                </Pill>
              </>
            ),
          ],
        ]}
      />
      {refusal === undefined ? null : <Notice tone="failed">{refusal.sentence}</Notice>}
      {isQuestioned ? (
        <Confirmation shown={shown} action={action} />
      ) : (
        <Approval shown={shown} action={action} />
      )}
      <Denial shown={shown} action={action} />
    </section>
  );
}

function Person({ shown }: { readonly shown: ReviewShown }) {
  const { patient, project } = shown;
  const { dateOfDeath, statedDeath } = patient;
  return (
    <Facts
      facts={[
        ['Patient', <a href={deskPath('patients', patient.uid)}>Searches and date of death</a>],
        ['Name', patient.names],
        ['Date of birth', patient.dateOfBirth],
        ...(dateOfDeath === null ? [] : [['Date of death', dateOfDeath] as const]),
        ...(dateOfDeath === null && statedDeath !== null
          ? [['Date of death on certificate', statedDeath] as const]
          : []),
        ['Sex', patient.sex ?? '–'],
        ['ZIP codes', patient.zipCodes.length === 0 ? '–' : patient.zipCodes.join(', ')],
        ['Company', project.companyId],
        ['Project', `${project.name} (${purposeLabels[project.purpose]})`],
        ['Document uploaded', <MaybeInstant at={patient.uploadedAt} never="None" />],
        ...(shown.item === undefined ? [] : [['Waiting since', <Instant at={shown.item.since} />] as const]),
      ]}
    />
  );
}

/** Renders the review of an authorization. */
export function renderReviewPage(viewer: Viewer, shown: ReviewShown): string {
  const { patient, analysis, nextUid, message } = shown;
  const checks = analysis?.checks ?? [];
  const marks = marksOf(checks);
  return renderDeskPage({
    title: 'Authorization',
    viewer,
    section: 'queue',
    crumbs: [['Authorizations to review', `${deskPath()}?kind=authorization`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>{patient.id}</h1>
          <Assignment
            kind="authorization"
            uid={patient.uid}
            item={shown.item}
            operatorUid={shown.operatorUid}
          />
          {nextUid === undefined ? null : (
            <a class="button aside" href={deskPath('authorizations', nextUid)} accesskey="n">
              Next authorization
            </a>
          )}
        </div>
        <div class="review">
          <div class="said">
            <Person shown={shown} />
            <Decision shown={shown} />
            <section class="part" aria-labelledby="checks">
              <h2 id="checks">Analysis</h2>
              {analysis === undefined ? (
                <p class="muted">
                  No results yet. The analysis is still running, or there is no document. Reload this page to
                  check.
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
