/** Form fields of a real form: fills in its own ones, adds them to a form without any, and flattens them. */
import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  PDFArray,
  PDFCheckBox,
  PDFDict,
  PDFDropdown,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFStream,
  PDFTextField,
  type PDFDocument,
  type PDFFont,
  type PDFForm,
} from '@cantoo/pdf-lib';
import type { Place } from './description';
import type { Corners } from './drawn-lines';
import type { Paper } from './paper';

/**
 * Writes words into a form field, the shorter ones if the field has a limit. Returns what was written; `null`
 * if the field takes no words or none fits.
 */
export function writeIntoField(form: PDFForm, name: string, texts: readonly string[]): string | null {
  const field = form.getFieldMaybe(name);
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) return null;
  if (!(field instanceof PDFTextField)) return null;
  const limit = field.getMaxLength();
  const fitting = texts.find(text => limit === undefined || text.length <= limit);
  if (fitting === undefined) return null;
  if (field.isRichFormatted()) field.disableRichFormatting();
  field.setText(fitting);
  return fitting;
}

/** Switches on a check box or radio button. Returns whether it has such a button. */
export function switchOn(form: PDFForm, { field: name = '', option }: Place): boolean {
  const field = form.getFieldMaybe(name);
  if (!(field instanceof PDFCheckBox || field instanceof PDFRadioGroup)) return false;
  const widgets = field.acroField.getWidgets();
  const states = widgets.map(widget => {
    const normal = widget.AP()?.lookup(PDFName.of('N'));
    const keys = normal instanceof PDFDict ? normal.keys() : [];
    const own = keys.filter(key => key !== PDFName.of('Off'));
    return option === undefined ? own[0] : own.find(key => key.decodeText() === option);
  });
  const on = states.find(state => state !== undefined);
  if (on === undefined) return false;
  widgets.forEach((widget, index) => widget.setAppearanceState(states[index] ?? PDFName.of('Off')));
  field.acroField.dict.set(PDFName.of('V'), on);
  return true;
}

/** Adds a text field at a place of a form that has none, as editors do that prepare forms. */
export function addTextField(
  form: PDFForm,
  paper: Paper,
  {
    name,
    box,
    text,
    cells,
    font,
  }: {
    readonly name: string;
    readonly box: Corners;
    readonly text: string;
    readonly cells: number | undefined;
    readonly font: PDFFont;
  },
): void {
  const field = form.createTextField(name);
  if (cells !== undefined) {
    field.setMaxLength(cells);
    field.enableCombing();
  }
  if (text !== '') field.setText(cells === undefined ? text : text.slice(0, cells));
  const [left, bottom, right, top] = paper.rectOf([box[0], Math.min(box[1], box[3] - 9), box[2], box[3]]);
  const turn = paper.page.getRotation().angle;
  field.addToPage(paper.page, {
    x: left,
    y: bottom,
    width: right - left,
    height: top - bottom,
    borderWidth: 0,
    rotate: degrees(turn),
    font,
  });
  for (const widget of field.acroField.getWidgets()) {
    // On a turned page, pdf-lib would turn the box around its corner, too.
    widget.setRectangle({ x: left, y: bottom, width: right - left, height: top - bottom });
    // Editors leave the paper under a field visible.
    widget.getAppearanceCharacteristics()?.dict.delete(PDFName.of('BG'));
  }
  if (top - bottom > 16) field.setFontSize(11);
  field.updateAppearances(font);
}

/** Adds a check box at a place. */
export function addCheckBox(form: PDFForm, paper: Paper, name: string, box: Corners, isOn: boolean): void {
  const field = form.createCheckBox(name);
  const side = Math.min(box[2] - box[0], box[3] - box[1]);
  const middle = (box[0] + box[2]) / 2;
  const [left, bottom] = paper.rectOf([middle - side / 2, box[3] - side, middle + side / 2, box[3]]);
  field.addToPage(paper.page, { x: left, y: bottom, width: side, height: side, borderWidth: 0.5 });
  if (isOn) field.check();
}

const isHidden = (flags: number): boolean => (flags & 2) !== 0 || (flags & 32) !== 0;

/**
 * Draws what the form fields show onto the pages, and removes the fields. The library's own flattening prints
 * an error for each field that shows nothing, such as a check box that's off.
 */
export function flattenFields(document: PDFDocument): void {
  for (const page of document.getPages()) {
    const annotations = page.node.Annots();
    if (annotations === undefined) continue;
    const kept: PDFRef[] = [];
    for (let index = 0; index < annotations.size(); index += 1) {
      const reference = annotations.get(index);
      const annotation = document.context.lookup(reference);
      if (!(annotation instanceof PDFDict)) continue;
      if (annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Widget')) {
        if (reference instanceof PDFRef) kept.push(reference);
        continue;
      }
      const flags = annotation.lookup(PDFName.of('F'));
      if (flags instanceof PDFNumber && isHidden(flags.asNumber())) continue;
      drawAppearance(document, page, annotation);
    }
    page.node.set(PDFName.of('Annots'), document.context.obj(kept));
  }
  document.catalog.delete(PDFName.of('AcroForm'));
}

/** Returns the numbers of an array; each may be an object of its own. */
function numbersOf(value: unknown): number[] {
  if (!(value instanceof PDFArray)) return [];
  return Array.from({ length: value.size() }, (_, index) => {
    const entry = value.lookup(index);
    return entry instanceof PDFNumber ? entry.asNumber() : 0;
  });
}

/** ISO 32000-1, 12.5.5: the appearance's transformed box is fitted into the annotation's rectangle. */
function drawAppearance(
  document: PDFDocument,
  page: ReturnType<PDFDocument['getPage']>,
  annotation: PDFDict,
): void {
  const appearances = annotation.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return;
  const state = annotation.lookup(PDFName.of('AS'));
  const normal = appearances.lookup(PDFName.of('N'));
  const holder = normal instanceof PDFStream ? appearances : normal;
  const key = normal instanceof PDFStream ? PDFName.of('N') : state;
  if (!(holder instanceof PDFDict) || !(key instanceof PDFName)) return;
  const stream = holder.lookup(key);
  const reference = holder.get(key);
  if (!(stream instanceof PDFStream) || !(reference instanceof PDFRef)) return;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(annotation.lookup(PDFName.of('Rect')));
  const [b1 = 0, b2 = 0, b3 = 0, b4 = 0] = numbersOf(stream.dict.lookup(PDFName.of('BBox')));
  const matrix = numbersOf(stream.dict.lookup(PDFName.of('Matrix')));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const corners = [
    [b1, b2],
    [b3, b2],
    [b1, b4],
    [b3, b4],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (width === 0 || height === 0) return;
  const [scaleX, scaleY] = [Math.abs(x2 - x1) / width, Math.abs(y2 - y1) / height];
  // Some appearances don't say that they are form objects.
  stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const name = page.node.newXObject('Flat', reference);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(
      scaleX,
      0,
      0,
      scaleY,
      Math.min(x1, x2) - left * scaleX,
      Math.min(y1, y2) - bottom * scaleY,
    ),
    drawObject(name),
    popGraphicsState(),
  );
}
