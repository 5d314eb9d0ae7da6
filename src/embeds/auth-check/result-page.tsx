/** `/ui/auth-check/embed`: the full result of an auth-check. */
import type { VerdictCounts, Verdicts } from '../../domain/auth-checks/judge';
import type { Evidence } from '../../domain/auth-checks/verdict';
import { Icon, type Standing } from '../icon';
import { renderPage, type Reload } from '../page';
import {
  authCheckTitle,
  countsInWords,
  listChecks,
  overallStanding,
  standingWords,
  type ListedCheck,
} from './reading';

const dateFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Tells the browser's PDF viewer to hide its sidebar and fit the page to the frame's width. */
const viewerFragment = '#navpanes=0&view=FitH';

function Document({ url }: { readonly url: string | null }) {
  if (url === null) return null;
  return (
    <section class="document" aria-label="Document">
      <iframe src={url + viewerFragment} title="Authorization document" loading="lazy" />
      <p class="small">
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open document
        </a>
      </p>
    </section>
  );
}

function Quote({ page, text, document, how, confidence }: Evidence) {
  const place = document === undefined ? `page ${page}` : `${document}, page ${page}`;
  const shown = document === undefined ? `Page ${page}` : place;
  // Text recognized on a scan may be misread, so show how sure the recognition is.
  const certainty = how === 'recognised' ? ` (scanned text, ${confidence ?? 0}% confidence)` : '';
  return <p class="evidence small">{text === '' ? `See ${place}` : `${shown}: “${text}”${certainty}`}</p>;
}

function Check({ label, standing, verdict }: ListedCheck) {
  return (
    <li class={`check ${standing}`}>
      <Icon standing={standing} />
      <div class="finding">
        <h2>{label}</h2>
        {verdict === null ? null : (
          <>
            <p>{verdict.message}</p>
            {verdict.remedy === null ? null : <p>{verdict.remedy}</p>}
            {verdict.evidence.map(entry => (
              <Quote {...entry} />
            ))}
            {verdict.rule === null ? null : <p class="muted small">{verdict.rule}</p>}
          </>
        )}
      </div>
    </li>
  );
}

interface GroupParts {
  readonly standing: Standing;
  readonly checks: readonly ListedCheck[];
  /** Whether the group starts expanded. */
  readonly isOpen: boolean;
}

function Group({ standing, checks, isOpen }: GroupParts) {
  const own = checks.filter(check => check.standing === standing);
  if (own.length === 0) return null;
  return (
    <details class={`group ${standing}`} open={isOpen}>
      <summary>
        {standingWords[standing]} ({own.length})
      </summary>
      <ul>
        {own.map(check => (
          <Check {...check} />
        ))}
      </ul>
    </details>
  );
}

/** Renders the page of a finished analysis. */
export function renderResultPage(shown: {
  readonly documentUrl: string | null;
  readonly verdicts: Verdicts;
  readonly counts: VerdictCounts;
  readonly judgedAt: Date;
}): string {
  const { documentUrl, verdicts, counts, judgedAt } = shown;
  const checks = listChecks(verdicts);
  const overall = overallStanding(counts);
  return renderPage({
    title: authCheckTitle,
    children: (
      <main class="page">
        <header class="head">
          <h1>{authCheckTitle}</h1>
          <span class={`pill ${overall}`}>
            <Icon standing={overall} />
            {standingWords[overall]}
          </span>
          <span>{countsInWords(counts)}</span>
          <span class="aside muted small">
            Checked <time dateTime={judgedAt.toISOString()}>{dateFormat.format(judgedAt)} UTC</time>
          </span>
        </header>
        <div class="beside">
          <div class="groups">
            <Group standing="failed" checks={checks} isOpen />
            <Group standing="warning" checks={checks} isOpen />
            <Group standing="passed" checks={checks} isOpen={overall === 'passed'} />
            <Group standing="notRun" checks={checks} isOpen={false} />
          </div>
          <Document url={documentUrl} />
        </div>
      </main>
    ),
  });
}

/** Renders the page of an analysis that is running, or that waits for its document to be uploaded. */
export function renderPendingPage(shown: {
  readonly documentUrl: string | null;
  readonly reload: Reload;
}): string {
  return renderPage({
    title: authCheckTitle,
    reload: shown.reload,
    children: (
      <main class="page">
        <header class="head">
          <h1>{authCheckTitle}</h1>
          <span class="waiting" role="status">
            <span class="spinner" />
            {shown.documentUrl === null
              ? "The document hasn't been uploaded yet."
              : 'Checking the document…'}{' '}
            The result appears here automatically.
          </span>
        </header>
        <Document url={shown.documentUrl} />
      </main>
    ),
  });
}
