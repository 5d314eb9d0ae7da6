import {
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFObjectCopier,
  PDFPageLeaf,
  PDFRef,
  PDFStream,
  type PDFObject,
} from '@cantoo/pdf-lib';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart.ts';
import type { Place } from './chart-job.ts';
import { leavesFieldsToReader } from './unshown-fields.mts';

/** The pages of a document as objects of the chart. */
export interface Pages {
  /** The numbers of the page objects, in order. */
  readonly pages: readonly number[];
  /** Every object, numbered consecutively from the first one. */
  readonly objects: readonly PDFObject[];
}

/** The limits of a document. */
export interface PageLimits {
  readonly pagesMax: number;
  readonly objectsMax: number;
  readonly mustShowFields: boolean;
  /** Pages that aren't taken, from 1. */
  readonly leaveOut: readonly number[];
}

/** Thrown for a document that can't be included. */
class LeftOut extends Error {
  readonly reason: LeftOutReason;

  constructor(reason: LeftOutReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Actions that do more than show a place: a chart shows what was returned, and runs nothing. */
const forbiddenActions = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'ResetForm',
  'Rendition',
  'GoToE',
].map(name => PDFName.of(name));
const name = {
  action: PDFName.of('S'),
  additionalActions: PDFName.of('AA'),
  annotations: PDFName.of('Annots'),
  contents: PDFName.of('Contents'),
  count: PDFName.of('Count'),
  pages: PDFName.of('Pages'),
  parent: PDFName.of('Parent'),
} as const;

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  const options = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false, capNumbers: true };
  // Most encrypted documents open for everyone: their password is empty, and only printing or the like is
  // restricted.
  const document = await PDFDocument.load(bytes, { ...options, password: '' });
  return document;
}

async function open(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await load(bytes);
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw new LeftOut(isLocked ? 'encrypted' : 'damaged');
  }
}

/** Returns the objects that an object contains directly, itself included. */
function* within(object: PDFObject): Generator<PDFObject> {
  const ahead: PDFObject[] = [object];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    yield next;
    if (next instanceof PDFStream) ahead.push(next.dict);
    else if (next instanceof PDFDict) ahead.push(...next.values());
    else if (next instanceof PDFArray) for (const entry of next.asArray()) ahead.push(entry);
  }
}

/**
 * Removes what would run when an object is opened or clicked. @throws LeftOut for one that couldn't be read
 */
function disarm(object: PDFObject): void {
  for (const found of within(object)) {
    if (found instanceof PDFInvalidObject) throw new LeftOut('damaged');
    if (!(found instanceof PDFDict)) continue;
    found.delete(name.additionalActions);
    const action = found.get(name.action);
    if (forbiddenActions.some(forbidden => forbidden === action))
      for (const key of found.keys()) found.delete(key);
  }
}

/**
 * Returns the references of a document's pages. @throws LeftOut if some of them are lost, or there are too
 * many
 */
function pagesOf(document: PDFDocument, pagesMax: number): PDFRef[] {
  const refs = document.getPages().map(({ ref }) => ref);
  const said = document.catalog.lookupMaybe(name.pages, PDFDict)?.lookup(name.count);
  if (refs.length === 0 || Number(said?.toString()) > refs.length) throw new LeftOut('damaged');
  if (refs.length > pagesMax) throw new LeftOut('tooManyPages');
  return refs;
}

/** @throws LeftOut if content of a page is lost */
function assertWhole(document: PDFDocument): void {
  for (const page of document.getPages()) {
    const contents = page.node.get(name.contents);
    if (contents === undefined) continue;
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    for (const part of parts)
      if (part instanceof PDFRef && document.context.lookup(part) === undefined) throw new LeftOut('damaged');
  }
}

/**
 * Removes pages with what only they show, so that a link or a form field that leads from another page to them
 * leads to nothing.
 */
function removePages(document: PDFDocument, refs: readonly PDFRef[]): void {
  for (const ref of refs) {
    const page = document.context.lookup(ref);
    if (page instanceof PDFPageLeaf)
      for (const key of [name.contents, name.annotations]) {
        const held = page.get(key);
        const parts = held instanceof PDFRef ? [held, document.context.lookup(held)] : [held];
        for (const part of parts) {
          if (part instanceof PDFRef) document.context.delete(part);
          if (!(part instanceof PDFArray)) continue;
          for (const entry of part.asArray()) if (entry instanceof PDFRef) document.context.delete(entry);
        }
      }
    document.context.delete(ref);
  }
}

function copyPages(document: PDFDocument, { firstObject, parentObject }: Place, limits: PageLimits): Pages {
  const all = pagesOf(document, limits.pagesMax);
  assertWhole(document);
  if (limits.mustShowFields && leavesFieldsToReader(document)) throw new LeftOut('fieldsNotDrawn');
  const refs = all.filter((_, index) => !limits.leaveOut.includes(index + 1));
  if (refs.length === 0) throw new LeftOut('damaged');
  removePages(
    document,
    all.filter((_, index) => limits.leaveOut.includes(index + 1)),
  );
  const context = PDFContext.create();
  context.largestObjectNumber = firstObject - 1;
  const copier = PDFObjectCopier.for(document.context, context);
  // By reference, so that a link between pages leads to the copy.
  const pages = refs.map(ref => copier.copy(ref));
  if (context.largestObjectNumber - firstObject >= limits.objectsMax) throw new LeftOut('tooHard');
  const found = new Map(
    context.enumerateIndirectObjects().map(([ref, object]) => [ref.objectNumber, object]),
  );
  for (const { objectNumber } of pages) {
    const page = found.get(objectNumber);
    if (!(page instanceof PDFPageLeaf)) throw new LeftOut('damaged');
    page.set(name.parent, PDFRef.of(parentObject));
  }
  const count = context.largestObjectNumber - firstObject + 1;
  // A reference to a missing object means null (ISO 32000-1, 7.3.10).
  const objects = Array.from({ length: count }, (_, index) => found.get(firstObject + index) ?? PDFNull);
  for (const object of objects) disarm(object);
  return { pages: pages.map(({ objectNumber }) => objectNumber), objects };
}

/**
 * Returns the pages of a PDF with everything that they need, numbered for their place in the chart. What
 * belongs to the whole document (scripts, forms, attachments, outline) is left out.
 * @returns why it is left out, if it is
 */
export async function pagesOfPdf(
  bytes: Uint8Array,
  place: Place,
  limits: PageLimits,
): Promise<Pages | LeftOutReason> {
  try {
    return copyPages(await open(bytes), place, limits);
  } catch (error) {
    // Any error of a library about a document is the document's fault.
    return error instanceof LeftOut ? error.reason : 'damaged';
  }
}
