/** How a value was read, for reviewers to judge which values to check. */
import { extract } from '../../../src/reading/extraction/extract';
import { withHowRead } from '../../../src/reading/extraction/how-read';
import { layout, page, widget, type Line } from './layouts';

const place = (x: number, y: number) => ({ x, y, width: 40, height: 10 });
const lines: readonly Line[] = [[120, 60, 'Jane Doe']];
const jane = { text: 'Jane Doe', page: 1, box: place(120, 60) };

test('A value read from the text of a document is as certain as the document', () => {
  expect(withHowRead(layout(page(lines)), jane)).toEqual({ ...jane, how: 'text', confidence: null });
});

test('A value is read from a field only if the field at its place contains it', () => {
  const field = widget('text', [118, 58], { value: 'Jane Doe' });
  const how = (...widgets: ReadonlyArray<typeof field>) =>
    withHowRead(layout(page([], { widgets })), jane).how;
  expect(how(field)).toBe('field');
  expect(how({ ...field, value: '' })).toBe('text');
  expect(how({ ...field, value: 'Mary Poe' })).toBe('text');
  expect(how({ ...field, box: { ...field.box, y: 200 } })).toBe('text');
});

test('A value recognized on a scan is as certain as the least certain of its words', () => {
  const words = [
    { text: 'Jane', box: { x: 120, y: 60, width: 20, height: 10 }, confidence: 91.4 },
    { text: 'Doe', box: { x: 145, y: 60, width: 15, height: 10 }, confidence: 38.6 },
    { text: 'elsewhere', box: { x: 145, y: 300, width: 45, height: 10 }, confidence: 3 },
  ];
  const scan = layout(page([], { words, source: 'recognition', confidence: 70 }));
  expect(withHowRead(scan, jane)).toEqual({ ...jane, how: 'recognised', confidence: 39 });
  expect(withHowRead(scan, { ...jane, box: place(20, 500) })).toMatchObject({ confidence: 70 });
});

test('Every value read from an authorization states how it was read', () => {
  const form = layout(
    page([
      [60, 40, 'Authorization for the release of health information'],
      [60, 60, 'Patient Name: Jane Doe'],
      [60, 80, 'Date of Birth: 02/29/1984'],
      [60, 100, 'Purpose: Legal proceedings'],
      [60, 120, 'Medical records'],
    ]),
  );
  const { data } = extract(form);
  const how = { how: 'text', confidence: null };
  expect(data).toMatchObject({
    patientName: how,
    patientDateOfBirth: { ...how, date: '1984-02-29' },
    purpose: how,
    recipient: null,
    information: { items: [{ ...how, text: 'Medical records' }] },
  });
});
