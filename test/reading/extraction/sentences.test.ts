/** Values that a form states in sentences instead of after labels. */
import { fromSentence, runningText, type SentenceValue } from '../../../src/reading/extraction/sentences';
import { segmentsOf } from '../../../src/reading/extraction/text-segments';
import { layout, page, widget, type Line } from './layouts';

/** Returns the value found in these lines, one below the other. */
function found(name: SentenceValue, ...lines: readonly string[]): string | undefined {
  const paper = layout(page(lines.map((text, index): Line => [60, 60 + index * 14, text])));
  return fromSentence(runningText(paper, paper.pages.flatMap(segmentsOf)), name)?.text;
}

test.each<[SentenceValue, string, readonly string[]]>([
  ['patientName', 'Jane Doe', ['I, Jane Doe, hereby authorize the release of my records.']],
  ['patientName', 'Jane Doe', ['Records concerning Jane Doe, whose date of birth is 02/29/1984.']],
  ['patientName', 'Ana de la Cruz', ['Yo, Ana de la Cruz, con fecha de nacimiento 29/02/1984, autorizo']],
  [
    'disclosingParty',
    'St. Mary Hospital',
    ['I authorize St. Mary Hospital to disclose my health information.'],
  ],
  ['recipient', 'Poe Law Group', ['I authorize Mercy Clinic to release my records to: Poe Law Group.']],
  [
    'purpose',
    'a claim for disability benefits',
    ['The purpose of this disclosure is a claim for disability benefits.'],
  ],
  ['purpose', 'continuing care', ['Purpose: continuing care.']],
])('The %s of a sentence is read: %s', (name, value, lines) => {
  expect(found(name, ...lines)).toBe(value);
});

test('A sentence that continues on the next line is read as one', () => {
  expect(found('purpose', 'The purpose of this disclosure is a claim', 'for disability benefits.')).toBe(
    'a claim for disability benefits',
  );
});

test.each<[SentenceValue, string]>([
  ['patientName', 'I, the undersigned, hereby authorize the release of my records.'],
  ['patientName', 'I, ______________, hereby authorize the release of my records.'],
  ['recipient', 'I authorize the clinic to release my records to: the persons named below.'],
  ['disclosingParty', 'I authorize any and all providers to disclose my health information.'],
  ['purpose', 'The purpose of this disclosure is ____________________.'],
])('Printed words and empty gaps in a sentence are no %s: %s', (name, text) => {
  expect(found(name, text)).toBeUndefined();
});

test('The value of a field within a sentence is part of the sentence', () => {
  const lines: Line[] = [
    [60, 60, 'I,'],
    [240, 60, ', hereby authorize the release of my records.'],
  ];
  const gap = widget('text', [75, 57], { value: 'Jane Doe' });
  const paper = layout(page(lines, { widgets: [gap] }));
  const printed = paper.pages.flatMap(segmentsOf);
  expect(fromSentence(runningText(paper, printed), 'patientName')).toMatchObject({
    text: 'Jane Doe',
    page: 1,
  });
  const empty = layout(page(lines, { widgets: [{ ...gap, value: '' }] }));
  expect(fromSentence(runningText(empty, printed), 'patientName')).toBeNull();
});
