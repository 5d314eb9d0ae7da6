/** Draws a form of the test set, blank or filled in, as an interactive form or flat. */
import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  rgb,
  StandardFonts,
  type PDFFont,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { randomStream, type RandomStream } from '../../src/sandbox/random-stream';
import type { Block, Field, FormLayout, Mark, OptionSlot, RowStyle, Slot } from './layout';
import { signatureStrokes, tickStrokes, type Stroke } from './pen';
import type { Filling } from './people';

/** How a form is signed. */
export type SignatureKind =
  'strokes' | 'picture' | 'annotation' | 'typedMark' | 'typedName' | 'cryptographic';

/** A box in points from the top left corner of its page. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A value on the form, written by someone or printed. */
export interface Written {
  readonly slot: Slot | OptionSlot;
  readonly text: string;
  readonly source: 'written' | 'ticked' | 'printed';
  /** From 1. */
  readonly page: number;
  readonly box: Area;
}

/** What to draw. */
export interface FormOrder {
  readonly form: FormLayout;
  /** `null` for a blank form. */
  readonly filling: Filling | null;
  /** `null` for no signature. */
  readonly signature: SignatureKind | null;
  /** Slots that stay empty although the form is filled in. */
  readonly leftOut: ReadonlySet<Slot>;
  readonly isInteractive: boolean;
  readonly seed: string;
}

/** A drawn form, and all values on it. */
export interface DrawnForm {
  readonly document: PDFDocument;
  readonly written: readonly Written[];
  /** The place of the signature; `null` if the form has none. */
  readonly signaturePlace: (Area & { readonly page: number }) | null;
}

/** The bytes that a file reserves for a signature. */
export const signatureRoom = 4096;

const [pageWidth, pageHeight] = [612, 792];
const black = rgb(0, 0, 0);
const grey = rgb(0.35, 0.35, 0.35);
const shade = rgb(0.87, 0.89, 0.92);

interface Column {
  readonly x: number;
  readonly width: number;
}

/** A pasted picture of a signature. */
interface Picture {
  readonly page: PDFPage;
  readonly strokes: readonly Stroke[];
  readonly area: Area;
  readonly thickness: number;
}

const tallSlots: ReadonlySet<Slot> = new Set(['signature']);

class FormDrawing {
  readonly written: Written[] = [];
  signaturePlace: DrawnForm['signaturePlace'] = null;
  private readonly ways: RandomStream;
  private page: PDFPage;
  private y = 0;
  private fields = 0;

  private readonly valueSize: number;
  private readonly lift: number;

  private constructor(
    private readonly order: FormOrder,
    private readonly document: PDFDocument,
    private readonly faces: {
      readonly regular: PDFFont;
      readonly bold: PDFFont;
      readonly value: PDFFont;
      readonly script: PDFFont;
      readonly dingbats: PDFFont;
    },
  ) {
    this.ways = randomStream('form', order.seed);
    this.valueSize = 9 + 2 * this.ways.next();
    this.lift = 1.5 + 2 * this.ways.next();
    this.page = this.newPage();
  }

