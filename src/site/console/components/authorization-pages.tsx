/** The first page of an authorization beside its checks, as a picture that the server draws. */
import { pathIn } from '../paths';
import type { ShownPlace } from './page';

/** What is known about the pages of the authorization on file. */
export type ShownPages =
  | { readonly kind: 'drawn'; readonly count: number }
  /** It hasn't been read yet. */
  | { readonly kind: 'waiting' }
  /** It can't be read, and why. */
  | { readonly kind: 'refused'; readonly message: string; readonly remedy: string | null };

interface PagesParts {
  readonly place: ShownPlace;
  readonly patientUid: string;
  readonly pages: ShownPages;
  /** Whether this member can upload another document. */
  readonly mayUpload: boolean;
}

/** A US letter page in points: the space that is kept until the picture has loaded. */
const letter = { width: 612, height: 792 } as const;

function Picture({ place, patientUid, count }: Omit<PagesParts, 'pages' | 'mayUpload'> & { count: number }) {
  const path = pathIn(place, 'patients', patientUid, 'documents', '0');
  return (
    <>
      <figure class="sheet" id="page-1">
        <div class="paper">
          <img
            src={`${path}/pages/1`}
            alt="Page 1 of the authorization"
            loading="lazy"
            decoding="async"
            {...letter}
          />
        </div>
        <figcaption class="muted small">
          Page 1 of {count}. If it doesn't appear, download the authorization.
        </figcaption>
      </figure>
      <p>
        <a href={path}>{count === 1 ? 'View full size' : `View all ${count} pages`}</a>
      </p>
    </>
  );
}

/** The first page, or why it can't be shown and what to do. */
export function AuthorizationPages({ place, patientUid, pages, mayUpload }: PagesParts) {
  return (
    <section class="sheets noprint" aria-labelledby="pages">
      <h2 id="pages">Pages</h2>
      {pages.kind === 'drawn' ? (
        <Picture place={place} patientUid={patientUid} count={pages.count} />
      ) : pages.kind === 'waiting' ? (
        <p class="muted">The first page appears here once the document has been read.</p>
      ) : (
        <div class="empty">
          <p>The pages can't be shown. {pages.message}</p>
          {pages.remedy === null ? null : <p>{pages.remedy}</p>}
          {mayUpload ? (
            <p>
              <a class="button" href="#upload">
                Upload new
              </a>
            </p>
          ) : null}
        </div>
      )}
    </section>
  );
}
