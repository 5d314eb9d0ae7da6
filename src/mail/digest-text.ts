/** The daily digest: what needs a member, and what came since the last one, as counts and links. */

/** A line of the digest: a count of something, and the list of it. */
export interface DigestLine {
  /** `3 authorizations to fix`. */
  readonly text: string;
  readonly url: string;
}

/** The content of a digest: counts and links, no patient data. */
export interface DigestFacts {
  readonly companyName: string;
  readonly isSandbox: boolean;
  /** `Thursday, November 26, 2026`. */
  readonly day: string;
  readonly needsYou: readonly DigestLine[];
  /** What came since the last digest. */
  readonly arrived: readonly DigestLine[];
  /** The page on which the digest is turned off. */
  readonly settingsUrl: string;
}

/** Returns the subject of a digest. */
export function digestSubject({ isSandbox, needsYou }: DigestFacts): string {
  const subject = needsYou.length === 0 ? 'Results for your record requests' : 'What needs you today';
  return isSandbox ? `${subject} (sandbox)` : subject;
}

/** Returns the lines of a part of a digest; none if it has nothing. */
export function sectionLines(title: string, lines: readonly DigestLine[]): string[] {
  if (lines.length === 0) return [];
  return [title, '', ...lines.flatMap(({ text, url }) => [text, url, ''])];
}

/** Returns the text of a digest. Each link has its own line, so that mail programs find its end. */
export function digestText(facts: DigestFacts): string {
  const { companyName, day, needsYou, arrived, settingsUrl } = facts;
  return [
    `${companyName}, ${day}`,
    '',
    ...sectionLines('Needs you:', needsYou),
    ...sectionLines('Since your last digest:', arrived),
    "We send this digest in the morning, on days when there's something to report. To turn it off:",
    '',
    settingsUrl,
    '',
    'Our e-mails never include patient information.',
    '',
  ].join('\n');
}
