import { renderPage } from './page';

/** What an embed shows in place of its content: the sentence of the error, and the reference for whoever asks us. */
export function renderProblemPage(problem: { readonly error: string; readonly errorId?: string }): string {
  const { error, errorId } = problem;
  return renderPage({
    title: 'Not available',
    children: (
      <main class="page">
        <div role="alert">
          <h1>This cannot be shown</h1>
          <p>{error} Load the page around it again, or open it from there anew.</p>
          {errorId === undefined || error.includes(errorId) ? null : (
            <p class="muted small">Reference: {errorId}</p>
          )}
        </div>
      </main>
    ),
  });
}
