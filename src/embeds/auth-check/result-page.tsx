/** `/ui/auth-check/embed`: the whole result of an auth-check. */
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

/** What browsers' PDF viewers know: no side bar, the page as wide as the frame. */
const viewerFragment = '#navpanes=0&view=FitH';

function Document({ url }: { readonly url: string | null }) {
  if (url === null) return null;
  return (
    <section class="document" aria-label="Document">
      <iframe src={url + viewerFragment} title="The authorization document" loading="lazy" />
      <p class="small">
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open the document
        </a>
      </p>
    </section>
  );
}

function Quote({ page, text, document, how, confidence }: Evidence) {
  const place = document === undefined ? `page ${page}` : `${document}, page ${page}`;
  const shown = document === undefined ? `Page ${page}` : place;
  // What was made out on a picture may be misread: whoever leans on it is told.
  const recognised = how === 'recognised' ? ` (recognised, ${confidence ?? 0} % sure)` : '';
  return <p class="evidence small">{text === '' ? `See ${place}` : `${shown}: “${text}”${recognised}`}</p>;
}

function Check({ label, standing, verdict }: ListedCheck) {
  return (
    <li class={`check ${standing}`}>
      <Icon standing={standing} />
      <div class="said">
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
  /** Whether its checks are shown at once. */
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

/** The page of a finished analysis. */
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

/**
 * The page while the analysis runs: the document, and a sign that something is done with it; without one,
 * that it is awaited.
 */
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
              ? 'The document has not come yet.'
              : 'The document is being checked.'}{' '}
            This page shows the result by itself.
          </span>
        </header>
        <Document url={shown.documentUrl} />
      </main>
    ),
  });
}
