import { Notice } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';

/** The content of the page. */
export interface RefusedShown {
  readonly title: string;
  readonly sentence: string;
  /** The path of the page to continue from, and the words of its link. */
  readonly back: string;
  readonly backText: string;
}

/** Renders why a form was refused, or why a view has nothing to show. */
export function renderRefusedPage(viewer: Viewer, { title, sentence, back, backText }: RefusedShown): string {
  return renderDeskPage({
    title,
    viewer,
    children: (
      <>
        <h1>{title}</h1>
        <Notice tone="failed">{sentence}</Notice>
        <p>
          <a class="button" href={back}>
            {backText}
          </a>
        </p>
      </>
    ),
  });
}
