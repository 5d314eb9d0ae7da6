import type { ComponentChildren } from 'preact';
import type { SessionLimits } from '../../domain/console/session';
import { sitePath } from '../paths';
import { Form } from './form';
import { Facts, Instant, MessageNotice, Pill, Table, type Message } from './display';

/** From the most particular: each that stands below says the names of those above as well. */
const browserSigns: ReadonlyArray<readonly [sign: RegExp, name: string]> = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systemSigns: ReadonlyArray<readonly [sign: RegExp, name: string]> = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser as a person calls it, by what it calls itself. */
function browserName(userAgent: string): string {
  const nameIn = (signs: typeof browserSigns): string | undefined =>
    signs.find(([sign]) => sign.test(userAgent))?.[1];
  const system = nameIn(systemSigns);
  return `${nameIn(browserSigns) ?? 'Another program'}${system === undefined ? '' : ` on ${system}`}`;
}

/** A session in the list. */
interface ShownSession {
  readonly uid: string;
  readonly browser: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly isThis: boolean;
}

/** What the page of an account shows. */
export interface AccountShown {
  readonly sessions: readonly ShownSession[];
  readonly limits: SessionLimits;
  /** What came of what was asked. */
  readonly message: Message | undefined;
}

function minutesOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** Who one is, and where one is signed in: the content of the page of an account (CONSOLE-10). */
export function AccountContent({
  root,
  viewer,
  shown,
  children,
}: {
  readonly root: string;
  readonly viewer: { readonly userName: string; readonly userEmail: string };
  readonly shown: AccountShown;
  /** By what else one signs in. */
  readonly children?: ComponentChildren;
}) {
  const { sessions, limits, message } = shown;
  return (
    <>
      <h1>Your account</h1>
      <MessageNotice message={message} />
      <Facts
        facts={[
          ['Name', viewer.userName],
          ['E-mail address', viewer.userEmail],
        ]}
      />
      {children}
      <h2>Where you are signed in</h2>
      <p class="muted">
        {`A session ends after ${minutesOf(limits.idleMs)} without a request, ` +
          `and ${minutesOf(limits.absoluteMs)} after the sign-in.`}
      </p>
      <Table
        caption="Where you are signed in"
        headings={['Browser', 'Signed in', 'Last seen', 'Session']}
        rows={sessions.map(({ uid, browser, signedInAt, lastSeenAt, isThis }, at) => [
          browserName(browser),
          <Instant at={signedInAt} />,
          <Instant at={lastSeenAt} />,
          isThis ? (
            <Pill tone="neutral">This one</Pill>
          ) : (
            <Form
              action={sitePath(root, 'account', 'sessions', uid, 'end')}
              // Of one browser there may be several: the place in the list tells them apart.
              label={`End session ${at + 1} of the list, ${browserName(browser)}`}
            >
              <button type="submit">End</button>
            </Form>
          ),
        ])}
      />
      <Form action={sitePath(root, 'sign-out-everywhere')}>
        <button type="submit" class="danger">
          Sign out everywhere
        </button>
      </Form>
    </>
  );
}
