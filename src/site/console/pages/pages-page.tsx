/** The pages of a document or a file, as pictures that the server made. */
import { Notice, type Links } from '../../components/display';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';

/** The content of such a page. */
export interface PagesShown {
  /** What is shown, as the heading says it. */
  readonly name: string;
  readonly crumbs: Links;
  /** The paths of the pictures, in order, with the sizes of the pages if they are known. */
  readonly pictures: ReadonlyArray<{
    readonly number: number;
    readonly path: string;
    readonly size?: { readonly width: number; readonly height: number };
  }>;
  readonly downloadPath: string;
  /** Links to the neighbors of a single page, if pages are shown one at a time. */
  readonly neighbors?: { readonly previous?: string; readonly next?: string };
}

/** Renders the pages. The title has no patient data. */
export function renderPagesPage(viewer: Viewer, place: ShownPlace, shown: PagesShown): string {
  const { name, crumbs, pictures, downloadPath, neighbors = {} } = shown;
  return renderConsolePage({
    title: 'Pages',
    viewer,
    place,
    section: 'patients',
    crumbs,
    children: (
      <>
        <div class="head">
          <h1>{name}</h1>
          <a class="button aside" href={downloadPath}>
            Download
          </a>
        </div>
        {pictures.length === 0 ? (
          <Notice tone="warning">
            The pages can't be shown. The file may be damaged, password-protected, too large, or of a type
            that has no pages. Download it instead.
          </Notice>
        ) : null}
        {neighbors.previous === undefined && neighbors.next === undefined ? null : (
          <nav class="line noprint" aria-label="Pages">
            {neighbors.previous === undefined ? null : (
              <a class="button" href={neighbors.previous}>
                Previous page
              </a>
            )}
            {neighbors.next === undefined ? null : (
              <a class="button" href={neighbors.next}>
                Next page
              </a>
            )}
          </nav>
        )}
        <div class="sheets">
          {pictures.map(({ number, path, size }) => (
            <figure class="sheet" id={`page-${number}`}>
              <div class="paper">
                <img
                  src={path}
                  alt={`Page ${number}`}
                  loading={number === 1 ? 'eager' : 'lazy'}
                  {...(size === undefined
                    ? {}
                    : { width: Math.round(size.width), height: Math.round(size.height) })}
                />
              </div>
              <figcaption class="muted small">Page {number}</figcaption>
            </figure>
          ))}
        </div>
      </>
    ),
  });
}
