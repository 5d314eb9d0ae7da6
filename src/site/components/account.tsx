import type { ComponentChildren } from 'preact';
import type { SessionLimits } from '../../domain/console/session';
import { sitePath } from '../paths';
import { Form } from './form';
import { Facts, Instant, MessageNotice, Pill, Table, type Message } from './display';

/** From the most specific to the least: a user agent also contains the names that come later in this list. */
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

/** Returns a name for the browser, derived from its `User-Agent` header. */
function browserName(userAgent: string): string {
  const nameIn = (signs: typeof browserSigns): string | undefined =>
    signs.find(([sign]) => sign.test(userAgent))?.[1];
  const system = nameIn(systemSigns);
  return `${nameIn(browserSigns) ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`;
}

/** A session in the list. */
interface ShownSession {
  readonly uid: string;
  readonly browser: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly isThis: boolean;
}

/** The content of an account page. */
export interface AccountShown {
  readonly sessions: readonly ShownSession[];
  readonly limits: SessionLimits;
  /** The result of the latest action. */
  readonly message: Message | undefined;
}

function minutesOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** The content of an account page: the person's details and their sessions (CONSOLE-10). */
export function AccountContent({
  root,
  viewer,
  shown,
  children,
}: {
  readonly root: string;
  readonly viewer: { readonly userName: string; readonly userEmail: string };
  readonly shown: AccountShown;
  /** Other ways to sign in, such as passkeys. */
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
      <h2>Sessions</h2>
      <p class="muted">
        {`A session ends after ${minutesOf(limits.idleMs)} of inactivity, ` +
          `and no later than ${minutesOf(limits.absoluteMs)} after sign-in.`}
      </p>
      <Table
        caption="Sessions"
        headings={['Browser', 'Signed in', 'Last active', 'Session']}
        rows={sessions.map(({ uid, browser, signedInAt, lastSeenAt, isThis }, at) => [
          browserName(browser),
          <Instant at={signedInAt} />,
          <Instant at={lastSeenAt} />,
          isThis ? (
            <Pill tone="neutral">This session</Pill>
          ) : (
            <Form
              action={sitePath(root, 'account', 'sessions', uid, 'end')}
              // The position tells sessions of the same browser apart.
              label={`End session ${at + 1}, ${browserName(browser)}`}
            >
              <button type="submit">End session</button>
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
