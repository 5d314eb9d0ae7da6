/**
 * Describes the forms of the test set as data: blocks from top to bottom. A slot is a place where someone
 * writes. What's written there is the truth for measuring a reader. Lengths are in points.
 */

/** The kind of value in one place. Parts of a name or a date are separate slots if a form splits them. */
export type Slot =
  | 'patientName'
  | 'patientNameReversed'
  | 'lastName'
  | 'firstName'
  | 'middleInitial'
  | 'dateOfBirth'
  | 'birthMonth'
  | 'birthDay'
  | 'birthYear'
  | 'disclosingParty'
  | 'recipient'
  | 'purpose'
  | 'expiration'
  | 'datesOfService'
  | 'signature'
  | 'signatureDate'
  | 'signerName'
  | 'relationship'
  | 'address'
  | 'cityStateZip'
  | 'phone'
  | 'recipientAddress'
  | 'disclosingAddress'
  | 'recordNumber'
  /** Nobody fills it in: a witness, a previous name, office use. */
  | 'nobody';

/** A place with its label. */
export interface Field {
  readonly slot: Slot;
  readonly label: string;
  /** Its share of the row's width. */
  readonly share: number;
}

/** The position of labels in a row. */
export type RowStyle =
  /** Label, then a ruled line. */
  | 'beside'
  /** A ruled line, its label below it. */
  | 'above'
  /** Label, below it a ruled line. */
  | 'below'
  /** A frame with a small label in its corner. */
  | 'boxed'
  /** A row of a table: label in one cell, value in the next. */
  | 'cells'
  /** Label, then underscores as text. */
  | 'underscores'
  /** Label, then nothing. */
  | 'open'
  /** A frame for each letter or digit. */
  | 'comb';

/** How a printed option is ticked, and what it looks like. */
export type Mark = 'square' | 'brackets' | 'dingbat' | 'underscore';

/** What an option selects: a purpose, an expiration, a relationship, or kinds of information. */
export type OptionSlot = 'purpose' | 'expiration' | 'relationship' | 'information' | 'sensitive' | 'nobody';

/** A part of a form. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'banner' | 'text' | 'small' | 'right'; readonly text: string }
  | { readonly kind: 'row'; readonly style: RowStyle; readonly fields: readonly Field[] }
  | {
      readonly kind: 'options';
      readonly slot: OptionSlot;
      readonly label: string;
      readonly options: readonly string[];
      readonly columns: number;
      readonly mark: Mark;
    }
  /** Running text with gaps: `{slot:width}`. */
  | { readonly kind: 'sentence'; readonly text: string }
  /** Printed text that states a value for everyone: the recipient, the purpose, or the expiration. */
  | { readonly kind: 'printed'; readonly slot: Slot; readonly text: string; readonly states: string }
  | { readonly kind: 'columns'; readonly left: readonly Block[]; readonly right: readonly Block[] }
  | { readonly kind: 'gap'; readonly height: number }
  | { readonly kind: 'page' };

/** The type of the form, as in `documentType` of an analysis. */
export type PaperKind = 'hipaaAuthorization' | 'hitechDirective' | 'part2Consent';

/** A form. */
export interface FormLayout {
  /** Unique. It decides the half that the form belongs to. */
  readonly name: string;
  readonly language: 'en' | 'es';
  readonly paper: PaperKind;
  readonly face: 'sans' | 'serif';
  /** The font size of the running text. */
  readonly size: number;
  readonly margin: number;
  /** The footer of each page, with number and revision. */
  readonly foot: string;
  readonly blocks: readonly Block[];
}

/** Creates a form with common defaults. */
export function layout(
  name: string,
  over: Partial<Omit<FormLayout, 'name' | 'blocks'>>,
  blocks: readonly Block[],
): FormLayout {
  return {
    language: 'en',
    paper: 'hipaaAuthorization',
    face: 'sans',
    size: 9.5,
    margin: 50,
    foot: '',
    ...over,
    name,
    blocks,
  };
}

const textBlock =
  (kind: 'title' | 'heading' | 'banner' | 'text' | 'small' | 'right') =>
  (text: string): Block => ({ kind, text });

/** The name of the form, large and centered. */
export const title = textBlock('title');
/** A bold line above a part. */
export const heading = textBlock('heading');
/** A heading on a shaded background. */
export const banner = textBlock('banner');
/** A paragraph. */
export const text = textBlock('text');
/** A paragraph of small print. */
export const small = textBlock('small');
/** A right-aligned line, such as a form number. */
export const right = textBlock('right');

/** A place with its label. */
export function at(slot: Slot, label: string, share = 1): Field {
  return { slot, label, share };
}

const rowBlock =
  (style: RowStyle) =>
  (...fields: readonly Field[]): Block => ({ kind: 'row', style, fields });

/** Labels with ruled lines after them. */
export const beside = rowBlock('beside');
/** Ruled lines with labels below them. */
export const above = rowBlock('above');
/** Labels with ruled lines below them. */
export const below = rowBlock('below');
/** Frames with labels in their corners. */
export const boxed = rowBlock('boxed');
/** A row of a table. */
export const cells = rowBlock('cells');
/** Labels with underscores after them. */
export const underscores = rowBlock('underscores');
/** Labels with empty space after them. */
export const open = rowBlock('open');
/** Labels with a frame for each letter. */
export const comb = rowBlock('comb');

/** Printed options, some of which are ticked. */
export function options(
  slot: OptionSlot,
  label: string,
  list: readonly string[],
  { columns = 2, mark = 'square' }: { readonly columns?: number; readonly mark?: Mark } = {},
): Block {
  return { kind: 'options', slot, label, options: list, columns, mark };
}

/** Running text with gaps, such as `I, {patientName:180}, authorize`. */
export function sentence(words: string): Block {
  return { kind: 'sentence', text: words };
}

/** A printed sentence that states a value. @param states the value in it */
export function printed(slot: Slot, words: string, states: string): Block {
  return { kind: 'printed', slot, text: words, states };
}

/** Blocks side by side. */
export function columns(left: readonly Block[], rightSide: readonly Block[]): Block {
  return { kind: 'columns', left, right: rightSide };
}

/** Empty space. */
export function gap(height: number): Block {
  return { kind: 'gap', height };
}

/** A page break. */
export const page: Block = { kind: 'page' };
