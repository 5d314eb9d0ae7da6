/** Marks at kinds of sensitive information, in the ways that forms ask for them. */
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type { SmallMark, Widget } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, widget, type Line } from './layouts';

const title: Line = [150, 40, 'AUTHORIZATION TO RELEASE HEALTH INFORMATION'];

interface Drawn {
  readonly widgets?: readonly Widget[];
  readonly rules?: readonly Box[];
  readonly strokes?: readonly Box[];
  readonly marks?: readonly SmallMark[];
}

function sensitiveOn(
  lines: readonly Line[],
  { widgets = [], rules = [], strokes = [], marks = [] }: Drawn = {},
) {
  const ink = { strokes: strokes.map(box => ({ box, fill: 0.3 })), marks, rules };
  return extract(layout(page([title, ...lines], { widgets, ink }))).data.sensitive;
}

const box = (x: number, y: number, isOn: boolean): Widget =>
  widget('checkbox', [x, y], { isOn, box: { x, y, width: 8, height: 8 } });
/** A printed frame of 7 points, with a check mark in it or empty. */
const frame = (x: number, y: number, isChecked: boolean): SmallMark => ({
  box: { x, y, width: 7, height: 7 },
  isFrame: true,
  inner: isChecked ? 0.4 : 0,
});
const initials = (x: number, y: number): Box => ({ x, y, width: 18, height: 10 });

describe('A kind of sensitive information [CHECK-59]', () => {
  test('is released by initials on the line before it, and only by them', () => {
    const lines: Line[] = [
      [40, 300, 'Please initial what you want released:'],
      [80, 320, 'HIV/AIDS information'],
      [80, 336, 'Genetic testing'],
    ];
    const rules = [330, 346].map(y => ({ x: 40, y, width: 36, height: 1 }));
    const found = sensitiveOn(lines, { rules, strokes: [initials(48, 318)] });
    expect(found).toMatchObject({ hiv: 'released', genetic: 'notRequested' });
  });

  test('is released by initials on the line behind it', () => {
    const line: Line = [60, 320, 'Genetic testing'];
    const rules = [{ x: 145, y: 330, width: 60, height: 1 }];
    const asks: Line = [40, 300, 'Please initial what you want released:'];
    expect(sensitiveOn([asks, line], { rules, strokes: [initials(160, 318)] }).genetic).toBe('released');
    expect(sensitiveOn([asks, line], { rules }).genetic).toBe('notRequested');
  });

  test('is released by its own box, where several boxes are on one line', () => {
    const line: Line = [60, 320, 'Mental health      Alcohol abuse      HIV results'];
    const widgets = [box(48, 321, false), box(143, 321, true), box(238, 321, false)];
    expect(sensitiveOn([line], { widgets })).toMatchObject({
      mentalHealth: 'notRequested',
      substanceUse: 'released',
      hiv: 'notRequested',
    });
  });

  test('is released or withheld by the box at Yes or No before it', () => {
    const line: Line = [60, 320, 'Yes   No   Mental health records'];
    const answer = (yes: boolean, no: boolean) =>
      sensitiveOn([line], { widgets: [box(48, 321, yes), box(78, 321, no)] }).mentalHealth;
    expect([answer(true, false), answer(false, true)]).toEqual(['released', 'notRequested']);
  });

  test('is released by a small check mark in a printed box of a flat form', () => {
    const lines: Line[] = [
      [60, 320, 'HIV results'],
      [60, 336, 'Genetic testing'],
    ];
    const found = sensitiveOn(lines, { marks: [frame(48, 322, true), frame(48, 338, false)] });
    expect(found).toMatchObject({ hiv: 'released', genetic: 'notRequested' });
  });

  test.each([
    'I DO NOT WANT THE FOLLOWING INFORMATION DISCLOSED:',
    'The following may be released unless you initial to opt out of releasing it:',
    'Please exclude the following information from being released as a part of this request.',
  ])("isn't released by a mark, although a sentence releases it, under: %s", heading => {
    const lines: Line[] = [
      [60, 200, 'I authorize the release of all records including HIV test results and genetic testing.'],
      [40, 300, heading],
      [60, 316, 'HIV results of any kind that are'],
      [60, 332, 'Genetic testing'],
    ];
    const marked = (hiv: boolean, genetic: boolean) =>
      sensitiveOn(lines, { widgets: [box(48, 317, hiv), box(48, 333, genetic)] });
    expect(marked(true, false)).toMatchObject({ hiv: 'notRequested', genetic: 'blanket' });
    expect(marked(false, true)).toMatchObject({ hiv: 'blanket', genetic: 'notRequested' });
  });

  test('is released by a mark under words that exclude it unless it is marked, on two lines', () => {
    const lines: Line[] = [
      [40, 290, 'This form excludes the release of the following kinds of information to anyone'],
      [40, 302, 'unless the boxes are checked below.'],
      [60, 320, 'HIV results'],
    ];
    expect(sensitiveOn(lines, { widgets: [box(48, 321, true)] }).hiv).toBe('released');
  });

  test('that an option leaves out is not released by it', () => {
    const line: Line = [60, 320, 'Mental health treatment (except psychotherapy notes)'];
    expect(sensitiveOn([line], { widgets: [box(48, 321, true)] })).toMatchObject({
      mentalHealth: 'released',
      psychotherapyNotes: 'notRequested',
    });
  });

  test('is named in Spanish, too', () => {
    const lines: Line[] = [
      [60, 320, 'Salud mental'],
      [60, 336, 'Resultados de VIH/SIDA'],
      [60, 352, 'Abuso de sustancias'],
    ];
    const widgets = [box(48, 321, true), box(48, 337, false), box(48, 353, true)];
    expect(sensitiveOn(lines, { widgets })).toMatchObject({
      mentalHealth: 'released',
      hiv: 'notRequested',
      substanceUse: 'released',
    });
  });
});
