/** What the page of rules says, row by row. */

/** A row in the table of a chapter. */
export interface Rule {
  readonly id: string;
  readonly chapter: string;
  /** What the chapter is called beside its short name. */
  readonly title: string;
  /** What holds, in words. */
  readonly text: string;
  readonly decidedIn: string;
  readonly provedBy: string;
}

/**
 * Whether the part of the product that the rule is about is there, and does otherwise or nothing, or is not
 * there.
 */
export type RuleStatus = 'built' | 'notTestedYet' | 'notTrueYet' | 'notBuiltYet';

/** The rules of a page: every row below the heading of a chapter, `## AUTH: …`. */
export function rulesOf(page: string): Rule[] {
  const rules: Rule[] = [];
  let chapter = '';
  let title = '';
  for (const line of page.split('\n')) {
    const [, name = chapter, words = title] = /^## ([A-Z]+): (.+)$/.exec(line) ?? [];
    chapter = name;
    title = words;
    const [, id = '', text = '', decidedIn = '', provedBy = ''] = line.split('|').map(cell => cell.trim());
    if (chapter !== '' && line.startsWith('| ') && id !== 'id')
      rules.push({ id, chapter, title, text, decidedIn, provedBy });
  }
  return rules;
}

/** What the last two columns of a rule say. */
export function statusOf({ decidedIn, provedBy }: Rule): RuleStatus {
  if (decidedIn === 'not built yet') return 'notBuiltYet';
  if (/^not true yet: ./.test(provedBy)) return 'notTrueYet';
  return /^not tested yet: ./.test(provedBy) ? 'notTestedYet' : 'built';
}
