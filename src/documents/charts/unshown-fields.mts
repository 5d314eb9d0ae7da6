import {
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';

const name = {
  appearances: PDFName.of('AP'),
  form: PDFName.of('AcroForm'),
  kind: PDFName.of('FT'),
  needAppearances: PDFName.of('NeedAppearances'),
  needsRendering: PDFName.of('NeedsRendering'),
  normal: PDFName.of('N'),
  off: PDFName.of('Off'),
  parent: PDFName.of('Parent'),
  signature: PDFName.of('Sig'),
  subtype: PDFName.of('Subtype'),
  value: PDFName.of('V'),
  widget: PDFName.of('Widget'),
} as const;
/** The maximum nesting of fields, to stop at circular ones. */
const depthMax = 50;

/** Returns an attribute of a field or its nearest ancestor (ISO 32000-1, 12.7.3.1). */
function inherited(field: PDFDict, key: PDFName): PDFObject | undefined {
  let at: PDFDict | undefined = field;
  for (let depth = 0; at !== undefined && depth < depthMax; depth += 1) {
    const found = at.lookup(key);
    if (found !== undefined) return found;
    const above: PDFObject | undefined = at.lookup(name.parent);
    at = above instanceof PDFDict ? above : undefined;
  }
  return undefined;
}

/** Whether a field was filled in. A field signed only with a certificate shows nothing on any page. */
function isFilled(field: PDFDict): boolean {
  const kind = inherited(field, name.kind);
  const value = inherited(field, name.value);
  if (value === undefined || value === name.off || kind === name.signature) return false;
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText().trim() !== ''
    : true;
}

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
