import { rulesOf, statusOf, type Rule } from './rules';

/** The chapters that are about the service itself, not about what customers are served. */
const notForCustomers: ReadonlySet<string> = new Set(['DECISION']);

function row(rule: Rule): string {
  const missing =
    statusOf(rule) === 'notTrueYet' ? rule.provedBy.slice('not true yet: '.length) : rule.provedBy;
  return `| ${rule.text} | ${missing} | ${rule.id} |`;
}

/**
 * The page `docs/guides/not-served-yet.md`: what of the interface is not there, or is otherwise, from the
 * page of rules.
 */
export function notServedYetPage(rulesPage: string): string {
  const missing = rulesOf(rulesPage).filter(
    rule => !notForCustomers.has(rule.chapter) && ['notBuiltYet', 'notTrueYet'].includes(statusOf(rule)),
  );
  const chapters = Map.groupBy(missing, ({ title }) => title);
  return [
    '# What is not served yet',
    '',
    'Written by `npm run docs:write` from [the rules](../rules.md). The interface has rules whose ' +
      'part is still to be built. Each stands here, so that nobody',
    'plans with what is not there. A path that is not served answers 404. What is not on this page ' +
      'is served as documented.',
    '',
    `${missing.length} rules, in ${chapters.size} chapters:`,
    '',
    ...[...chapters].flatMap(([title, rules]) => [
      `## ${title}`,
      '',
      '| what will hold | what is missing | rule |',
      '|---|---|---|',
      ...rules.map(row),
      '',
    ]),
  ].join('\n');
}
