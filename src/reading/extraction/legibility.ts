import type { Legibility } from '../../domain/auth-checks/extraction';
import type { DocumentLayout, PageLayout } from '../document-layout';

/** A form page has more words; a photographed card, a blank back, and a fax cover have fewer. */
const formWordsLeast = 50;

/** Returns the legibility of a document. Only form pages count, if it has any (CHECK-32). */
export function legibilityOf({ pages }: DocumentLayout): Legibility {
  const isOfForm = ({ words }: PageLayout): boolean => words.length >= formWordsLeast;
  const recognized = pages.filter(({ source }) => source === 'recognition');
  const counted = pages.some(isOfForm) ? recognized.filter(isOfForm) : recognized;
  const shownPages = pages.flatMap(({ number: page, shown }) =>
    shown === undefined ? [] : [{ page, ...shown }],
  );
  return {
    recognisedPages: recognized.length,
    confidence: counted.length === 0 ? null : Math.min(...counted.map(({ confidence }) => confidence ?? 0)),
    ...(shownPages.length === 0 ? {} : { shownPages }),
  };
}
