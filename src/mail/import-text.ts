/** The e-mail to the member who ran a bulk import when it ends: counts and a link, no patient data. */
import type { BulkImport } from '../domain/bulk-imports/bulk-import';

/** The content of the e-mail. */
export interface ImportFacts extends Pick<
  BulkImport,
  'kind' | 'status' | 'createdCount' | 'updatedCount' | 'unchangedCount' | 'failedCount'
> {
  readonly companyName: string;
  readonly isSandbox: boolean;
  /** The page of the import. */
  readonly url: string;
}

const kindNames: Readonly<Record<BulkImport['kind'], string>> = {
  patients: 'patients',
  recordRequests: 'record requests',
};

const counted = (count: number): string => count.toLocaleString('en-US');

/** Returns the subject. */
export function importSubject({ status, failedCount, isSandbox }: ImportFacts): string {
  const rows = failedCount === 1 ? '1 row needs' : `${counted(failedCount)} rows need`;
  const done = failedCount === 0 ? 'Your import is done' : `Your import is done, but ${rows} correction`;
  const subject = status === 'Failed' ? 'Your import stopped' : done;
  return isSandbox ? `${subject} (sandbox)` : subject;
}

/** Returns the text. The link has its own line, so that mail programs find its end. */
export function importText(facts: ImportFacts): string {
  const { companyName, kind, status, createdCount, updatedCount, unchangedCount, failedCount, url } = facts;
  const ending = status === 'Failed' ? 'stopped before it finished' : 'is done';
  return [
    `${companyName}: your import of ${kindNames[kind]} ${ending}.`,
    '',
    `Created:          ${counted(createdCount)}`,
    `Updated:          ${counted(updatedCount)}`,
    `Unchanged:        ${counted(unchangedCount)}`,
    `Not imported:     ${counted(failedCount)}`,
    '',
    status === 'Failed'
      ? 'To see why it stopped and what was imported, open the import:'
      : failedCount === 0
        ? 'To see the results, open the import:'
        : 'To download the rows that need correction, open the import:',
    '',
    url,
    '',
    "You're getting this e-mail because you requested it when you started the import. Our e-mails never " +
      'include patient information.',
    '',
  ].join('\n');
}
