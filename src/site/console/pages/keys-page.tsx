/** `…/keys`: the member's key of an environment. */
import { Form } from '../../components/form';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MaybeInstant, Notice, Pill, Secret, Table } from '../../components/display';
import { pathIn } from '../paths';

/** A key, without what would let anyone use it. */
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
    <Form action={pathIn(place, 'keys')} label="Make a key">
      <input type="hidden" name="replaces" value={replaces ?? ''} />
      <button type="submit" class={replaces === null ? 'main' : 'danger'}>
        {replaces === null ? `Make the ${place.environment} key` : 'Make a new key and end this one'}
      </button>
    </Form>
  );
}

function CurrentKey({ place, current }: { readonly place: ShownPlace; readonly current: ShownKey }) {
  const { uid, lastFour, createdAt, lastUsedAt } = current;
  return (
    <section class="card" aria-labelledby="current">
      <h2 id="current">
        Your key <Pill tone="passed">In force</Pill>
      </h2>
      <Facts
        facts={[
          ['Ends in', <code>…{lastFour}</code>],
          ['Made', <Instant at={createdAt} />],
          ['Last used', <MaybeInstant at={lastUsedAt} never={neverUsed} />],
        ]}
      />
      <details class="more">
        <summary>Make a new one</summary>
        <div>
          <p>
            The new key is shown once. The one that ends in <code>…{lastFour}</code> stops working at once:
            have the servers at hand that use it.
          </p>
          <NewKeyForm place={place} replaces={uid} />
        </div>
      </details>
      <details class="more">
        <summary>Revoke it</summary>
        <div>
          <p>
            The next request with the key that ends in <code>…{lastFour}</code> is refused. Do this at once
            when somebody may have seen it.
          </p>
          <Form action={pathIn(place, 'keys', 'revoke')} label="Revoke the key">
            <input type="hidden" name="key" value={uid} />
            <button type="submit" class="danger">
              Revoke the key
            </button>
          </Form>
        </div>
      </details>
    </section>
  );
}

/** The list of keys. @param isRevoked whether one was revoked just now */
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
        {isRevoked ? <Notice tone="passed">The key is revoked.</Notice> : null}
        <p class="muted">
          By a key your servers call the API in your name. You have at most one for {name.toLowerCase()}, and
          one for the other environment. <a href="/docs/authentication">What a key may do</a>
        </p>
        {current === undefined ? (
          <Empty>
            <h2>You have no {place.environment} key</h2>
            <p>Make one, and keep it where your servers keep their secrets: it is shown once.</p>
            <NewKeyForm place={place} replaces={null} />
          </Empty>
        ) : (
          <CurrentKey place={place} current={current} />
        )}
        {ended.length === 0 ? null : (
          <>
            <h2>Keys that ended</h2>
            <Table
              caption="Keys that ended"
              headings={['Ends in', 'Made', 'Last used', 'Ended']}
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

/** The answer that shows a key, once. */
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
          This is the only time that it is shown. Copy it now: we keep no more of it than a fingerprint.
        </Notice>
        <Secret id="key">{key}</Secret>
        <p>
          <a class="button" href={pathIn(place, 'keys')}>
            I have copied it
          </a>
        </p>
      </>
    ),
  });
}
