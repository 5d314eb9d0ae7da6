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
import type { ChartNote } from '../../domain/record-requests/combined-chart.ts';
import type { Place } from './chart-job.ts';
import { drawFields } from './drawn-fields.mts';
import { embeddedFilesOf, type EmbeddedFile } from './embedded-files.mts';
import { flattenFields } from './flat-fields.mts';
import { isDynamicForm } from './hidden-content.mts';
import { markHiddenLayers, takeLayers, type Layer } from './layers.mts';
import { LeftOut } from './left-out.mts';
import { createStamper, type StampedPage } from './page-stamps.mts';
import { leavesFieldsToReader } from './unshown-fields.mts';

/** A document as objects of the chart. */
export interface TakenDocument {
  /** The numbers of the page objects, in order. */
  readonly pages: readonly number[];
  /** Every object, numbered consecutively from the first one. */
  readonly objects: readonly PDFObject[];
  /** Its pages' stamps, in order; none if they aren't stamped. */
  readonly stamps: readonly StampedPage[];
  readonly layers: readonly Layer[];
  readonly notes: readonly ChartNote[];
  /** The files attached to it. */
  readonly embedded: readonly EmbeddedFile[];
}

/** The limits of a document, and what is done with it. */
export interface TakingLimits {
  readonly pagesMax: number;
  readonly objectsMax: number;
  readonly mustShowFields: boolean;
  readonly isStamped: boolean;
  readonly takesAttachments: boolean;
  /** Pages that aren't taken, from 1. */
  readonly leaveOut: readonly number[];
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
  const count = document.catalog.lookupMaybe(name.pages, PDFDict)?.lookup(name.count);
  if (refs.length === 0 || Number(count?.toString()) > refs.length) throw new LeftOut('damaged');
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

/**
 * Returns the copies of pages. One that is listed twice is copied twice, with the same content: a page is
 * only once in a tree.
 */
function copiedPages(document: PDFDocument, context: PDFContext, refs: readonly PDFRef[]): PDFRef[] {
  const copier = PDFObjectCopier.for(document.context, context);
  const used = new Set<PDFRef>();
  return refs.map(ref => {
    // By reference, so that a link between pages leads to the copy.
    const copy = copier.copy(ref);
    const page = context.lookup(copy);
    if (!(page instanceof PDFPageLeaf)) throw new LeftOut('damaged');
    const own = used.has(copy) ? context.register(page.clone(context)) : copy;
    used.add(copy);
    return own;
  });
}

function copyPages(
  document: PDFDocument,
  { firstObject, parentObject }: Place,
  limits: TakingLimits,
  firstPage: number,
): Pick<TakenDocument, 'pages' | 'objects' | 'stamps' | 'layers'> {
  const all = pagesOf(document, limits.pagesMax);
  assertWhole(document);
  if (limits.mustShowFields && leavesFieldsToReader(document)) throw new LeftOut('fieldsNotDrawn');
  flattenFields(document);
  const refs = all.filter((_, index) => !limits.leaveOut.includes(index + 1));
  if (refs.length === 0) throw new LeftOut('damaged');
  removePages(
    document,
    all.filter((_, index) => limits.leaveOut.includes(index + 1)),
  );
  const context = PDFContext.create();
  context.largestObjectNumber = firstObject - 1;
  const pages = copiedPages(document, context, refs);
  const stamp = createStamper(context);
  const stamps = pages.flatMap((ref, index) => {
    const page = context.lookup(ref);
    if (!(page instanceof PDFPageLeaf)) throw new LeftOut('damaged');
    page.set(name.parent, PDFRef.of(parentObject));
    return limits.isStamped ? [stamp(page, firstPage + index)] : [];
  });
  const count = context.largestObjectNumber - firstObject + 1;
  if (count > limits.objectsMax) throw new LeftOut('tooHard');
  const found = new Map(
    context.enumerateIndirectObjects().map(([ref, object]) => [ref.objectNumber, object]),
  );
  // A reference to a missing object means null (ISO 32000-1, 7.3.10).
  const objects = Array.from({ length: count }, (_, index) => found.get(firstObject + index) ?? PDFNull);
  for (const object of objects) disarm(object);
  const layers = takeLayers(objects, firstObject);
  return { pages: pages.map(({ objectNumber }) => objectNumber), objects, stamps, layers };
}

/** Draws the fields of a document that its pages wouldn't show. @returns what to say about it */
async function notesOn(document: PDFDocument): Promise<ChartNote[]> {
  const { drawn, missing } = await drawFields(document);
  return [
    ...(isDynamicForm(document) ? (['dynamicForm'] as const) : []),
    ...(drawn > 0 ? (['fieldsDrawn'] as const) : []),
    ...(missing > 0 ? (['fieldsMissing'] as const) : []),
  ];
}

/**
 * Takes in a PDF: its pages with everything that they need, numbered for their place in the chart. Scripts,
 * forms, and the outline, which belong to the whole document, are left out; attachments are returned
 * unopened.
 * @param firstPage how many pages of the same source are in front of it
 * @throws LeftOut, and what a library throws about a damaged document
 */
export async function takeDocument(
  bytes: Uint8Array,
  place: Place,
  limits: TakingLimits,
  firstPage: number,
): Promise<TakenDocument> {
  const document = await open(bytes);
  markHiddenLayers(document);
  const embedded = limits.takesAttachments ? embeddedFilesOf(document) : [];
  const notes = limits.mustShowFields ? [] : await notesOn(document);
  return { ...copyPages(document, place, limits, firstPage), notes, embedded };
}
