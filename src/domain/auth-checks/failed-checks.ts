import type { SensitiveCategory } from './extraction';
import type { CheckName, Verdicts } from './judge';

/** A check that failed: its name, or the category of sensitive information. */
export type FailedCheck = CheckName | `sensitive.${SensitiveCategory}`;

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[];
}

/** Lists the failed checks of an analysis; none before it is judged. */
export function failedChecks(verdicts: Verdicts | null): FailedCheck[] {
  if (verdicts === null) return [];
  const { sensitiveInformation, ...checks } = verdicts;
  const categories = sensitiveInformation?.categories;
  return [
    ...keysOf(checks).filter(name => checks[name]?.status === 'failed'),
    ...(categories === undefined ? [] : keysOf(categories))
      .filter(name => categories?.[name]?.status === 'failed')
      .map(name => `sensitive.${name}` as const),
  ];
}
