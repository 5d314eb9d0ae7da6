/** `…/keys`: the member's API keys of an environment. */
import { Form } from '../../components/form';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MaybeInstant, Notice, Pill, Secret, Table } from '../../components/display';
import { pathIn } from '../paths';

/** A key, without its secret. */
interface ShownKey {
  readonly uid: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const neverUsed = 'Never';

function NewKeyForm({ place, replaces }: { readonly place: ShownPlace; readonly replaces: string | null }) {
  return (
    <Form action={pathIn(place, 'keys')} label={replaces === null ? 'Create key' : 'Regenerate key'}>
      <input type="hidden" name="replaces" value={replaces ?? ''} />
      <button type="submit" class={replaces === null ? 'main' : 'danger'}>
        {replaces === null ? `Create ${place.environment} key` : 'Regenerate key'}
      </button>
    </Form>
  );
}

function CurrentKey({ place, current }: { readonly place: ShownPlace; readonly current: ShownKey }) {
  const { uid, lastFour, createdAt, lastUsedAt } = current;
  return (
    <section class="card" aria-labelledby="current">
      <h2 id="current">
        Your key <Pill tone="passed">Active</Pill>
      </h2>
      <Facts
        facts={[
          ['Ends in', <code>…{lastFour}</code>],
          ['Created', <Instant at={createdAt} />],
          ['Last used', <MaybeInstant at={lastUsedAt} never={neverUsed} />],
        ]}
      />
      <details class="more">
        <summary>Regenerate key</summary>
        <div>
          <p>
            The new key is shown only once. The key ending in <code>…{lastFour}</code> stops working
            immediately, so be ready to update the servers that use it.
          </p>
          <NewKeyForm place={place} replaces={uid} />
        </div>
      </details>
      <details class="more">
        <summary>Revoke key</summary>
        <div>
          <p>
            The key ending in <code>…{lastFour}</code> stops working immediately. Revoke it right away if
            someone else may have seen it.
          </p>
          <Form action={pathIn(place, 'keys', 'revoke')} label="Revoke key">
            <input type="hidden" name="key" value={uid} />
            <button type="submit" class="danger">
              Revoke key
            </button>
          </Form>
        </div>
      </details>
    </section>
  );
}

/** Renders the list of keys. @param isRevoked whether one was just revoked */
export function renderKeysPage(
  viewer: Viewer,
  place: ShownPlace,
  { keys, isRevoked }: { readonly keys: readonly ShownKey[]; readonly isRevoked: boolean },
): string {
  const current = keys.find(({ revokedAt }) => revokedAt === null);
  const ended = keys.filter(({ revokedAt }) => revokedAt !== null);
  const name = environmentNames[place.environment];
  return renderConsolePage({
    title: 'API keys',
    viewer,
    place,
    section: 'keys',
    children: (
      <>
        <h1>API keys</h1>
        {isRevoked ? <Notice tone="passed">Key revoked.</Notice> : null}
        <p class="muted">
          Your servers use an API key to send requests on your behalf. You can have one active{' '}
          {name.toLowerCase()} key. <a href="/docs/authentication">What a key can do</a>
        </p>
        {current === undefined ? (
          <Empty>
            <h2>No {place.environment} key</h2>
            <p>Create one, and store it with your servers' secrets. It's shown only once.</p>
            <NewKeyForm place={place} replaces={null} />
          </Empty>
        ) : (
          <CurrentKey place={place} current={current} />
        )}
        {ended.length === 0 ? null : (
          <>
            <h2>Revoked keys</h2>
            <Table
              caption="Revoked keys"
              headings={['Ends in', 'Created', 'Last used', 'Revoked']}
              rows={ended.map(({ lastFour, createdAt, lastUsedAt, revokedAt }) => [
                <code>…{lastFour}</code>,
                <Instant at={createdAt} />,
                <MaybeInstant at={lastUsedAt} never={neverUsed} />,
                <MaybeInstant at={revokedAt} never="" />,
              ])}
            />
          </>
        )}
      </>
    ),
  });
}

/** Renders the page that shows a new key. It's shown only once. */
export function renderNewKeyPage(viewer: Viewer, place: ShownPlace, key: string): string {
  return renderConsolePage({
    title: 'Your new key',
    viewer,
    place,
    section: 'keys',
    children: (
      <>
        <h1>Your new {place.environment} key</h1>
        <Notice tone="warning">
          Copy this key now. It's shown only once: we store only a fingerprint of it.
        </Notice>
        <Secret id="key">{key}</Secret>
        <p>
          <a class="button" href={pathIn(place, 'keys')}>
            I've copied the key
          </a>
        </p>
      </>
    ),
  });
}
