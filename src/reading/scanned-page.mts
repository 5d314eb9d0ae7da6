/** Pages without a text layer, scans and photos: how they are turned and cut to be read and shown. */
import type { Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box, QuarterTurn, ShownPage } from '../domain/auth-checks/extraction.ts';
import { roundBox } from './ink.mts';
import { draw, release, setUpright, type Drawn } from './page-canvas.mts';
import { cutOut, evenLight, paperSizeOf, pictureKindOf } from './photo.mts';
import { mappingOf, rectangle, type Corners, type Mapping } from './quad.mts';

/** 200 dpi, which recognition needs for small print. */
export const recognitionPixelsPerPoint = 200 / 72;

/** How a page is shown, without its number. */
export type Shown = Omit<ShownPage, 'page'>;

/** The sheet of a scanned page or a photo, before it is turned. */
export interface SheetPicture extends Drawn {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly photo?: Shown['photo'];
  /** Corners in the file's page, in points: x and y in turn. */
  readonly corners?: readonly number[];
}

function cornersIn(numbers: readonly number[], scale: number): Corners | undefined {
  const [a, b, c, d] = [0, 2, 4, 6].map(index => ({
    x: (numbers[index] ?? 0) * scale,
    y: (numbers[index + 1] ?? 0) * scale,
  }));
  return a === undefined || b === undefined || c === undefined || d === undefined ? undefined : [a, b, c, d];
}

/** Cuts a sheet out of the image of a photo, which isn't needed any more afterward. */
function cutSheet({ canvas, scale }: Drawn, numbers: readonly number[]): SheetPicture | undefined {
  const corners = cornersIn(numbers, scale);
  if (corners === undefined) return undefined;
  const { width, height } = paperSizeOf(corners);
  const [across, down] = [width, height].map(side => Math.round(side * recognitionPixelsPerPoint));
  const sheet = cutOut(canvas, corners, across ?? 1, down ?? 1);
  if (sheet !== canvas) release(canvas);
  return {
    canvas: evenLight(sheet),
    scale: recognitionPixelsPerPoint,
    width,
    height,
    photo: 'cut',
    corners: numbers,
  };
}

/** Returns the sheet on a page without a text layer: the page itself, or what a photo shows of it. */
export async function sheetOn(page: PDFPageProxy): Promise<SheetPicture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const drawn = await draw(page, recognitionPixelsPerPoint);
  // What pdf.js decoded is needed no longer, and as large as the image.
  page.cleanup();
  const kind = pictureKindOf(drawn.canvas);
  if (kind.kind === 'scan') return { ...drawn, width, height };
  const numbers =
    kind.kind === 'whole'
      ? []
      : kind.corners.flatMap(({ x, y }) =>
          [x, y].map(value => Math.round((value / drawn.scale) * 100) / 100),
        );
  const cut = numbers.length === 0 ? undefined : cutSheet(drawn, numbers);
  return cut ?? { ...drawn, canvas: evenLight(drawn.canvas), width, height, photo: 'whole' };
}

/** Returns how a sheet is shown once it is turned; `undefined` if it is shown as it is in the file. */
export function shownOf(
  { width, height, photo, corners }: SheetPicture,
  degrees: QuarterTurn,
): Shown | undefined {
  if (degrees === 0 && photo === undefined) return undefined;
  const isSideways = degrees === 90 || degrees === 270;
  return {
    degrees,
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    ...(photo === undefined ? {} : { photo }),
    ...(corners === undefined ? {} : { corners }),
  };
}

/** Returns the image of a scanned page as it was read. */
export async function drawScanned(page: PDFPageProxy, shown: Shown | undefined): Promise<Canvas> {
  const drawn = await draw(page, recognitionPixelsPerPoint);
  const cut = shown?.corners === undefined ? undefined : cutSheet(drawn, shown.corners);
  const sheet = cut?.canvas ?? (shown?.photo === undefined ? drawn.canvas : evenLight(drawn.canvas));
  return setUpright(sheet, shown?.degrees ?? 0);
}

/** Returns where a place on the file's page is on the page as shown. */
export function placeOn(sheet: SheetPicture, degrees: QuarterTurn): (box: Box) => Box {
  const { width, height } = sheet;
  const corners = sheet.corners && cornersIn(sheet.corners, 1);
  const toSheet: Mapping =
    (corners && mappingOf(corners, rectangle(width, height))) ?? ((x, y) => ({ x, y }));
  const turns: Readonly<Record<QuarterTurn, Mapping>> = {
    0: (x, y) => ({ x, y }),
    90: (x, y) => ({ x: height - y, y: x }),
    180: (x, y) => ({ x: width - x, y: height - y }),
    270: (x, y) => ({ x: y, y: width - x }),
  };
  if (degrees === 0 && corners === undefined) return box => box;
  return ({ x, y, width: wide, height: high }) => {
    const points = rectangle(wide, high).map(corner => {
      const onSheet = toSheet(x + corner.x, y + corner.y);
      return turns[degrees](onSheet.x, onSheet.y);
    });
    const [left, top] = [
      Math.min(...points.map(point => point.x)),
      Math.min(...points.map(point => point.y)),
    ];
    return roundBox({
      x: left,
      y: top,
      width: Math.max(...points.map(point => point.x)) - left,
      height: Math.max(...points.map(point => point.y)) - top,
    });
  };
}