  static async draw(order: FormOrder): Promise<DrawnForm> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const isSerif = order.form.face === 'serif';
    const valueFace = randomStream('value', order.seed).pick([
      StandardFonts.Helvetica,
      StandardFonts.Courier,
      StandardFonts.TimesRomanItalic,
      StandardFonts.HelveticaBold,
    ]);
    const [regular, bold, value, script, dingbats] = await Promise.all([
      document.embedFont(isSerif ? StandardFonts.TimesRoman : StandardFonts.Helvetica),
      document.embedFont(isSerif ? StandardFonts.TimesRomanBold : StandardFonts.HelveticaBold),
      document.embedFont(valueFace),
      document.embedFont(StandardFonts.TimesRomanItalic),
      document.embedFont(StandardFonts.ZapfDingbats),
    ]);
    const drawing = new FormDrawing(order, document, { regular, bold, value, script, dingbats });
    const { margin } = order.form;
    for (const block of order.form.blocks) drawing.block(block, { x: margin, width: pageWidth - 2 * margin });
    for (const picture of drawing.pictures) await drawing.paste(picture);
    return { document, written: drawing.written, signaturePlace: drawing.signaturePlace };
  }

  private async paste({ page, strokes, area, thickness }: Picture): Promise<void> {
    const scale = 3;
    const room = 6;
    const canvas = createCanvas(
      Math.ceil((area.width + 2 * room) * scale),
      Math.ceil((area.height * 1.4 + 2 * room) * scale),
    );
    const pen = canvas.getContext('2d');
    pen.lineWidth = thickness * scale;
    pen.strokeStyle = '#14306b';
    for (const points of strokes) {
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo((x + room) * scale, (y + room) * scale);
      pen.stroke();
    }
    const image = await this.document.embedPng(new Uint8Array(canvas.toBuffer('image/png')));
    const height = canvas.height / scale;
    page.drawImage(image, {
      x: area.x - room,
      y: pageHeight - area.y + room - height,
      width: canvas.width / scale,
      height,
    });
  }

  private get size(): number {
    return this.order.form.size;
  }

  private newPage(): PDFPage {
    this.page = this.document.addPage([pageWidth, pageHeight]);
    this.y = this.order.form.margin;
    const { foot } = this.order.form;
    if (foot !== '') this.print(foot, this.order.form.margin, pageHeight - 30, 7, this.faces.regular);
    return this.page;
  }

  private room(height: number): void {
    if (this.y + height > pageHeight - 44) this.newPage();
  }

  /** Prints at a baseline measured from the top. */
  private print(
    words: string,
    x: number,
    baseline: number,
    size: number,
    font: PDFFont,
    color = black,
  ): number {
    this.page.drawText(words, { x, y: pageHeight - baseline, size, font, color });
    return font.widthOfTextAtSize(words, size);
  }

  private rule(x1: number, y1: number, x2: number, y2: number): void {
    this.page.drawLine({
      start: { x: x1, y: pageHeight - y1 },
      end: { x: x2, y: pageHeight - y2 },
      thickness: 0.6,
      color: black,
    });
  }

  private frame({ x, y, width, height }: Area): void {
    this.page.drawRectangle({
      x,
      y: pageHeight - y - height,
      width,
      height,
      borderWidth: 0.6,
      borderColor: black,
    });
  }

  private linesOf(words: string, width: number, size: number, font: PDFFont): string[] {
    const lines: string[] = [];
    let open = '';
    for (const word of words.split(' ')) {
      const longer = open === '' ? word : `${open} ${word}`;
      if (open !== '' && font.widthOfTextAtSize(longer, size) > width) {
        lines.push(open);
        open = word;
      } else open = longer;
    }
    return [...lines, open];
  }

  private paragraph(
    words: string,
    column: Column,
    size: number,
    font: PDFFont,
    align: 'left' | 'center' | 'right' = 'left',
  ): Area {
    const lines = this.linesOf(words, column.width, size, font);
    this.room(lines.length * size * 1.2);
    const top = this.y;
    for (const line of lines) {
      const left = column.width - font.widthOfTextAtSize(line, size);
      const x = column.x + (align === 'left' ? 0 : align === 'center' ? left / 2 : left);
      this.print(line, x, this.y + size, size, font);
      this.y += size * 1.2;
    }
    return { ...column, y: top, height: this.y - top };
  }

  private block(block: Block, column: Column): void {
    switch (block.kind) {
      case 'title':
        this.paragraph(block.text, column, this.size + 4, this.faces.bold, 'center');
        this.y += 5;
        return;
      case 'heading':
        this.y += 3;
        this.paragraph(block.text, column, this.size + 0.5, this.faces.bold);
        return;
      case 'banner':
        this.banner(block.text, column);
        return;
      case 'text':
      case 'small':
        this.paragraph(
          block.text,
          column,
          block.kind === 'small' ? this.size - 1.5 : this.size,
          this.faces.regular,
        );
        this.y += 3;
        return;
      case 'right':
        this.paragraph(block.text, column, 7.5, this.faces.regular, 'right');
        return;
      case 'row':
        this.row(block.style, block.fields, column);
        return;
      case 'options':
        this.options(block, column);
        return;
      case 'sentence':
        this.sentence(block.text, column);
        return;
      case 'printed': {
        const box = this.paragraph(block.text, column, this.size, this.faces.regular);
        this.y += 3;
        this.note(block.slot, block.states, 'printed', box);
        return;
      }
      case 'columns':
        this.columns(block, column);
        return;
      case 'gap':
        this.y += block.height;
        return;
      case 'page':
        this.newPage();
    }
  }

  private banner(words: string, column: Column): void {
    this.y += 3;
    this.room(this.size + 30);
    const height = this.size + 5;
    this.page.drawRectangle({
      x: column.x,
      y: pageHeight - this.y - height,
      width: column.width,
      height,
      color: shade,
    });
    this.print(words, column.x + 4, this.y + this.size + 1, this.size, this.faces.bold);
    this.y += height + 2;
  }

  private columns({ left, right }: Extract<Block, { kind: 'columns' }>, column: Column): void {
    const width = (column.width - 14) / 2;
    const top = this.y;
    const page = this.page;
    for (const block of left) this.block(block, { x: column.x, width });
    const leftEnd = this.y;
    this.y = top;
    this.page = page;
    for (const block of right) this.block(block, { x: column.x + width + 14, width });
    this.y = Math.max(leftEnd, this.y);
  }

  private row(style: RowStyle, fields: readonly Field[], column: Column): void {
    const shares = fields.reduce((sum, { share }) => sum + share, 0);
    const isTall = fields.some(({ slot }) => tallSlots.has(slot));
    const base = {
      beside: 20,
      above: 30,
      below: 32,
      boxed: 30,
      cells: 19,
      underscores: 18,
      open: 16,
      comb: 34,
    }[style];
    const height = base + (isTall ? 10 : 0);
    this.room(height);
    let x = column.x;
    for (const field of fields) {
      const width = (field.share / shares) * column.width;
      const isLast = field === fields.at(-1);
      this.field(style, field, {
        x,
        y: this.y,
        width: isLast || style === 'boxed' || style === 'cells' ? width : width - 10,
        height,
      });
      x += width;
    }
    this.y += height + (style === 'boxed' || style === 'cells' ? 0 : 1);
  }

  private field(style: RowStyle, { slot, label }: Field, area: Area): void {
    const { x, y, width, height } = area;
    const { regular } = this.faces;
    const bottom = y + height;
    const labelWidth = regular.widthOfTextAtSize(label, this.size);
    const small = Math.min(this.size, 7.5);
    switch (style) {
      case 'beside':
      case 'open':
      case 'underscores': {
        this.print(label, x, bottom - 4, this.size, regular);
        const from = x + labelWidth + 5;
        const room = Math.max(20, x + width - from);
        if (style === 'beside') this.rule(from, bottom - 2, from + room, bottom - 2);
        if (style === 'underscores')
          this.print(
            '_'.repeat(Math.max(3, Math.floor(room / regular.widthOfTextAtSize('_', this.size)))),
            from,
            bottom - 4,
            this.size,
            regular,
          );
        this.write(slot, label, { x: from, y: y + 1, width: room, height: height - 3 });
        return;
      }
      case 'above': {
        const line = bottom - small - 5;
        this.rule(x, line, x + width, line);
        this.print(label, x + 1, bottom - 4, small, regular, grey);
        this.write(slot, label, { x: x + 1, y, width: width - 2, height: line - y });
        return;
      }
      case 'below':
        this.print(label, x, y + small + 3, small + 0.5, regular);
        this.rule(x, bottom - 2, x + width, bottom - 2);
        this.write(slot, label, { x, y: y + small + 5, width, height: bottom - 2 - y - small - 5 });
        return;
      case 'boxed':
        this.frame(area);
        this.print(
          this.linesOf(label, width - 6, small, regular)[0] ?? '',
          x + 3,
          y + small + 1,
          small,
          regular,
          grey,
        );
        this.write(slot, label, { x: x + 4, y: y + small + 3, width: width - 8, height: height - small - 5 });
        return;
      case 'cells': {
        const labelCell = Math.max(width * 0.3, labelWidth + 8);
        this.frame({ ...area, width: labelCell });
        this.frame({ ...area, x: x + labelCell, width: width - labelCell });
        this.print(label, x + 4, y + height / 2 + 3, this.size, regular);
        this.write(slot, label, {
          x: x + labelCell + 4,
          y: y + 1,
          width: width - labelCell - 8,
          height: height - 3,
        });
        return;
      }
      case 'comb':
        this.comb(slot, label, area, small);
    }
  }

  private comb(slot: Slot, label: string, { x, y, width, height }: Area, small: number): void {
    this.print(label, x, y + small + 1, small, this.faces.regular);
    const cell = 14;
    const value = (this.valueOf(slot) ?? '').replaceAll(/[/-]/g, '');
    const isDate = slot === 'dateOfBirth';
    const [, month = '', day = '', year = ''] =
      /^(\d{4})-(\d{2})-(\d{2})$/
        .exec(this.order.filling?.person.dateOfBirth ?? '')
        ?.map((part, index, all) => [part, all[2] ?? '', all[3] ?? '', all[1] ?? ''][index] ?? '') ?? [];
    const letters = isDate ? (value === '' ? '' : `${month}${day}${year}`) : value.toUpperCase();
    const count = Math.max(
      slot === 'middleInitial'
        ? 1
        : slot.startsWith('birth')
          ? slot === 'birthYear'
            ? 4
            : 2
          : isDate
            ? 8
            : Math.floor(width / cell) - 1,
      1,
    );
    const top = y + small + 4;
    const side = height - small - 8;
    for (let index = 0; index < count; index += 1)
      this.frame({ x: x + index * cell, y: top, width: cell, height: side });
    const box = { x, y: top, width: count * cell, height: side };
    if (this.order.isInteractive) {
      const field = this.document.getForm().createTextField(this.fieldName(label));
      field.setMaxLength(count);
      field.enableCombing();
      if (letters !== '') field.setText(letters.slice(0, count));
      field.addToPage(this.page, {
        x,
        y: pageHeight - top - side,
        width: box.width,
        height: side,
        borderWidth: 0,
        font: this.faces.regular,
      });
    } else
      Array.from(letters.slice(0, count)).forEach((letter, index) => {
        if (letter !== ' ') this.print(letter, x + index * cell + 4, top + side - 4, 10, this.faces.value);
      });
    if (letters !== '') this.note(slot, this.valueOf(slot) ?? letters, 'written', box);
  }

  private note(slot: Written['slot'], words: string, source: Written['source'], box: Area): void {
    this.written.push({ slot, text: words, source, page: this.document.getPageCount(), box });
  }

  private valueOf(slot: Slot): string | undefined {
    const { filling, leftOut } = this.order;
    const value = leftOut.has(slot) ? undefined : filling?.values.get(slot);
    return value === '' ? undefined : value;
  }

  private fieldName(label: string): string {
    this.fields += 1;
    const isNamed = this.order.seed.length % 2 === 0;
    return isNamed ? `${label.replaceAll(/[^A-Za-z ]/g, '').trim()} ${this.fields}` : `Text${this.fields}`;
  }

  private write(slot: Slot, label: string, box: Area): void {
    if (slot === 'signature') {
      this.sign(label, box);
      return;
    }
    const value = this.valueOf(slot);
    if (this.order.isInteractive) {
      const field = this.document.getForm().createTextField(this.fieldName(label));
      if (value !== undefined) field.setText(value);
      const height = Math.min(box.height, 16);
      field.addToPage(this.page, {
        x: box.x,
        y: pageHeight - box.y - box.height,
        width: box.width,
        height,
        borderWidth: 0,
        font: this.faces.regular,
      });
      field.setFontSize(this.fitting(value ?? '', box.width - 4, this.faces.regular));
    } else if (value !== undefined) {
      const size = this.fitting(value, box.width, this.faces.value);
      this.print(value, box.x + 2, box.y + box.height - this.lift, size, this.faces.value);
    }
    if (value !== undefined) this.note(slot, value, 'written', box);
  }

  private fitting(words: string, width: number, font: PDFFont): number {
    const natural = font.widthOfTextAtSize(words, this.valueSize);
    return natural <= width ? this.valueSize : Math.max(5, (this.valueSize * width) / natural);
  }

  private stroke(
    strokes: readonly Stroke[],
    x: number,
    y: number,
    thickness: number,
    color = rgb(0.08, 0.12, 0.45),
  ): void {
    for (const points of strokes) {
      const path = points
        .map(([px, py], index) => `${index === 0 ? 'M' : 'L'} ${px.toFixed(2)} ${py.toFixed(2)}`)
        .join(' ');
      this.page.drawSvgPath(path, { x, y: pageHeight - y, borderColor: color, borderWidth: thickness });
    }
  }

  private sign(label: string, box: Area): void {
    const { signature, filling } = this.order;
    this.signaturePlace = { ...box, page: this.document.getPageCount() };
    if (signature === null || filling === null) return;
    const { firstName, lastName } = filling.person;
    const width = Math.min(box.width * 0.95, 60 + 140 * this.ways.next());
    const height = Math.min(box.height + 8, 14 + 18 * this.ways.next());
    const x = box.x + (box.width - width) * 0.5 * this.ways.next();
    const y = box.y + box.height - height + (this.ways.next() - 0.4) * 6;
    const thickness = 0.7 + 1.2 * this.ways.next();
    this.note('signature', signature, 'written', { x, y, width, height });
    switch (signature) {
      case 'strokes':
        this.stroke(
          signatureStrokes(this.ways, width, height),
          x,
          y,
          thickness,
          this.ways.chance(0.5) ? black : rgb(0.08, 0.12, 0.45),
        );
        return;
      case 'typedMark':
      case 'typedName': {
        const mark = signature === 'typedName' ? '' : this.ways.chance(0.5) ? '/s/ ' : '/es/ ';
        const words = `${mark}${firstName} ${lastName}`;
        this.print(
          words,
          box.x + 3,
          box.y + box.height - 3,
          this.fitting(words, box.width, this.faces.script),
          this.faces.script,
        );
        return;
      }
      case 'annotation':
        this.inkAnnotation(signatureStrokes(this.ways, width, height), { x, y, width, height });
        return;
      case 'picture':
        this.pictures.push({
          page: this.page,
          strokes: signatureStrokes(this.ways, width, height),
          area: { x, y, width, height },
          thickness,
        });
        return;
      case 'cryptographic':
        this.signatureField(label, box);
    }
  }

  /** Embeds pictures after everything else is drawn, because that's asynchronous. */
  private readonly pictures: Picture[] = [];

  /** A signature field with a value. `signDocument` writes its content once the bytes exist. */
  private signatureField(label: string, { x, y, width, height }: Area): void {
    const { context } = this.document;
    const value = context.register(
      context.obj({
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        SubFilter: 'adbe.pkcs7.detached',
        ByteRange: [0, 9_999_999_999, 9_999_999_999, 9_999_999_999],
        Contents: PDFHexString.of('0'.repeat(signatureRoom * 2)),
      }),
    );
    const widget = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        T: PDFString.of(this.fieldName(label)),
        V: value,
        F: 4,
        P: this.page.ref,
        Rect: [x, pageHeight - y - height, x + width, pageHeight - y],
      }),
    );
    this.page.node.addAnnot(widget);
    const { acroForm } = this.document.getForm();
    acroForm.addField(widget);
    acroForm.dict.set(PDFName.of('SigFlags'), context.obj(3));
  }

  private inkAnnotation(strokes: readonly Stroke[], { x, y, width, height }: Area): void {
    const { context } = this.document;
    const rect = [x - 4, pageHeight - y - height * 1.3 - 4, x + width + 4, pageHeight - y + 8];
    const lists = strokes.map(points => points.flatMap(([px, py]) => [x + px, pageHeight - y - py]));
    const operators = lists
      .map(list =>
        list
          .reduce(
            (path, value, index) =>
              `${path}${value.toFixed(2)} ${index % 2 === 1 ? (index === 1 ? 'm ' : 'l ') : ''}`,
            '',
          )
          .concat('S'),
      )
      .join('\n');
    const appearance = context.register(
      context.stream(`1.2 w 0 0 0.5 RG\n${operators}`, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: rect,
        Resources: {},
      }),
    );
    const annotation = context.register(
      context.obj({ Type: 'Annot', Subtype: 'Ink', Rect: rect, InkList: lists, F: 4, AP: { N: appearance } }),
    );
    this.page.node.addAnnot(annotation);
  }

  private sentence(words: string, column: Column): void {
    const { regular } = this.faces;
    const space = regular.widthOfTextAtSize(' ', this.size);
    const lineHeight = this.size * 1.7;
    this.room(lineHeight * 3);
    let x = column.x;
    this.y += lineHeight;
    for (const token of words.match(/\{[^}]+\}\S*|\S+/g) ?? []) {
      const [, slot, width, after = ''] = /^\{(\w+):(\d+)\}(.*)$/.exec(token) ?? [];
      const tokenWidth =
        slot === undefined
          ? regular.widthOfTextAtSize(token, this.size)
          : Number(width) + regular.widthOfTextAtSize(after, this.size);
      if (x + tokenWidth > column.x + column.width && x > column.x) {
        x = column.x;
        this.y += lineHeight;
      }
      if (slot === undefined) this.print(token, x, this.y, this.size, regular);
      else {
        this.rule(x, this.y + 2, x + Number(width), this.y + 2);
        this.write(slot as Slot, slot, { x, y: this.y - 13, width: Number(width), height: 14 });
        this.print(after, x + Number(width), this.y, this.size, regular);
      }
      x += tokenWidth + space;
    }
    this.y += 8;
  }

  private options(block: Extract<Block, { kind: 'options' }>, column: Column): void {
    const { slot, label, options: list, columns, mark } = block;
    this.room(this.size * 3);
    this.paragraph(label, column, this.size, this.faces.bold);
    const width = column.width / columns;
    const line = this.size * 1.55;
    const chosen = this.order.filling?.ticked.get(slot) ?? new Set<string>();
    let y = this.y;
    let deepest = 1;
    list.forEach((option, index) => {
      const place = index % columns;
      if (place === 0 && index > 0) {
        y += line * deepest;
        deepest = 1;
        this.y = y;
      }
      const x = column.x + place * width;
      const isTicked = chosen.has(option) && slot !== 'sensitive';
      const from = this.tickBox(mark, x, y, isTicked, option);
      const lines = this.linesOf(option, width - (from - x) - 4, this.size, this.faces.regular);
      lines.forEach((text, row) =>
        this.print(text, from, y + this.size * (1 + row * 1.2), this.size, this.faces.regular),
      );
      deepest = Math.max(deepest, lines.length * 0.9);
      if (isTicked) this.note(slot, option, 'ticked', { x, y, width, height: line });
    });
    this.y = y + line * deepest + 2;
  }

  /** Draws the box of an option, ticked or not. Returns where its text starts. */
  private tickBox(mark: Mark, x: number, y: number, isTicked: boolean, option: string): number {
    const side = this.size - 1.5;
    const baseline = y + this.size;
    if (mark === 'brackets') {
      const words = this.order.isInteractive || !isTicked ? '[   ]' : '[ X ]';
      const width = this.print(words, x, baseline, this.size, this.faces.regular);
      if (this.order.isInteractive) this.checkBox(option, x + width / 2 - side / 2, y + 1, side, isTicked);
      return x + width + 4;
    }
    if (mark === 'underscore') {
      const width = this.print('____', x, baseline, this.size, this.faces.regular);
      if (this.order.isInteractive) this.checkBox(option, x + width / 2 - side / 2, y, side, isTicked);
      else if (isTicked) this.tick(x + width / 3, y, side);
      return x + width + 4;
    }
    if (mark === 'dingbat') this.print('❏', x, baseline, this.size, this.faces.dingbats);
    else this.frame({ x, y: y + 1.5, width: side, height: side });
    if (this.order.isInteractive) this.checkBox(option, x, y + 1.5, side, isTicked);
    else if (isTicked) this.tick(x, y + 1.5, side);
    return x + side + 6;
  }

  private tick(x: number, y: number, side: number): void {
    if (this.order.seed.length % 3 === 0) this.print('X', x + 1, y + side - 0.5, side, this.faces.bold);
    else this.stroke(tickStrokes(this.ways, side), x, y, 1.1, black);
  }

  private checkBox(option: string, x: number, y: number, side: number, isTicked: boolean): void {
    const box = this.document.getForm().createCheckBox(this.fieldName(option));
    box.addToPage(this.page, { x, y: pageHeight - y - side, width: side, height: side, borderWidth: 0.5 });
    if (isTicked) box.check();
  }
}

/** Draws a form. The same order gives the same saved bytes. */
export async function drawForm(order: FormOrder): Promise<DrawnForm> {
  return FormDrawing.draw(order);
}
