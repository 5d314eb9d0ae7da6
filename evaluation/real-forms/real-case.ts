/** Creates a filled, flattened, or scanned document of a described form, with its truth. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import { randomStream, type RandomStream } from '../../src/sandbox/random-stream';
import type { Shape } from '../forms/make-case';
import type { Person } from '../forms/people';
import { scanForm } from '../forms/scan-form';
import type { Description, Place } from './description';
import type { Corners } from './drawn-lines';
import { addCheckBox, addTextField, flattenFields, switchOn, writeIntoField } from './file-fields';
import { pickHand, stretched, type Hand } from './fills';
import { fillReal, type RealFilling, type RealState, type Writing } from './filling';
import type { FormPages } from './form-pages';
import {
  initialsAt,
  markAt,
  markKinds,
  pickPen,
  signatureAt,
  type InkColor,
  type MarkKind,
  type PenDrawing,
} from './hands';
import { boundsOf, Paper, type Typing } from './paper';
import { placesOf, resolvePlace, type ResolvedPlace } from './described-places';

/** What is true of a document. */
export interface RealTruth extends Omit<RealFilling, 'writings'> {
  readonly form: string;
  readonly layout: Description['layout'];
  readonly kind: Description['kind'];
  readonly language: Description['language'];
  readonly shape: Shape;
  readonly state: RealState;
  /** Whether the form fields are the form's own; `false` if they were added for the shape with fields. */
  readonly hasOwnFields: boolean;
  /** How it's signed; empty without a signature. */
  readonly signature: readonly string[];
  readonly signedOn: CalendarDate;
  readonly person: Person;
}

/** A document and its truth. */
export interface RealCase {
  readonly pdf: Uint8Array;
  readonly truth: RealTruth;
}

/** Selects a document. */
export interface RealOrder {
  readonly description: Description;
  /** From 0. */
  readonly personNumber: number;
  readonly shape: Shape;
  readonly state: RealState;
  /** Another person and hand for each number above 0; absent for the first filling. */
  readonly fill?: number;
}

/** A file with more pages is an instruction book: only the form's own pages are printed. */
const wholeFilePagesMost = 3;

const faces = [
  [StandardFonts.Helvetica, 5],
  [StandardFonts.Courier, 3],
  [StandardFonts.TimesRoman, 2],
  [StandardFonts.TimesRomanItalic, 1],
  [StandardFonts.HelveticaBold, 1],
] as const;
const typedColors: ReadonlyArray<readonly [InkColor, number]> = [
  [[0, 0, 0], 6],
  [[0, 0, 0.6], 2],
  [[0.1, 0.1, 0.3], 1],
];

class FormFilling {
  readonly signatures: string[] = [];
  private readonly pen: Omit<PenDrawing, 'strokes' | 'kind'>;
  private readonly markKind: MarkKind;
  private readonly lift: number;
  private readonly indent: number;

  constructor(
    private readonly document: PDFDocument,
    private readonly papers: readonly Paper[],
    private readonly pages: FormPages['pages'],
    private readonly typing: Typing,
    private readonly stream: RandomStream,
    private readonly hand: Hand | undefined,
  ) {
    this.pen = pickPen(stream);
    this.markKind = stream.pick(markKinds);
    this.lift = hand?.lift ?? 1.5 + 2 * stream.next();
    this.indent = hand?.indent ?? (stream.chance(0.75) ? 0 : 0.5 * stream.next());
  }

  private paperOf({ page }: ResolvedPlace): Paper {
    const paper = this.papers[page - 1];
    if (paper === undefined) throw new Error(`there is no page ${page}`);
    return paper;
  }

  /** Writes into the form fields where there are some, and otherwise onto the paper. */
  write({ place, kind, text, shorter }: Writing): void {
    const found = resolvePlace({ path: '', place }, this.pages);
    const own = found.find(({ field }) => field !== undefined);
    const form = this.document.getForm();
    if (own !== undefined && kind === 'mark' && switchOn(form, place)) return;
    if (own !== undefined && kind !== 'signature' && own.field?.kind === 'text') {
      const texts = kind === 'text' ? [text, ...shorter] : [kind === 'mark' ? 'X' : 'AB', 'X'];
      if (writeIntoField(form, own.field.name, texts) !== null) return;
    }
    for (const one of kind === 'signature' ? found.slice(0, 1) : found)
      this.onPaper(one, kind, [text, ...shorter]);
  }

