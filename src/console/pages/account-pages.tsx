/** The pages that are of a person and of no company. */
import type { SessionLimits } from '../../domain/console/session';
import { Form } from '../components/form';
import { renderConsolePage, type Viewer } from '../components/page';
import { Empty, Facts, Instant, Notice, Pill, Table } from '../components/said';
import { consolePath, pathIn } from '../paths';

/** A company to choose. */
interface ChoosableCompany {
  readonly id: string;
  readonly name: string;
}

/** `/console/companies`: which company, for whoever is a member of several or of none. */
export function renderCompaniesPage(viewer: Viewer, companies: readonly ChoosableCompany[]): string {
  return renderConsolePage({
    title: 'Your companies',
    viewer,
    children: (
      <>
        <h1>Your companies</h1>
        {companies.length === 0 ? (
          <Empty>
            <h2>You are a member of no company</h2>
            <p>Ask the administrator of your company to add {viewer.userEmail}, then load this page again.</p>
          </Empty>
        ) : (
          <ul class="cards">
            {companies.map(({ id, name }) => (
              <li class="card">
                <h2>{name}</h2>
                <p class="line">
                  <a href={pathIn({ companyId: id, environment: 'production' })}>Production</a>
                  <a href={pathIn({ companyId: id, environment: 'sandbox' })}>Sandbox</a>
                </p>
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  });
}

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
function browserName(said: string): string {
  const nameIn = (signs: typeof browserSigns): string | undefined =>
    signs.find(([sign]) => sign.test(said))?.[1];
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
interface AccountShown {
  readonly sessions: readonly ShownSession[];
  readonly limits: SessionLimits;
  readonly isSessionEnded: boolean;
}

function minutesOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** `/console/account`: who one is, and where one is signed in. */
export function renderAccountPage(
  viewer: Viewer,
  { sessions, limits, isSessionEnded }: AccountShown,
): string {
  return renderConsolePage({
    title: 'Your account',
    viewer,
    children: (
      <>
        <h1>Your account</h1>
        {isSessionEnded ? <Notice tone="passed">The session is ended.</Notice> : null}
        <Facts
          facts={[
            ['Name', viewer.userName],
            ['E-mail address', viewer.userEmail],
          ]}
        />
        <h2>Where you are signed in</h2>
        <p class="muted">
          A session ends after {minutesOf(limits.idleMs)} without a request, and{' '}
          {minutesOf(limits.absoluteMs)} after the sign-in.
        </p>
        <Table
          caption="Where you are signed in"
          headings={['Browser', 'Signed in', 'Last seen', 'Session']}
          rows={sessions.map(({ uid, browser, signedInAt, lastSeenAt, isThis }) => [
            browserName(browser),
            <Instant at={signedInAt} />,
            <Instant at={lastSeenAt} />,
            isThis ? (
              <Pill tone="neutral">This one</Pill>
            ) : (
              <Form
                action={consolePath('account', 'sessions', uid, 'end')}
                label={`End the session of ${browserName(browser)}`}
              >
                <button type="submit">End</button>
              </Form>
            ),
          ])}
        />
        <Form action={consolePath('sign-out-everywhere')}>
          <button type="submit" class="danger">
            Sign out everywhere
          </button>
        </Form>
      </>
    ),
  });
}
