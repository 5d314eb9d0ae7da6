/** Makes the fields of a form part of its pages, since some readers show no field without its form. */
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFStream,
  type PDFDocument,
  type PDFObject,
  type PDFPageLeaf,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { numberIn } from './field-values.mts';
import { drawOver, streamOf } from './page-stamps.mts';

const names = ['AP', 'AS', 'Annots', 'BBox', 'F', 'Form', 'Matrix', 'N', 'OC', 'Rect', 'Subtype'] as const;
const name = Object.fromEntries(names.map(each => [each, PDFName.of(each)])) as Record<
  (typeof names)[number],
  PDFName
>;
const widget = PDFName.of('Widget');
/** Hidden, or not for viewing: nothing on the page, by the will of who made the form. */
const unseen = 2 | 32;
const identity = [1, 0, 0, 1, 0, 0];

type Box = readonly [left: number, bottom: number, right: number, top: number];

function numbersOf(object: PDFObject | undefined): number[] {
  if (!(object instanceof PDFArray)) return [];
  return object.asArray().map((_, at) => {
    const found = object.lookup(at);
    return found instanceof PDFNumber ? found.asNumber() : Number.NaN;
  });
}

/** Returns the smallest upright box around points. */
function boxAround(points: ReadonlyArray<readonly [number, number]>): Box {
  const [across, up] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
}

function boxOf(object: PDFObject | undefined): Box | undefined {
  const [a, b, c, d, ...more] = numbersOf(object);
  if (a === undefined || b === undefined || c === undefined || d === undefined || more.length > 0)
    return undefined;
  return [a, b, c, d].every(Number.isFinite)
    ? boxAround([
        [a, b],
        [c, d],
      ])
    : undefined;
}

/** Returns the picture that a field shows in its state. */
function pictureOf(field: PDFDict): PDFStream | undefined {
  const appearances = field.lookup(name.AP);
  const normal = appearances instanceof PDFDict ? appearances.lookup(name.N) : undefined;
  if (normal instanceof PDFStream) return normal;
  const state = field.lookup(name.AS);
  const found = normal instanceof PDFDict && state instanceof PDFName ? normal.lookup(state) : undefined;
  return found instanceof PDFStream ? found : undefined;
}

/** Returns what brings a picture into the rectangle of its field (ISO 32000-1, 12.5.5). */
function placeOf(field: PDFDict, picture: PDFStream): readonly number[] | undefined {
  const [into, box] = [boxOf(field.lookup(name.Rect)), boxOf(picture.dict.lookup(name.BBox))];
  if (into === undefined || box === undefined) return undefined;
  const stated = numbersOf(picture.dict.lookup(name.Matrix));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    stated.length === identity.length && stated.every(Number.isFinite) ? stated : identity;
  const corner = (x: number, y: number): readonly [number, number] => [a * x + c * y + e, b * x + d * y + f];
  const [left, low, right, high] = box;
  const turned = boxAround([corner(left, low), corner(left, high), corner(right, low), corner(right, high)]);
  const [width, height] = [turned[2] - turned[0], turned[3] - turned[1]];
  if (width === 0 || height === 0) return undefined;
  const [across, up] = [(into[2] - into[0]) / width, (into[3] - into[1]) / height];
  return [across, 0, 0, up, into[0] - turned[0] * across, into[1] - turned[1] * up];
}

/** Returns the operators that draw a field; empty if it shows nothing. */
function operatorsOf(document: PDFDocument, page: PDFPageLeaf, field: PDFDict): string {
  const picture = (numberIn(field, name.F) & unseen) === 0 ? pictureOf(field) : undefined;
  const place = picture && placeOf(field, picture);
  const ref = picture && document.context.getObjectRef(picture);
  if (picture === undefined || place === undefined || ref === undefined) return '';
  picture.dict.set(name.Subtype, name.Form);
  // A field on a layer is hidden with it.
  const layer = field.get(name.OC);
  if (layer !== undefined && !picture.dict.has(name.OC)) picture.dict.set(name.OC, layer);
  const key = page.newXObject('RecordwellField', ref);
  return `q ${place.map(number => String(Number(number.toFixed(4)))).join(' ')} cm ${key.toString()} Do Q`;
}

/**
 * Draws the fields of a document into its pages as they are shown, and removes them as fields. Chrome, for
 * one, shows no field of a page that was copied without its form.
 */
export function flattenFields(document: PDFDocument): void {
  let save: PDFRef | undefined;
  for (const page of new Set(document.getPages().map(({ node }) => node))) {
    const annotations = page.lookup(name.Annots);
    if (!(annotations instanceof PDFArray)) continue;
    const kept: PDFObject[] = [];
    const drawn: string[] = [];
    for (const [at, each] of annotations.asArray().entries()) {
      const found = annotations.lookup(at);
      if (!(found instanceof PDFDict) || found.lookup(name.Subtype) !== widget) kept.push(each);
      else drawn.push(operatorsOf(document, page, found));
    }
    if (drawn.length === 0) continue;
    page.set(name.Annots, document.context.obj(kept));
    const operators = drawn.filter(each => each !== '').join('\n');
    if (operators === '') continue;
    save ??= streamOf(document.context, 'q\n');
    drawOver(page, document.context, save, operators);
  }
}
