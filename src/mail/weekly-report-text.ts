/** The weekly report: where a company's record requests are, as counts and links. */
import { sectionLines, type DigestLine } from './digest-text';

/** The content of a weekly report: counts and links, no patient data. */
export interface WeeklyReportFacts {
  readonly companyName: string;
  readonly isSandbox: boolean;
  /** `11/23/2026 to 11/29/2026`. */
  readonly week: string;
  /** What is open now. */
  readonly now: readonly DigestLine[];
  /** What ended in the week. */
  readonly lastWeek: readonly DigestLine[];
  /** The page on which the report is turned off. */
  readonly settingsUrl: string;
}

/** Returns the subject of a weekly report. */
export function weeklyReportSubject({ isSandbox }: WeeklyReportFacts): string {
  return `Weekly report on your record requests${isSandbox ? ' (sandbox)' : ''}`;
}

/** Returns the text of a weekly report. Each link has its own line, so that mail programs find its end. */
export function weeklyReportText(facts: WeeklyReportFacts): string {
  const { companyName, week, now, lastWeek, settingsUrl } = facts;
  return [
    `${companyName}: record requests in your projects`,
    '',
    ...sectionLines('Now:', now),
    ...sectionLines(`Last week, ${week}:`, lastWeek),
    'We send this report on Mondays, if a record request is open or ended last week. To turn it off:',
    '',
    settingsUrl,
    '',
    'Our e-mails never include patient information.',
    '',
  ].join('\n');
}
