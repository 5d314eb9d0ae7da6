/** The text of RTF files, which word processors and older record systems write (RTF 1.9.1). */
import { Tokenize } from 'rtf-stream-parser/dist/src/tokenize.js';
import { LeftOut } from './left-out.mts';

// cspell:disable
/** Parts that aren't text of the document. */
const hidden = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'objdata', 'filetbl', 'listtable', 'revtbl'],
  ...[
    'listoverridetable',
    'rsidtbl',
    'generator',
    'xmlnstbl',
    'themedata',
    'colorschememapping',
    'datastore',
  ],
  ...['latentstyles', 'fldinst', 'bkmkstart', 'bkmkend', 'nonshppict', 'falt', 'panose', 'pgptbl'],
]);
/** What else has text, although readers that don't know it skip it. */
const shownAnyway = new Set(['shppict', 'shptxt', 'fldrslt', 'footnote', 'annotation', 'listtext', 'pntext']);

const breaks: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  row: '\n',
  page: '\f',
  sbkpage: '',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': ' ',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

/** The encodings of a font's character set. */
const charsets: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** A token: the start or end of a group, a control word with its number, or text. */
interface Token {
  readonly type: number;
  readonly word?: string;
  readonly param?: number;
  readonly data?: Buffer;
}

const kinds = { start: 0, end: 1, control: 2, text: 3 } as const;

/** What a group inherits from the one around it. */
interface State {
  readonly isHidden: boolean;
  readonly skips: number;
  readonly encoding: string;
}

/** The text of a file, and whether it has pictures, which aren't shown. */
export interface RtfText {
  readonly text: string;
  readonly hasPictures: boolean;
}

/** The text of a file so far. */
interface Collector {
  state: State;
  readonly outer: State[];
  readonly fonts: Map<number, string>;
  readonly parts: string[];
  lettersLeft: number;
  /** Bytes of the state's encoding that aren't decoded yet. */
  bytes: number[];
  /** How many of the next characters are a fallback for readers without Unicode. */
  ahead: number;
  /** Whether the next token starts a group, and whether readers may skip the group. */
  isFirst: boolean;
  isOptional: boolean;
  isFontTable: boolean;
  font: number;
  hasPictures: boolean;
}

function write(collector: Collector, text: string): void {
  if (collector.state.isHidden) return;
  collector.lettersLeft -= text.length;
  if (collector.lettersLeft < 0) throw new LeftOut('tooLarge');
  collector.parts.push(text);
}

function flush(collector: Collector): void {
  const { bytes, state } = collector;
  if (bytes.length === 0) return;
  collector.bytes = [];
  write(collector, decoderOf(state.encoding).decode(Uint8Array.from(bytes)));
}

function addBytes(collector: Collector, data: Iterable<number>): void {
  for (const byte of data) {
    if (byte === 10 || byte === 13) continue;
    if (collector.ahead > 0) collector.ahead -= 1;
    else if (!collector.state.isHidden) collector.bytes.push(byte);
  }
}

/** Follows a word about fonts and encodings. */
function setEncoding(collector: Collector, word: string, parameter: number): void {
  const { state, fonts, isFontTable } = collector;
  if (word === 'ansicpg') collector.state = { ...state, encoding: `windows-${parameter}` };
  if (word === 'mac') collector.state = { ...state, encoding: 'macintosh' };
  if (word === 'f') {
    collector.font = parameter;
    const encoding = fonts.get(parameter);
    if (!isFontTable && encoding !== undefined) collector.state = { ...state, encoding };
  }
  const encoding = charsets[parameter];
  // The character set 0 is the one of the whole file.
  if (word === 'fcharset' && isFontTable && encoding !== undefined && parameter !== 0)
    fonts.set(collector.font, encoding);
}

function follow(collector: Collector, { word = '', param, data }: Token): void {
  if (word === "'") {
    addByteOf(collector, data);
    return;
  }
  flush(collector);
  if (collector.isFirst && word === '*') {
    collector.isOptional = true;
    return;
  }
  const isSkipped = collector.isFirst && collector.isOptional && !shownAnyway.has(word);
  if (hidden.has(word) || isSkipped || (word === 'v' && param !== 0))
    collector.state = { ...collector.state, isHidden: true };
  collector.isFirst = false;
  collector.isOptional = false;
  collector.hasPictures ||= word === 'pict' || word === 'object';
  collector.isFontTable ||= word === 'fonttbl';
  collector.ahead = 0;
  if (word === 'u') {
    write(collector, String.fromCharCode((param ?? 63) & 0xff_ff));
    collector.ahead = collector.state.skips;
  }
  if (word === 'uc') collector.state = { ...collector.state, skips: Math.max(0, param ?? 1) };
  if (param !== undefined || word === 'mac') setEncoding(collector, word, param ?? 0);
  if (Object.hasOwn(breaks, word)) write(collector, breaks[word] ?? '');
}

function addByteOf(collector: Collector, data: Buffer | undefined): void {
  collector.isFirst = false;
  if (collector.ahead > 0) collector.ahead -= 1;
  else if (!collector.state.isHidden) collector.bytes.push(data?.[0] ?? 63);
}

function add(collector: Collector, token: Token): void {
  if (token.type === kinds.control) {
    follow(collector, token);
    return;
  }
  if (token.type === kinds.text) {
    collector.isFirst = false;
    addBytes(collector, token.data ?? []);
    return;
  }
  flush(collector);
  if (token.type === kinds.start) collector.outer.push(collector.state);
  else {
    collector.state = collector.outer.pop() ?? collector.state;
    if (collector.outer.length < 2) collector.isFontTable = false;
  }
  collector.ahead = 0;
  collector.isFirst = token.type === kinds.start;
  collector.isOptional = false;
}

/** Returns the text of a file. @throws LeftOut with more text than that; what the tokenizer throws */
export async function rtfText(bytes: Uint8Array, lettersMax: number): Promise<RtfText> {
  const collector: Collector = {
    state: { isHidden: false, skips: 1, encoding: 'windows-1252' },
    ...{
      outer: [],
      fonts: new Map<number, string>(),
      parts: [],
      lettersLeft: lettersMax,
      bytes: [],
      ahead: 0,
    },
    ...{ isFirst: false, isOptional: false, isFontTable: false, font: 0, hasPictures: false },
  };
  const tokenizer = new Tokenize();
  tokenizer.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  for await (const token of tokenizer) add(collector, token as Token);
  flush(collector);
  return { text: collector.parts.join(''), hasPictures: collector.hasPictures };
}
