/** Form fields of a real form: fills in its own ones, adds them to a form without any, and flattens them. */
import {
  degrees,
  PDFCheckBox,
  PDFDict,
  PDFDropdown,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
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
  // Editors leave the paper under a field visible.
  for (const widget of field.acroField.getWidgets())
    widget.getAppearanceCharacteristics()?.dict.delete(PDFName.of('BG'));
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

/** Draws what the form fields show onto the pages, and removes the fields. */
export function flattenFields(document: PDFDocument): void {
  document.getForm().flatten({ updateFieldAppearances: false });
}
