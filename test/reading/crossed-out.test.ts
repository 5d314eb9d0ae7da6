/** Signatures of many hands, as they are and with pen lines through them, from the page to the verdict. */
import { PDFDocument, rgb, type PDFPage } from '@cantoo/pdf-lib';
import type { Point } from '../../evaluation/forms/pen';
import { pickPen, signatureAt } from '../../evaluation/real-forms/hands';
import { extract } from '../../src/reading/extraction/extract';
import { randomStream } from '../../src/sandbox/random-stream';
import { layoutOf } from '../support/read-layout';

const hands = 12;
const line = { left: 60, right: 340, y: 300 };

/** The corners of a signature. */
interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The pen lines of each way to cross a signature out. */
const crossings = {
  'a level line': ({ left, right, top, bottom }: Extent): Point[][] => {
    const y = (top + bottom) / 2;
    return [
      [
        [left - 5, y],
        [right + 5, y],
      ],
    ];
  },
  'a rising line': ({ left, right, top, bottom }: Extent): Point[][] => {
    const y = (top + bottom) / 2;
    return [
      [
        [left - 4, y + 4],
        [right + 4, y - 4],
      ],
    ];
  },
  'a cross': ({ left, right, top, bottom }: Extent): Point[][] => [
    [
      [left - 2, top],
      [right + 2, bottom],
    ],
    [
      [left - 2, bottom],
      [right + 2, top],
    ],
  ],
} as const;

function drawSigned(page: PDFPage, hand: number, cross: (extent: Extent) => Point[][]): void {
  const stream = randomStream('crossed out', String(hand));
  const pen = pickPen(stream);
  const { strokes } = signatureAt(stream, [line.left, line.y - 18, line.right, line.y], pen);
  const [xs, ys] = [strokes.flat().map(([x]) => x), strokes.flat().map(([, y]) => y)];
  const extent = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  const color = rgb(...pen.color);
  const height = page.getHeight();
  page.drawText('Authorization to release health information', { x: 60, y: height - 60, size: 12 });
  page.drawText('I authorize the clinic to release my records.', { x: 60, y: height - 90, size: 10 });
  page.drawText('Signature of patient', { x: line.left, y: height - line.y - 12, size: 9 });
  page.drawLine({
    start: { x: line.left, y: height - line.y },
    end: { x: line.right, y: height - line.y },
    thickness: 0.7,
  });
  for (const points of [...strokes, ...cross(extent)])
    points.slice(1).forEach(([x, y], index) => {
      const [fromX = x, fromY = y] = points[index] ?? [];
      page.drawLine({
        start: { x: fromX, y: height - fromY },
        end: { x, y: height - y },
        thickness: pen.thickness,
        color,
      });
    });
}

/** Returns how many of the hands' signatures are seen, and how many of those as crossed out. */
async function countCrossed(cross: (extent: Extent) => Point[][]) {
  const document = await PDFDocument.create();
  for (let hand = 0; hand < hands; hand += 1) drawSigned(document.addPage([612, 792]), hand, cross);
  const { pages } = await layoutOf(await document.save());
  const found = pages.map(page => extract({ pages: [page], signatures: [] }).data.signature);
  return {
    seen: found.filter(({ evidence }) => evidence === 'ink').length,
    crossedOut: found.filter(({ isCrossedOut }) => isCrossedOut === true).length,
  };
}

test('A signature that nothing crosses out counts, whatever its flourishes [CHECK-64]', async () => {
  const counted = await countCrossed(() => []);
  expect(counted.crossedOut).toBe(0);
  expect(counted.seen).toBeGreaterThanOrEqual(11);
}, 120_000);

test.each(Object.entries(crossings))(
  '%s through a signature crosses most of them out [CHECK-64]',
  async (_how, cross) => {
    const { seen, crossedOut } = await countCrossed(cross);
    expect(crossedOut / seen).toBeGreaterThan(0.6);
  },
  120_000,
);
