import { Notice } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';

/** Renders why a form was refused, with a link to the current state of its page. */
export function renderRefusedPage(
  viewer: Viewer,
  { sentence, back }: { readonly sentence: string; readonly back: string },
): string {
  return renderDeskPage({
    title: 'Nothing was changed',
    viewer,
    children: (
      <>
        <h1>Nothing was changed</h1>
        <Notice tone="failed">{sentence}</Notice>
        <p>
          <a class="button" href={back}>
            Reload the page
          </a>
        </p>
      </>
    ),
  });
}
