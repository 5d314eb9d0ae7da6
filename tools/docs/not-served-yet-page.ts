import { rulesOf, type Rule } from '../../src/reference/rules';
import { statusOf } from './rule-status';

/** Chapters about the service itself. */
const notForCustomers: ReadonlySet<string> = new Set(['DECISION']);

function row(rule: Rule): string {
  const missing =
    statusOf(rule) === 'notTrueYet' ? rule.provedBy.slice('not true yet: '.length) : rule.provedBy;
  return `| ${rule.text} | ${missing} | ${rule.id} |`;
}

/**
 * Returns the page `docs/guides/not-served-yet.md`: the parts of the interface that don't exist yet or behave
 * differently, from the rules.
 */
export function notServedYetPage(rulesPage: string): string {
  const missing = rulesOf(rulesPage).filter(
    rule => !notForCustomers.has(rule.chapter) && ['notBuiltYet', 'notTrueYet'].includes(statusOf(rule)),
  );
  const chapters = Map.groupBy(missing, ({ title }) => title);
  return [
    '# Not available yet',
    '',
    missing.length === 0
      ? 'Every part of the interface is available.'
      : "These parts of the interface aren't available yet. A path that isn't available answers 404. " +
        'Everything else works as documented.',
    '',
    ...[...chapters].flatMap(([title, rules]) => [
      `## ${title}`,
      '',
      '| What is planned | What is missing | Rule |',
      '|---|---|---|',
      ...rules.map(row),
      '',
    ]),
  ].join('\n');
}
