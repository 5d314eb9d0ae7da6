import { renderPage, type Reload } from './page';

/**
 * What an embed shows in place of its content: the sentence of the error, and the reference for whoever asks
 * us.
 * @param reload absent where trying again does not help
 */
export function renderProblemPage(
  { error, errorId }: { readonly error: string; readonly errorId?: string },
  reload: Reload | undefined,
): string {
  return renderPage({
    title: 'Not available',
    ...(reload === undefined ? {} : { reload }),
    children: (
      <main class="page">
        <div role="alert">
          <h1>This cannot be shown</h1>
          <p>
            {error}{' '}
            {reload === undefined
              ? 'Load the page around it again, or open it from there anew.'
              : 'This page tries again by itself.'}
          </p>
          {errorId === undefined || error.includes(errorId) ? null : (
            <p class="muted small">Reference: {errorId}</p>
          )}
        </div>
      </main>
    ),
  });
}
