/** Draws what the fields of a form hold where their own appearances don't show it. */
import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import {
  layoutCombedText,
  layoutMultilineText,
  layoutSinglelineText,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFStream,
  PDFString,
  PDFHexString,
  TextAlignment,
  type PDFDocument,
  type PDFFont,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { showsValue, textOfAppearance } from './appearance-text.mts';
import { fontFiles } from './drawn-pages.mts';
import { inherited, isFilled, numberIn, valueOf } from './field-values.mts';

const names = [
  ...['AA', 'AP', 'AS', 'Annots', 'DA', 'F', 'FT', 'Ff', 'MaxLen', 'MK', 'N', 'Off', 'Parent', 'Q', 'R'],
  ...['Rect', 'Subtype', 'V', 'Kids', 'AcroForm'],
] as const;
const name = Object.fromEntries(names.map(each => [each, PDFName.of(each)])) as Record<
  (typeof names)[number],
  PDFName
>;
const kinds = { text: PDFName.of('Tx'), choice: PDFName.of('Ch'), button: PDFName.of('Btn') } as const;
const widget = PDFName.of('Widget');
const flags = { multiline: 1 << 12, password: 1 << 13, pushButton: 1 << 16, comb: 1 << 24 } as const;
/** Hidden, or not for viewing: nothing on the page, by the will of who made the form. */
const unseen = 2 | 32;
const padding = 2;
const largest = { single: 12, multi: 10 } as const;

/** How the fields of a document are shown. */
export interface DrawnFields {
  /** Fields that were drawn. */
  readonly drawn: number;
  /** Filled fields that show nothing and can't be drawn. */
  readonly missing: number;
}

function* widgetsOf(document: PDFDocument): Generator<PDFDict> {
  const seen = new Set<PDFObject>();
  for (const { node } of document.getPages()) {
    const annotations = node.lookup(name.Annots);
    if (!(annotations instanceof PDFArray)) continue;
    for (let at = 0; at < annotations.size(); at += 1) {
      const found = annotations.lookup(at);
      if (!(found instanceof PDFDict) || found.lookup(name.Subtype) !== widget || seen.has(found)) continue;
      seen.add(found);
      if ((numberIn(found, name.F) & unseen) === 0) yield found;
    }
  }
}

function normalAppearance(field: PDFDict): PDFObject | undefined {
  const appearances = field.lookup(name.AP);
  return appearances instanceof PDFDict ? appearances.lookup(name.N) : undefined;
}

function sizeOf(field: PDFDict): { readonly width: number; readonly height: number; readonly turn: number } {
  const box = field.lookup(name.Rect);
  const at = (index: number): number => {
    const found = box instanceof PDFArray ? box.lookup(index) : undefined;
    return found instanceof PDFNumber ? found.asNumber() : 0;
  };
  const [across, up] = [Math.abs(at(2) - at(0)), Math.abs(at(3) - at(1))];
  const looks = field.lookup(name.MK);
  const rotation = looks instanceof PDFDict ? looks.lookup(name.R) : undefined;
  const turn = rotation instanceof PDFNumber ? ((rotation.asNumber() % 360) + 360) % 360 : 0;
  return turn % 180 === 90 ? { width: up, height: across, turn } : { width: across, height: up, turn };
}

/** Returns the matrix that turns an appearance within its field. */
function turned({ width, height, turn }: ReturnType<typeof sizeOf>): number[] {
  if (turn === 90) return [0, 1, -1, 0, height, 0];
  if (turn === 180) return [-1, 0, 0, -1, width, height];
  return turn === 270 ? [0, -1, 1, 0, 0, width] : [1, 0, 0, 1, 0, 0];
}

/** Returns the color and the size that a form wants for a field; 0 for a size that fits. */
function styleOf(document: PDFDocument, field: PDFDict): { readonly color: string; readonly size: number } {
  const form = document.catalog.lookup(name.AcroForm);
  const found = inherited(field, name.DA) ?? (form instanceof PDFDict ? form.lookup(name.DA) : undefined);
  const text = found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : '';
  const color = /(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/u.exec(text)?.[0] ?? '0 g';
  return { color, size: Number(/([\d.]+)\s+Tf/u.exec(text)?.[1] ?? 0) || 0 };
}

/** Text at a place, in points. */
interface Run {
  readonly encoded: { toString: () => string };
  readonly x: number;
  readonly y: number;
}

interface Laid {
  readonly runs: readonly Run[];
  readonly size: number;
}

function laidOut(field: PDFDict, text: string, font: PDFFont, wanted: number): Laid {
  const { width, height } = sizeOf(field);
  const bounds = { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding };
  const style = numberIn(field, name.Ff);
  const cells = numberIn(field, name.MaxLen);
  const alignment = [TextAlignment.Left, TextAlignment.Center, TextAlignment.Right][numberIn(field, name.Q)];
  const options = { alignment: alignment ?? TextAlignment.Left, font, bounds };
  if ((style & flags.comb) !== 0 && cells >= text.length) {
    const { cells: runs, fontSize } = layoutCombedText(text, {
      ...options,
      cellCount: cells,
      ...sized(wanted),
    });
    return { runs, size: fontSize };
  }
  const isMulti = (style & flags.multiline) !== 0 || text.includes('\n');
  const fits = (size: number): boolean => {
    if (!isMulti) return font.widthOfTextAtSize(text, size) <= bounds.width;
    const { lines, lineHeight } = layoutMultilineText(text, { ...options, fontSize: size });
    return lines.length * lineHeight <= bounds.height;
  };
  let size = wanted > 0 ? wanted : isMulti ? largest.multi : Math.min(largest.single, bounds.height);
  // What doesn't fit is made smaller, because a reader of the chart can't scroll a field.
  while (size > 4 && !fits(size)) size -= 0.5;
  if (!isMulti) return { runs: [layoutSinglelineText(text, { ...options, fontSize: size }).line], size };
  return { runs: layoutMultilineText(text, { ...options, fontSize: size }).lines, size };
}

function sized(size: number): { readonly fontSize?: number } {
  return size > 0 ? { fontSize: size } : {};
}

/** Gives a field this content as its appearance. */
function setAppearance(document: PDFDocument, field: PDFDict, content: string, font?: PDFFont): void {
  const { context } = document;
  const size = sizeOf(field);
  const stream = context.stream(Buffer.from(content, 'latin1'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, size.width, size.height],
    Matrix: turned(size),
    Resources: font === undefined ? {} : { Font: { Value: font.ref } },
  });
  field.set(name.AP, context.obj({ N: context.register(stream) }));
}

function drawText(document: PDFDocument, field: PDFDict, text: string, font: PDFFont): void {
  const { color, size: wanted } = styleOf(document, field);
  const { runs, size } = laidOut(field, text, font, wanted);
  const lines = runs.map(
    ({ encoded, x, y }) => `1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${encoded.toString()} Tj`,
  );
  setAppearance(
    document,
    field,
    `/Tx BMC q BT ${color} /Value ${size} Tf\n${lines.join('\n')}\nET Q EMC`,
    font,
  );
}

/** Draws a mark into a check box that has no appearance. */
function drawMark(document: PDFDocument, field: PDFDict): void {
  const { width, height } = sizeOf(field);
  const [left, low, right, high] = [width * 0.2, height * 0.2, width * 0.8, height * 0.8].map(at =>
    at.toFixed(2),
  );
  setAppearance(
    document,
    field,
    `q 1.2 w ${left} ${low} m ${right} ${high} l ${left} ${high} m ${right} ${low} l S Q`,
  );
}

/**
 * Shows the state of a box: the one that its field holds, if its appearance shows another.
 * @returns `undefined` if nothing had to be done
 */
function showBox(document: PDFDocument, field: PDFDict): 'drawn' | 'missing' | undefined {
  const value = inherited(field, name.V);
  if ((numberIn(field, name.Ff) & flags.pushButton) !== 0) return undefined;
  if (!(value instanceof PDFName) || value === name.Off) return undefined;
  const looks = normalAppearance(field);
  if (looks instanceof PDFDict && looks.keys().some(key => key !== name.Off)) {
    const isOn = looks.lookup(value) !== undefined;
    if (!isOn || field.lookup(name.AS) === value) return undefined;
    field.set(name.AS, value);
    return 'drawn';
  }
  if (looks instanceof PDFStream) return undefined;
  const above = field.lookup(name.Parent);
  const boxes = above instanceof PDFDict && !field.has(name.FT) ? above.lookup(name.Kids) : undefined;
  const isAlone = !(boxes instanceof PDFArray) || boxes.size() < 2;
  if (!isAlone && field.lookup(name.AS) !== value) return field.has(name.AS) ? undefined : 'missing';
  drawMark(document, field);
  return 'drawn';
}

/** Draws the fields of a document whose appearances are missing, empty, or older than their values. */
export async function drawFields(document: PDFDocument): Promise<DrawnFields> {
  let font: PDFFont | undefined;
  let has = new Set<number>();
  let [drawn, missing] = [0, 0];
  for (const field of widgetsOf(document)) {
    if (!isFilled(field)) continue;
    const kind = inherited(field, name.FT);
    if (kind === kinds.button) {
      const shown = showBox(document, field);
      if (shown === 'drawn') drawn += 1;
      if (shown === 'missing') missing += 1;
    }
    if (kind !== kinds.text && kind !== kinds.choice) continue;
    if (kind === kinds.text && (numberIn(field, name.Ff) & flags.password) !== 0) continue;
    const [value, looks] = [valueOf(field), normalAppearance(field)];
    const isFormatted = field.lookup(name.AA) !== undefined && textOfAppearance(looks).trim() !== '';
    if (value.trim() === '' || isFormatted || showsValue(looks, value)) continue;
    if (font === undefined) {
      document.registerFontkit({ create });
      font = await document.embedFont(readFileSync(fontFiles.regular), { subset: true });
      has = new Set(font.getCharacterSet());
    }
    const text = value.replaceAll('\t', ' ').normalize('NFC');
    const isShowable = Array.from(text).every(each => each === '\n' || has.has(each.codePointAt(0) ?? 0));
    if (isShowable) {
      drawText(document, field, text, font);
      drawn += 1;
    } else if (textOfAppearance(looks).trim() === '') missing += 1;
  }
  if (font !== undefined) await document.flush();
  return { drawn, missing };
}
