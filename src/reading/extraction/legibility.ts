import type { Legibility } from '../../domain/auth-checks/extraction';
import type { DocumentLayout, PageLayout } from '../document-layout';

/** A page of a form has more words; a photographed card, an empty back and a fax's cover have fewer. */
const formWordsLeast = 50;

/** Returns how well a document could be read. Only pages of a form count, if it has any (CHECK-32). */
export function legibilityOf({ pages }: DocumentLayout): Legibility {
  const isOfForm = ({ words }: PageLayout): boolean => words.length >= formWordsLeast;
  const recognised = pages.filter(({ source }) => source === 'recognition');
  const counted = pages.some(isOfForm) ? recognised.filter(isOfForm) : recognised;
  return {
    recognisedPages: recognised.length,
    confidence: counted.length === 0 ? null : Math.min(...counted.map(({ confidence }) => confidence ?? 0)),
  };
}
