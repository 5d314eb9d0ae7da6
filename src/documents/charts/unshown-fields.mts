import { PDFBool, PDFDict, PDFName, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { isFilled } from './field-values.mts';

const name = {
  appearances: PDFName.of('AP'),
  form: PDFName.of('AcroForm'),
  needAppearances: PDFName.of('NeedAppearances'),
  needsRendering: PDFName.of('NeedsRendering'),
  normal: PDFName.of('N'),
  subtype: PDFName.of('Subtype'),
  widget: PDFName.of('Widget'),
} as const;
function hasAppearance(field: PDFDict): boolean {
  const appearances = field.lookup(name.appearances);
  return appearances instanceof PDFDict && appearances.lookup(name.normal) !== undefined;
}

function isTrue(object: PDFObject | undefined): boolean {
  return object === PDFBool.True;
}

/**
 * Whether a form's filled values are only on its pages once a reader has rendered them: a page copied without
 * its form shows nothing there.
 */
export function leavesFieldsToReader(document: PDFDocument): boolean {
  const { catalog } = document;
  // The reader generates the pages of such a form completely (XFA).
  if (isTrue(catalog.lookup(name.needsRendering))) return true;
  const form = catalog.lookup(name.form);
  const isAllDrawnAnew = form instanceof PDFDict && isTrue(form.lookup(name.needAppearances));
  return document.getPages().some(({ node }) => {
    const annotations = node.Annots();
    return Array.from({ length: annotations?.size() ?? 0 }, (_, index) => annotations?.lookup(index)).some(
      found =>
        found instanceof PDFDict &&
        found.lookup(name.subtype) === name.widget &&
        isFilled(found) &&
        (isAllDrawnAnew || !hasAppearance(found)),
    );
  });
}
