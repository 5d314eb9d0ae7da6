import type { CheckName, VerdictCounts, Verdicts } from '../../domain/auth-checks/judge';
import { sensitiveCategoryNames, type SensitiveCategory } from '../../domain/auth-checks/extraction';
import type { Verdict } from '../../domain/auth-checks/verdict';
import type { Standing } from '../icon';
import { categoryLabels, checkLabels } from './check-labels';

/** A check as a page lists it. */
export interface ListedCheck {
  readonly label: string;
  readonly standing: Standing;
  /** Null: did not run. */
  readonly verdict: Verdict | null;
}

/** What the page and the badge are called. */
export const authCheckTitle = 'Authorization check';

/** What stands at the top of a page. */
export const standingWords: Readonly<Record<Standing, string>> = {
  failed: 'Failed',
  warning: 'Warning',
  passed: 'Passed',
  notRun: 'Not checked',
};

/** The result as a whole: the worst of its verdicts. */
export function overallStanding({ failed, warning }: VerdictCounts): Standing {
  return failed > 0 ? 'failed' : warning > 0 ? 'warning' : 'passed';
}

function listed(label: string, verdict: Verdict | null): ListedCheck {
  return { label, verdict, standing: verdict?.status ?? 'notRun' };
}

/** Every check in the order of the verdicts, each sensitive category for itself where one is asked for. */
export function listChecks({ sensitiveInformation, ...checks }: Verdicts): readonly ListedCheck[] {
  const names = Object.keys(checkLabels) as CheckName[];
  const categories: readonly SensitiveCategory[] =
    sensitiveInformation === null ? [] : sensitiveCategoryNames;
  return [
    ...names.map(name => listed(checkLabels[name], checks[name])),
    ...categories.map(name => listed(categoryLabels[name], sensitiveInformation?.categories[name] ?? null)),
  ];
}

/** The counts in words, `2 failed, 1 warning, 14 passed`; what did not run is not among them. */
export function countsInWords({ failed, warning, passed }: VerdictCounts): string {
  return [
    failed === 0 ? [] : [`${failed} failed`],
    warning === 0 ? [] : [`${warning} warning${warning === 1 ? '' : 's'}`],
    [`${passed} passed`],
  ]
    .flat()
    .join(', ');
}
