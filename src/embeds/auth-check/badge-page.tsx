/** `/ui/auth-check/embed/badge`: passed, warning, or failed in one line. */
import type { VerdictCounts } from '../../domain/auth-checks/judge';
import { Icon } from '../icon';
import { renderPage, type Reload } from '../page';
import { authCheckTitle, countsInWords, overallStanding, standingWords } from './reading';

/** Renders the badge of a finished analysis. */
export function renderBadgePage(counts: VerdictCounts): string {
  const overall = overallStanding(counts);
  return renderPage({
    title: authCheckTitle,
    children: (
      <main class="badge">
        <h1 class={`pill ${overall}`}>
          <Icon standing={overall} />
          {standingWords[overall]}
        </h1>
        <span class="muted small">{countsInWords(counts)}</span>
      </main>
    ),
  });
}

/** Renders the badge of an analysis that is still running. */
export function renderPendingBadgePage(reload: Reload): string {
  return renderPage({
    title: authCheckTitle,
    reload,
    children: (
      <main class="badge">
        <div class="waiting" role="status">
          <span class="spinner" />
          <h1 class="muted">Checking the authorization…</h1>
        </div>
      </main>
    ),
  });
}