  private onPaper(resolved: ResolvedPlace, kind: Writing['kind'], texts: readonly string[]): void {
    const paper = this.paperOf(resolved);
    const { box, place } = resolved;
    if (kind === 'text') {
      if (place.cells === undefined) {
        const { baseline } = place;
        const shift = Math.min(this.hand?.shift ?? 0, (box[2] - box[0]) / 8);
        const shifted: Corners = [box[0] + shift, box[1], box[2], box[3]];
        paper.type(texts, shifted, this.typing, { baseline, indent: this.indent, lift: this.lift });
      } else {
        const letters = texts.find(text => text.length <= (place.cells ?? 0)) ?? texts[0] ?? '';
        paper.typeCells(letters.toUpperCase(), box, place.cells, this.typing);
      }
    } else if (kind === 'initials') paper.draw(initialsAt(this.stream, box, this.pen));
    else if (kind === 'mark') {
      const how = place.mark === 'circle' ? 'circled' : this.markKind;
      if (how === 'typed') {
        const square: Corners = [box[0] - 2.5, box[1], box[2] + 2.5, box[3]];
        paper.type(['X'], square, this.typing, { baseline: undefined, indent: 0.5, lift: 1 });
      } else paper.draw(markAt(this.stream, box, how, this.pen));
    }
  }

  /** Signs with a pen, as a pasted picture, as an annotation, or, in some hands, with a typed `/s/`. */
  async sign({ place }: Writing, way: 'pen' | 'picture' | 'annotation', name: string): Promise<void> {
    const [resolved] = resolvePlace({ path: '', place }, this.pages);
    if (resolved === undefined) return;
    const paper = this.paperOf(resolved);
    const usual = signatureAt(this.stream, resolved.box, this.pen);
    if (this.hand?.signs === 'typed') {
      this.signatures.push('typed');
      this.onPaper(resolved, 'text', [`/s/ ${name}`]);
      return;
    }
    const drawing = this.hand === undefined ? usual : stretched(usual, this.hand.stretch);
    this.signatures.push(`${way}/${drawing.kind}`);
    if (way === 'pen') paper.draw(drawing);
    else if (way === 'annotation') paper.annotate(drawing);
    else {
      const bounds = boundsOf(drawing);
      paper.paste(await this.document.embedPng(pictureOf(drawing, bounds, this.stream)), bounds);
    }
  }
}

/** A signature from a telephone or a signature pad: usually on a transparent ground. */
function pictureOf({ strokes, color, thickness }: PenDrawing, box: Corners, stream: RandomStream): Buffer {
  const scale = 3 + 2 * stream.next();
  const canvas = createCanvas(Math.ceil((box[2] - box[0]) * scale), Math.ceil((box[3] - box[1]) * scale));
  const paper = canvas.getContext('2d');
  if (stream.chance(0.2)) {
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
  }
  paper.strokeStyle = `rgb(${color.map(part => Math.round(part * 255)).join(', ')})`;
  paper.lineWidth = thickness * scale;
  paper.lineCap = 'round';
  paper.lineJoin = 'round';
  for (const points of strokes) {
    paper.beginPath();
    points.forEach(([x, y], index) => {
      const [px, py] = [(x - box[0]) * scale, (y - box[1]) * scale];
      if (index === 0) paper.moveTo(px, py);
      else paper.lineTo(px, py);
    });
    paper.stroke();
  }
  return canvas.toBuffer('image/png');
}

/** Puts form fields on the places of a form without any; what is written there goes into them. */
function addFields(
  document: PDFDocument,
  papers: readonly Paper[],
  pages: FormPages['pages'],
  { description, filling, font }: { description: Description; filling: RealFilling; font: Typing['font'] },
): void {
  const form = document.getForm();
  const names = new Set<string>();
  const written = new Map<Place, Writing>(filling.writings.map(writing => [writing.place, writing]));
  const signed = new Set<Place>(description.elements.patientSignature ?? []);
  const done = new Set<string>();
  for (const described of placesOf(description)) {
    const [resolved] = resolvePlace(described, pages);
    const paper = papers[(resolved?.page ?? 0) - 1];
    const { place, path } = described;
    // A line for a date or an event gets one field; a signature is drawn.
    if (resolved === undefined || paper === undefined || signed.has(place)) continue;
    const spot = `${resolved.page}/${resolved.box.join()}`;
    const writing = written.get(place);
    if (done.has(spot) || place.mark === 'circle') continue;
    if (writing === undefined && path.startsWith('expiration.date') && hasTwin(filling, place)) continue;
    done.add(spot);
    const label = (place.label ?? path).replaceAll(/[^\p{L}\d ]/gu, '').slice(0, 60) || 'Text';
    let name = label;
    for (let number = 2; names.has(name); number += 1) name = `${label}_${number}`;
    names.add(name);
    const { box } = resolved;
    const isMark = place.mark !== undefined;
    if (isMark && place.mark === 'check') addCheckBox(form, paper, name, box, writing !== undefined);
    else {
      const texts = writing === undefined ? [''] : [isMark ? 'AB' : writing.text, ...writing.shorter];
      const text = texts.find(words => words.length <= (place.cells ?? Infinity)) ?? texts[0] ?? '';
      addTextField(form, paper, { name, box, text, cells: place.cells, font });
    }
  }
}

