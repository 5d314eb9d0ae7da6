import { Notice } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';

/** What is answered to a form that could not be done: why, and the way back to what is there now. */
export function renderRefusedPage(
  viewer: Viewer,
  { sentence, back }: { readonly sentence: string; readonly back: string },
): string {
  return renderDeskPage({
    title: 'This was not done',
    viewer,
    children: (
      <>
        <h1>This was not done</h1>
        <Notice tone="failed">{sentence}</Notice>
        <p>
          <a class="button" href={back}>
            Look at what is there now
          </a>
        </p>
      </>
    ),
  });
}
