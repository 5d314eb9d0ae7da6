/**
 * What a form of the test set looks like, as data: blocks one below the other. A slot is a place where
 * somebody writes; what is written there is the truth that a reader is measured by. Lengths are points.
 */

/**
 * What is written into one place. Parts of a name or a date are slots of their own where a form splits them.
 */
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
  /** Its part of the row's width. */
  readonly share: number;
}

/** How the places of a row stand to their labels. */
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

/** What a printed option is ticked with, and what it looks like. */
export type Mark = 'square' | 'brackets' | 'dingbat' | 'underscore';

/**
 * What an option is of: one of the purposes, of the ends, of the relationships, or some of the kinds of
 * information.
 */
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
  /** Text of the form that states a value for everybody: who receives, what for, until when. */
  | { readonly kind: 'printed'; readonly slot: Slot; readonly text: string; readonly states: string }
  | { readonly kind: 'columns'; readonly left: readonly Block[]; readonly right: readonly Block[] }
  | { readonly kind: 'gap'; readonly height: number }
  | { readonly kind: 'page' };

/** What kind of paper a form is, as `documentType` of an analysis says it. */
export type PaperKind = 'hipaaAuthorization' | 'hitechDirective' | 'part2Consent';

/** A form. */
export interface FormLayout {
  /** Unique; decides which half it belongs to. */
  readonly name: string;
  readonly language: 'en' | 'es';
  readonly paper: PaperKind;
  readonly face: 'sans' | 'serif';
  /** Of the running text. */
  readonly size: number;
  readonly margin: number;
  /** At the bottom of each page: its number, its revision. */
  readonly foot: string;
  readonly blocks: readonly Block[];
}

/** A form; what is not said of it is as most forms have it. */
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

/** The name of the form, large and in the middle. */
export const title = textBlock('title');
/** A bold line over a part. */
export const heading = textBlock('heading');
/** A heading on a shade. */
export const banner = textBlock('banner');
/** A paragraph. */
export const text = textBlock('text');
/** A paragraph of small print. */
export const small = textBlock('small');
/** A line at the right edge, as form numbers stand. */
export const right = textBlock('right');

/** A place with its label. */
export function at(slot: Slot, label: string, share = 1): Field {
  return { slot, label, share };
}

const rowBlock =
  (style: RowStyle) =>
  (...fields: readonly Field[]): Block => ({ kind: 'row', style, fields });

/** Labels with ruled lines behind them. */
export const beside = rowBlock('beside');
/** Ruled lines with labels below them. */
export const above = rowBlock('above');
/** Labels with ruled lines below them. */
export const below = rowBlock('below');
/** Frames with labels in their corners. */
export const boxed = rowBlock('boxed');
/** A row of a table. */
export const cells = rowBlock('cells');
/** Labels with underscores behind them. */
export const underscores = rowBlock('underscores');
/** Labels with room behind them. */
export const open = rowBlock('open');
/** Labels with a frame for each letter. */
export const comb = rowBlock('comb');

/** Printed options of which some are ticked. */
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

/** A sentence of the form itself that states a value. @param states the value in it */
export function printed(slot: Slot, words: string, states: string): Block {
  return { kind: 'printed', slot, text: words, states };
}

/** Blocks side by side. */
export function columns(left: readonly Block[], rightSide: readonly Block[]): Block {
  return { kind: 'columns', left, right: rightSide };
}

/** Empty room. */
export function gap(height: number): Block {
  return { kind: 'gap', height };
}

/** A new page begins. */
export const page: Block = { kind: 'page' };
