/** The rules of the product, read from `docs/rules`: a page for each chapter. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row in the table of a chapter. */
export interface Rule {
  readonly id: string;
  readonly chapter: string;
  /** The chapter's full title, in addition to its short name. */
  readonly title: string;
  /** The rule in words. */
  readonly text: string;
  readonly decidedIn: string;
  readonly provedBy: string;
}

/** Returns the rules of chapters: every row below a heading `# AUTH: …`. */
export function rulesOf(page: string): Rule[] {
  const rules: Rule[] = [];
  let chapter = '';
  let title = '';
  for (const line of page.split('\n')) {
    const [, name = chapter, words = title] = /^# ([A-Z]+): (.+)$/.exec(line) ?? [];
    chapter = name;
    title = words;
    const [, id = '', text = '', decidedIn = '', provedBy = ''] = line.split('|').map(cell => cell.trim());
    if (chapter !== '' && line.startsWith('| ') && id !== 'id')
      rules.push({ id, chapter, title, text, decidedIn, provedBy });
  }
  return rules;
}

/** Reads every chapter of a folder, as one text. */
export function readChapters(folder: string): string {
  const pages = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'README.md');
  return pages.map(name => readFileSync(join(folder, name), 'utf8')).join('\n');
}
