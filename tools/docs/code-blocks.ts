/** The shell commands of a page, and their documented output. */

/** A code fence of a page. */
interface Fence {
  /** The first word after the backticks. */
  readonly language: string;
  /** The rest of that line. */
  readonly note: string;
  readonly text: string;
  readonly line: number;
  /** Whether a heading precedes it after the previous fence. */
  readonly isFirstOfSection: boolean;
}

/** Commands that a reader pastes at once. */
export interface CommandBlock {
  /** Its line in the page, counted from 1. */
  readonly line: number;
  readonly commands: string;
  /** The documented output; absent without any. */
  readonly output?: string;
  /** Why a script doesn't run it (` ```sh not-run: … `); absent if it does. */
  readonly notRun?: string;
}

const outputLanguages: ReadonlySet<string> = new Set(['text', 'json', 'csv']);

function fencesOf(page: string): Fence[] {
  let end = 0;
  return Array.from(page.matchAll(/^```(\w+)[ \t]*(.*)\n([\s\S]*?)^```$/gm), match => {
    const [whole, language = '', note = '', text = ''] = match;
    const isFirstOfSection = /^#/m.test(page.slice(end, match.index));
    end = match.index + whole.length;
    return { language, note, text, line: page.slice(0, match.index).split('\n').length, isFirstOfSection };
  });
}

/**
 * Returns the blocks of a page in order. A fence of text, JSON, or CSV is the output of the previous commands
 * in its section, unless marked as an example (` ```text example `).
 */
export function commandBlocksOf(page: string): CommandBlock[] {
  const fences = fencesOf(page);
  return fences.flatMap(({ language, note, text, line }, index) => {
    if (language !== 'sh') return [];
    const next = fences[index + 1];
    const hasOutput =
      next?.isFirstOfSection === false && outputLanguages.has(next.language) && next.note !== 'example';
    const notRun = /^not-run: (.+)$/.exec(note)?.[1];
    return [
      {
        line,
        commands: text,
        ...(hasOutput ? { output: next.text } : {}),
        ...(notRun === undefined ? {} : { notRun }),
      },
    ];
  });
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** What differs between runs: ids, numbers, and what the page leaves out. */
const varying = new RegExp(`${uuid}|\\d+|…`, 'g');

/**
 * Whether commands printed what the page says, ignoring spaces and line breaks. Any number matches any other,
 * a UUID any other, `…` whatever the page leaves out.
 */
export function matchesOutput(expected: string, printed: string): boolean {
  const bare = (text: string): string => text.replaceAll(/\s+/g, '');
  const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const wild = (found: string): string =>
    found === '…' ? '.*' : found.length === 36 ? uuid : String.raw`\d+`;
  const text = bare(expected);
  let pattern = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(varying)) {
    pattern += literal(text.slice(end, index)) + wild(found);
    end = index + found.length;
  }
  return new RegExp(`^${pattern}${literal(text.slice(end))}$`).test(bare(printed));
}
