/** The pages that belong to a person, not to a company. */
import { AccountContent, type AccountShown } from '../../components/account';
import { Form } from '../../components/form';
import { Empty, Instant, MaybeInstant, Table } from '../../components/display';
import { consoleSite, renderConsolePage } from '../components/page';
import type { Viewer } from '../../visit';
import { consolePath, pathIn } from '../paths';

/** A company to choose. */
interface ChoosableCompany {
  readonly id: string;
  readonly name: string;
}

/** Renders `/console/companies`, for members of several companies or of none. */
export function renderCompaniesPage(viewer: Viewer, companies: readonly ChoosableCompany[]): string {
  return renderConsolePage({
    title: 'Your companies',
    viewer,
    children: (
      <>
        <h1>Your companies</h1>
        {companies.length === 0 ? (
          <Empty>
            <h2>No companies yet</h2>
            <p>Ask an administrator of your company to invite {viewer.userEmail}, then reload this page.</p>
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

/** A passkey in the list. */
interface ShownPasskey {
  readonly uid: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

function Passkeys({ passkeys }: { readonly passkeys: readonly ShownPasskey[] }) {
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p class="muted">
        A passkey lets you sign in with your fingerprint, face, or device PIN, without waiting for an e-mail.
        It only works on this site, so a fake sign-in page can't steal it.
      </p>
      {passkeys.length === 0 ? (
        <p class="muted">No passkeys yet. Add one to sign in faster.</p>
      ) : (
        <Table
          caption="Passkeys"
          headings={['Name', 'Added', 'Last used', 'Action']}
          rows={passkeys.map(({ uid, name, createdAt, lastUsedAt }) => [
            name,
            <Instant at={createdAt} />,
            <MaybeInstant at={lastUsedAt} never="Never" />,
            <Form action={consolePath('account', 'passkeys', uid, 'remove')} label={`Remove passkey ${name}`}>
              <button type="submit">Remove</button>
            </Form>,
          ])}
        />
      )}
      <div data-needs-passkeys hidden>
        <Form action={consolePath('account', 'passkeys', 'new')} label="Add passkey">
          <button type="submit">Add passkey</button>
        </Form>
      </div>
      <noscript>
        <p class="muted small">To add a passkey, turn on JavaScript in your browser.</p>
      </noscript>
    </section>
  );
}

/**
 * Renders `/console/account`: the person's details, passkeys, and sessions.
 * @param passkeys `undefined` if the deployment doesn't offer passkeys
 */
export function renderAccountPage(
  viewer: Viewer,
  shown: AccountShown,
  passkeys: readonly ShownPasskey[] | undefined,
): string {
  return renderConsolePage({
    title: 'Your account',
    viewer,
    children: (
      <AccountContent root={consoleSite.root} viewer={viewer} shown={shown}>
        {passkeys === undefined ? null : <Passkeys passkeys={passkeys} />}
      </AccountContent>
    ),
  });
}
