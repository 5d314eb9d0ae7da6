/** The e-mail about a fee that waits for approval: a link, no amount, no patient data. */

/** The content of the e-mail. */
export interface FeeMailFacts {
  readonly companyName: string;
  readonly isSandbox: boolean;
  /** The page of the record request. */
  readonly url: string;
  /** The page on which these e-mails are turned off. */
  readonly settingsUrl: string;
}

/** Returns the subject. */
export function feeSubject({ isSandbox }: FeeMailFacts): string {
  const subject = 'A fee is waiting for your approval';
  return isSandbox ? `${subject} (sandbox)` : subject;
}

/** Returns the text. Each link has its own line, so that mail programs find its end. */
export function feeText({ companyName, url, settingsUrl }: FeeMailFacts): string {
  return [
    `${companyName}: a facility is charging a fee for a record request, and the fee needs approval.`,
    '',
    'To see the fee and approve or reject it, open the record request:',
    '',
    url,
    '',
    'We sent this to everyone who can approve the fee and gets these e-mails. To turn them off:',
    '',
    settingsUrl,
    '',
    'Our e-mails never include patient information.',
    '',
  ].join('\n');
}
