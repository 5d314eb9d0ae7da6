/** The pages that are of a person and of no company. */
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
        With a passkey you sign in by a finger, a face or a code of your device, without a mail. Nobody can
        make you give it away by a page that looks like this one.
      </p>
      {passkeys.length === 0 ? (
        <p class="muted">You have none yet.</p>
      ) : (
        <Table
          caption="Passkeys"
          headings={['Name', 'Added', 'Last used', 'Passkey']}
          rows={passkeys.map(({ uid, name, createdAt, lastUsedAt }) => [
            name,
            <Instant at={createdAt} />,
            <MaybeInstant at={lastUsedAt} never="Never" />,
            <Form action={consolePath('account', 'passkeys', uid, 'remove')} label={`Remove ${name}`}>
              <button type="submit">Remove</button>
            </Form>,
          ])}
        />
      )}
      <div data-needs-passkeys hidden>
        <Form action={consolePath('account', 'passkeys', 'new')} label="Add a passkey">
          <button type="submit">Add a passkey</button>
        </Form>
      </div>
      <noscript>
        <p class="muted small">To add one, your browser has to run the script of this page.</p>
      </noscript>
    </section>
  );
}

/**
 * `/console/account`: who one is, by what one signs in, and where one is signed in.
 * @param passkeys `undefined` where there are none to be had
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
