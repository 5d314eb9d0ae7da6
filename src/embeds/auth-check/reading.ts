import type { CheckName, VerdictCounts, Verdicts } from '../../domain/auth-checks/judge';
import { sensitiveCategoryNames, type SensitiveCategory } from '../../domain/auth-checks/extraction';
import type { Verdict } from '../../domain/auth-checks/verdict';
import type { Standing } from '../icon';
import { categoryLabels, checkLabels } from './check-labels';

/** A check in the list of a page. */
export interface ListedCheck {
  readonly name: CheckName | SensitiveCategory;
  readonly label: string;
  readonly standing: Standing;
  /** Null if the check didn't run. */
  readonly verdict: Verdict | null;
}

/** The title of the page and the badge. */
export const authCheckTitle = 'Authorization check';

/** The word for each result. */
export const standingWords: Readonly<Record<Standing, string>> = {
  failed: 'Failed',
  warning: 'Warning',
  passed: 'Passed',
  notRun: 'Not checked',
};

/** Returns the overall result, which is that of the worst verdict. */
export function overallStanding({ failed, warning }: VerdictCounts): Standing {
  return failed > 0 ? 'failed' : warning > 0 ? 'warning' : 'passed';
}

function listed(name: ListedCheck['name'], label: string, verdict: Verdict | null): ListedCheck {
  return { name, label, verdict, standing: verdict?.status ?? 'notRun' };
}

/** Lists all checks in display order, then each sensitive category if those were checked. */
export function listChecks({ sensitiveInformation, ...checks }: Verdicts): readonly ListedCheck[] {
  const names = Object.keys(checkLabels) as CheckName[];
  const categories: readonly SensitiveCategory[] =
    sensitiveInformation === null ? [] : sensitiveCategoryNames;
  return [
    ...names.map(name => listed(name, checkLabels[name], checks[name])),
    ...categories.map(name => {
      const verdict = sensitiveInformation?.categories[name] ?? null;
      return listed(name, categoryLabels[name], verdict);
    }),
  ];
}

/** Returns the counts as text, like `2 failed, 1 warning, 14 passed`, without the checks that didn't run. */
export function countsInWords({ failed, warning, passed }: VerdictCounts): string {
  return [
    failed === 0 ? [] : [`${failed} failed`],
    warning === 0 ? [] : [`${warning} warning${warning === 1 ? '' : 's'}`],
    [`${passed} passed`],
  ]
    .flat()
    .join(', ');
}
