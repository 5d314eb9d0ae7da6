import type { Box, Found, HowRead } from '../../domain/auth-checks/extraction';
import type { DocumentLayout, PageLayout } from '../document-layout';
import { covered } from './value-areas';

/** Whether two places are the same: one is mostly inside the other. */
function isSamePlace(one: Box, other: Box): boolean {
  return covered(one, [other]) > 0.5 || covered(other, [one]) > 0.5;
}

function isInField({ widgets }: PageLayout, { text, box }: Found): boolean {
  return widgets.some(
    ({ kind, value, box: place }) =>
      (kind === 'text' || kind === 'choice') &&
      value.trim() !== '' &&
      isSamePlace(place, box) &&
      (text.includes(value.trim()) || value.includes(text)),
  );
}

/** Returns the confidence of the recognition at a place, or of the whole page if it read no word there. */
function confidenceAt({ words, confidence }: PageLayout, box: Box): number {
  const own = words.filter(word => covered(word.box, [box]) > 0.5);
  const sure = own.flatMap(word => (word.confidence === undefined ? [] : [word.confidence]));
  return Math.round(sure.length === 0 ? (confidence ?? 0) : Math.min(...sure));
}

/** Returns a finding with how it was read; its page must exist in the document. */
export function withHowRead<Place extends Found>(layout: DocumentLayout, found: Place): Place & HowRead {
  const page = layout.pages.find(({ number }) => number === found.page);
  if (page === undefined) throw new Error('something was found on a page that the document has not');
  if (isInField(page, found)) return { ...found, how: 'field', confidence: null };
  if (page.source === 'text') return { ...found, how: 'text', confidence: null };
  return { ...found, how: 'recognised', confidence: confidenceAt(page, found.box) };
}
