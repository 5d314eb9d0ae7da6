/** The form fields of a page, and the annotations on it. */
import type { PDFPageProxy, PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../domain/auth-checks/extraction.ts';
import type { Annotation, PageLayout, Widget } from './document-layout.ts';
import { roundBox } from './ink.mts';

const fieldsMax = 1_000;
const fieldTextMax = 1_000;

/** Returns a box on the shown page from two corners in the page's own coordinates. */
export function shownBox(viewport: PageViewport, corners: readonly number[]): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = corners;
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[];
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[];
  return roundBox({
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  });
}

/** The used parts of pdf.js's annotations; each may be missing or of another type. */
interface RawAnnotation {
  readonly [key: string]: unknown;
}

function textOf(value: unknown): string {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts
    .filter(entry => typeof entry === 'string')
    .join(', ')
    .slice(0, fieldTextMax);
}

function widgetOf(raw: RawAnnotation, box: Box): Widget | undefined {
  const {
    fieldType,
    checkBox,
    radioButton,
    fieldValue,
    fieldName,
    alternativeText,
    exportValue,
    buttonValue,
  } = raw;
  const common = { name: textOf(fieldName), tooltip: textOf(alternativeText), box };
  if (fieldType === 'Sig') return { ...common, kind: 'signature', value: '', isOn: false };
  if (fieldType === 'Tx') return { ...common, kind: 'text', value: textOf(fieldValue).trim(), isOn: false };
  if (fieldType === 'Ch') return { ...common, kind: 'choice', value: textOf(fieldValue), isOn: false };
  if (fieldType === 'Btn' && (checkBox === true || radioButton === true)) {
    const own = checkBox === true ? exportValue : buttonValue;
    const isOn = typeof fieldValue === 'string' && fieldValue !== 'Off' && fieldValue === own;
    return { ...common, kind: 'checkbox', value: '', isOn };
  }
  return undefined;
}

const annotationKinds: Readonly<Record<string, Annotation['kind']>> = {
  Ink: 'ink',
  Stamp: 'stamp',
  FreeText: 'freeText',
};

/** Returns what an annotation says: its text, or the name of its stamp. */
function noteOf({ contentsObj, name }: RawAnnotation): string {
  const contents =
    typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj ? contentsObj.str : '';
  return textOf([contents, name].filter(value => value !== '')).trim();
}

/** Returns the form fields of a page, and what was added to it, at their places as shown. */
export async function fieldsOf(
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<Pick<PageLayout, 'widgets' | 'annotations'>> {
  const widgets: Widget[] = [];
  const annotations: Annotation[] = [];
  const raws = (await page.getAnnotations()) as RawAnnotation[];
  for (const raw of raws.slice(0, fieldsMax)) {
    const { rect, subtype } = raw;
    if (!Array.isArray(rect)) continue;
    const box = shownBox(viewport, rect as number[]);
    const widget = subtype === 'Widget' ? widgetOf(raw, box) : undefined;
    if (widget !== undefined) widgets.push(widget);
    const kind = typeof subtype === 'string' ? annotationKinds[subtype] : undefined;
    if (kind !== undefined) {
      const text = noteOf(raw);
      annotations.push({ kind, box, ...(text === '' ? {} : { text }) });
    }
  }
  return { widgets, annotations };
}
