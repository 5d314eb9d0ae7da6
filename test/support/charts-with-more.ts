/** PDFs that show less than they hold: attachments, form fields, and placeholders. */
import { PDFDocument, PDFName, StandardFonts, type PDFDict, type PDFForm } from '@cantoo/pdf-lib';

/** Returns a PDF with a page for each text. */
export async function pdfOf(
  texts: readonly string[],
  change: (document: PDFDocument) => Promise<void> | void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of texts) document.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 14, font });
  await change(document);
  return document.save({ updateFieldAppearances: false });
}

/** Returns a PDF with these files attached; a portfolio is a PDF of files. */
export function pdfWith(
  text: string,
  attached: ReadonlyArray<readonly [name: string, bytes: Uint8Array]>,
  isPortfolio = false,
): Promise<Uint8Array> {
  return pdfOf([text], async document => {
    for (const [name, bytes] of attached) await document.attach(bytes, name);
    if (isPortfolio) document.catalog.set(PDFName.of('Collection'), document.context.obj({ View: 'T' }));
  });
}

/** Returns a page with a form. */
export function formPdf(
  text: string,
  fill: (form: PDFForm, document: PDFDocument) => Promise<void> | void,
): Promise<Uint8Array> {
  return pdfOf([text], document => fill(document.getForm(), document));
}

/** Removes or replaces what a field of a form shows. */
export function setLooks(form: PDFForm, name: string, looks: 'none' | 'empty'): void {
  const { acroField } = form.getField(name);
  for (const { dict } of acroField.getWidgets()) {
    const { context } = dict;
    if (looks === 'none') dict.delete(PDFName.of('AP'));
    else {
      const box = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 30] };
      const blank = context.register(context.stream('/Tx BMC EMC', box));
      dict.set(PDFName.of('AP'), context.obj({ N: blank }));
    }
  }
}

/** Returns the widget of a field. */
export function widgetOf(form: PDFForm, name: string): PDFDict {
  const [widget] = form.getField(name).acroField.getWidgets();
  if (widget === undefined) throw new Error('a field without a widget');
  return widget.dict;
}
