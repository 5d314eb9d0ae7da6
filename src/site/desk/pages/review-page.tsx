/** `/desk/authorizations/{patient}`: an authorization, its analysis, and the decision. */
import type { Refusal } from '../../../domain/auth-checks/extraction';
import type { VerdictCounts } from '../../../domain/auth-checks/judge';
import type { Evidence, Verdict } from '../../../domain/auth-checks/verdict';
import type { Suggestion } from '../../../domain/auth-checks/suggestion';
import { usDate, type CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem } from '../../../domain/desk/queue';
import type { ProjectPurpose } from '../../../domain/projects/project';
import { purposeLabels } from '../../../domain/status-labels';
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
import { Decision, type DecisionShown } from '../components/authorization-decision';
import { deskPath } from '../paths';

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
export interface ReviewShown extends DecisionShown {
  readonly patient: DecisionShown['patient'] & {
    readonly id: string;
    readonly names: string;
    readonly dateOfBirth: CalendarDate;
    readonly dateOfDeath: CalendarDate | null;
    readonly statedDeath: CalendarDate | null;
    readonly sex: string | null;
    readonly zipCodes: readonly string[];
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

function Person({ shown }: { readonly shown: ReviewShown }) {
  const { patient, project } = shown;
  const { dateOfDeath, statedDeath } = patient;
  return (
    <Facts
      facts={[
        ['Patient', <a href={deskPath('patients', patient.uid)}>Searches and date of death</a>],
        ['Name', patient.names],
        ['Date of birth', usDate(patient.dateOfBirth)],
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
          <div class="details">
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
