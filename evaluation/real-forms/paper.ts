/** A page of a real form as paper: writes at places as shown, however the page is turned in the file. */
import {
  concatTransformationMatrix,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setLineCap,
  setLineJoin,
  setLineWidth,
  setStrokingRgbColor,
  moveTo,
  lineTo,
  stroke as strokePath,
  LineCapStyle,
  LineJoinStyle,
  type PDFFont,
  type PDFImage,
  type PDFOperator,
  type PDFPage,
} from '@cantoo/pdf-lib';
import type { Corners } from './drawn-lines';
import type { InkColor, PenDrawing } from './hands';

/** Letters under this size aren't typed. */
const sizeLeast = 6;
const padding = 2.5;

/** How words are typed. */
export interface Typing {
  readonly font: PDFFont;
  /** Points. */
  readonly size: number;
  readonly color: InkColor;
}

type Matrix = readonly [number, number, number, number, number, number];

/** One page to write on. All places are points from the top left corner of the page as shown. */
export class Paper {
  private readonly width: number;
  readonly height: number;
  private readonly matrix: Matrix;

  constructor(readonly page: PDFPage) {
    const { x, y, width, height } = page.getCropBox();
    const turn = ((page.getRotation().angle % 360) + 360) % 360;
    const isSideways = turn === 90 || turn === 270;
    this.width = isSideways ? height : width;
    this.height = isSideways ? width : height;
    const matrices: Readonly<Record<number, Matrix>> = {
      0: [1, 0, 0, 1, x, y],
      90: [0, 1, -1, 0, x + width, y],
      180: [-1, 0, 0, -1, x + width, y + height],
      270: [0, -1, 1, 0, x, y + height],
    };
    this.matrix = matrices[turn] ?? [1, 0, 0, 1, x, y];
  }

  /** Returns the page's own rectangle of a box, as annotations need it. */
  rectOf([left, top, right, bottom]: Corners): [number, number, number, number] {
    const [a, b, c, d, e, f] = this.matrix;
    const at = (x: number, y: number): readonly [number, number] => [
      a * x + c * (this.height - y) + e,
      b * x + d * (this.height - y) + f,
    ];
    const [[x1, y1], [x2, y2]] = [at(left, top), at(right, bottom)];
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  }

  private upright(draw: () => void): void {
    const [a, b, c, d, e, f] = this.matrix;
    this.page.pushOperators(pushGraphicsState(), concatTransformationMatrix(a, b, c, d, e, f));
    draw();
    this.page.pushOperators(popGraphicsState());
  }

  /**
   * Types words into a box, smaller if they don't fit, and the shorter words if they would be too small.
   * Returns what was typed; `null` if nothing fits.
   */
  type(
    texts: readonly string[],
    [left, top, right, bottom]: Corners,
    { font, size, color }: Typing,
    { baseline, indent, lift }: { baseline: number | undefined; indent: number; lift: number },
  ): string | null {
    const space = right - left - padding * 2;
    const tallest = Math.max(sizeLeast, Math.min(size, (bottom - top) * 0.95));
    const fitting = texts
      .map(text => ({ text, size: Math.min(tallest, (space / font.widthOfTextAtSize(text, 100)) * 100) }))
      .find(entry => entry.size >= sizeLeast);
    if (fitting === undefined) return null;
    const width = font.widthOfTextAtSize(fitting.text, fitting.size);
    const isTall = bottom - top > 26;
    const rest = baseline ?? (isTall ? (top + bottom) / 2 + fitting.size * 0.35 : bottom - lift);
    this.upright(() => {
      this.page.drawText(fitting.text, {
        x: left + padding + Math.max(0, space - width) * indent,
        y: this.height - rest,
        size: fitting.size,
        font,
        color: rgb(...color),
      });
    });
    return fitting.text;
  }

  /** Types one letter into each of the cells of a box. */
  typeCells(
    text: string,
    [left, top, right, bottom]: Corners,
    cells: number,
    { font, size, color }: Typing,
  ): void {
    const cell = (right - left) / cells;
    const fit = Math.min(size, cell, (bottom - top) * 0.85);
    this.upright(() => {
      Array.from(text.slice(0, cells)).forEach((letter, index) => {
        if (letter === ' ') return;
        this.page.drawText(letter, {
          x: left + cell * (index + 0.5) - font.widthOfTextAtSize(letter, fit) / 2,
          y: this.height - bottom + (bottom - top - fit * 0.7) / 2,
          size: fit,
          font,
          color: rgb(...color),
        });
      });
    });
  }

  /** Returns the operators of a pen drawing, for a coordinate system whose top is at `height`. */
  private operatorsOf({ strokes, color, thickness, pressure }: PenDrawing): PDFOperator[] {
    const operators = [
      setLineCap(LineCapStyle.Round),
      setLineJoin(LineJoinStyle.Round),
      setStrokingRgbColor(...color),
    ];
    for (const points of strokes) {
      // A stroke whose pressure changes is drawn in parts.
      const part = pressure === 0 ? points.length : 4;
      for (let from = 0; from < points.length - 1; from += part) {
        const wave = 1 + pressure * Math.sin(from * 0.55);
        operators.push(setLineWidth(thickness * wave));
        points.slice(from, from + part + 1).forEach(([x, y], index) => {
          operators.push(index === 0 ? moveTo(x, this.height - y) : lineTo(x, this.height - y));
        });
        operators.push(strokePath());
      }
    }
    return operators;
  }

  /** Draws with a pen. */
  draw(drawing: PenDrawing): void {
    this.upright(() => this.page.pushOperators(...this.operatorsOf(drawing)));
  }

  /** Places a picture. */
  paste(image: PDFImage, [left, top, right, bottom]: Corners): void {
    this.upright(() => {
      this.page.drawImage(image, {
        x: left,
        y: this.height - bottom,
        width: right - left,
        height: bottom - top,
      });
    });
  }

  /** Adds a pen drawing as an ink annotation, as viewers on tablets do. */
  annotate(drawing: PenDrawing): void {
    const { context } = this.page.doc;
    const box = boundsOf(drawing);
    const rect = this.rectOf(box);
    const [a, b, c, d, e, f] = this.matrix;
    const operators = [
      pushGraphicsState(),
      concatTransformationMatrix(a, b, c, d, e, f),
      ...this.operatorsOf(drawing),
      popGraphicsState(),
    ];
    const appearance = context.register(
      context.stream(operators.map(String).join('\n'), {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: rect,
        Resources: {},
      }),
    );
    const lists = drawing.strokes.map(points =>
      points.flatMap(([x, y]) => this.rectOf([x, y, x, y]).slice(0, 2)),
    );
    this.page.node.addAnnot(
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Ink',
          Rect: rect,
          InkList: lists,
          F: 4,
          AP: { N: appearance },
        }),
      ),
    );
  }
}

/** Returns the box of a pen drawing with the thickness of its line. */
export function boundsOf({ strokes, thickness }: PenDrawing): Corners {
  const points = strokes.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [
    Math.min(...xs) - thickness,
    Math.min(...ys) - thickness,
    Math.max(...xs) + thickness,
    Math.max(...ys) + thickness,
  ];
}
