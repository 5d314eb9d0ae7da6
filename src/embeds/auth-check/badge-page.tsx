/** `/ui/auth-check/embed/badge`: passed, warning or failed on one line. */
import type { VerdictCounts } from '../../domain/auth-checks/judge';
import { Icon } from '../icon';
import { renderPage, type Reload } from '../page';
import { authCheckTitle, countsInWords, overallStanding, standingWords } from './reading';

/** The badge of a finished analysis. */
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

/** The badge while the analysis runs. */
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
