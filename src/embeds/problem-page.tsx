import { renderPage, type Reload } from './page';

/** What the page shows in place of the embed. */
export interface ProblemShown {
  /** The sentence of the error. */
  readonly error: string;
  readonly errorId?: string;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
  /** Absent if trying again doesn't help. */
  readonly reload: Reload | undefined;
}

/** Renders the page for an embed that can't be shown: the error, what to do, and a reference for support. */
export function renderProblemPage({ error, errorId, supportName, reload }: ProblemShown): string {
  return renderPage({
    title: 'Page unavailable',
    ...(reload === undefined ? {} : { reload }),
    children: (
      <main class="page">
        <div role="alert">
          <h1>We couldn't load this page</h1>
          <p>
            {error}{' '}
            {reload === undefined
              ? 'Reload the whole page, or close it and open it again.'
              : 'This page tries again automatically.'}
          </p>
          {errorId === undefined || error.includes(errorId) ? null : (
            <p class="muted small">
              If this keeps happening, contact {supportName} with this reference: {errorId}
            </p>
          )}
        </div>
      </main>
    ),
  });
}