/** Whether something else is written at the same place. */
function hasTwin({ writings }: RealFilling, { page, box }: Place): boolean {
  return writings.some(({ place }) => place.page === page && place.box?.join() === box?.join());
}

/** Returns the document's own font and size of typed words. */
async function typingOf(
  document: PDFDocument,
  stream: RandomStream,
  scale: number,
  hand: Hand | undefined,
): Promise<Typing> {
  const [face] = stream.pick(faces, ([, weight]) => weight);
  const font = await document.embedFont(hand?.face ?? face);
  return {
    font,
    size: (hand?.size ?? 8 + 3 * stream.next()) * scale,
    color: stream.pick(typedColors, ([, weight]) => weight)[0],
  };
}

/**
 * Creates one document from a blank form. The same order gives the same truth. Returns `null` if the state
 * makes no sense for the form.
 */
export async function makeRealCase(
  { description, personNumber, shape, state, fill = 0 }: RealOrder,
  blank: Uint8Array,
  { pages }: FormPages,
): Promise<RealCase | null> {
  const { form: name, layout, kind, language, formPages } = description;
  const number = [String(personNumber), ...(fill === 0 ? [] : [`fill ${fill}`])];
  // The same person fills in a form in each shape and state, so that these can be compared.
  const filling = fillReal(description, state, randomStream('real', name, ...number), fill);
  if (filling === null) return null;
  const seed = ['real', name, ...number, shape, state].join('/');
  const stream = randomStream('hand', name, ...number, shape);
  const other = fill === 0 ? undefined : pickHand(randomStream('other hand', name, ...number));
  const document = await PDFDocument.load(blank, { updateMetadata: false, password: '' });
  const papers = document.getPages().map(page => new Paper(page));
  const hasOwnFields = pages.some(({ fields }) => fields.some(({ kind }) => kind === 'text'));
  const signatures: string[] = [];
  const scale = Math.max(1, (pages[0]?.width ?? 612) / 700);
  const typing = await typingOf(document, stream, scale, other);
  const isAdding = shape === 'fields' && !hasOwnFields;
  if (state !== 'blank') {
    const hand = new FormFilling(document, papers, pages, typing, stream, other);
    if (isAdding) addFields(document, papers, pages, { description, filling, font: typing.font });
    const onPaper = filling.writings.filter(
      ({ kind, place }) => kind !== 'signature' && (!isAdding || place.mark === 'circle'),
    );
    for (const writing of onPaper) hand.write(writing);
    if (hasOwnFields) document.getForm().updateFieldAppearances(typing.font);
    if (shape !== 'fields') flattenFields(document);
    const ways =
      shape === 'fields'
        ? (['pen', 'pen', 'picture', 'annotation'] as const)
        : (['pen', 'pen', 'picture'] as const);
    const way = shape === 'scanned' ? 'pen' : stream.pick(ways);
    const signer = `${filling.person.firstName} ${filling.person.lastName}`;
    for (const writing of filling.writings)
      if (writing.kind === 'signature') await hand.sign(writing, way, signer);
    signatures.push(...hand.signatures);
  } else if (isAdding) addFields(document, papers, pages, { description, filling, font: typing.font });
  else if (shape !== 'fields') flattenFields(document);
  if (shape !== 'fields' && pages.length > wholeFilePagesMost)
    for (let page = pages.length; page >= 1; page -= 1)
      if (!formPages.includes(page)) document.removePage(page - 1);
  const bytes = await document.save({ updateFieldAppearances: false });
  return {
    pdf: shape === 'scanned' ? await scanForm(bytes, seed) : bytes,
    truth: {
      form: name,
      layout,
      kind,
      language,
      shape,
      state,
      hasOwnFields,
      signature: signatures,
      signedOn: filling.signedOn,
      person: filling.person,
      values: filling.values,
      missing: filling.missing,
      released: filling.released,
    },
  };
}
