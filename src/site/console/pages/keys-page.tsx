/** `…/keys`: the member's API keys of an environment. */
import { Form } from '../../components/form';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { EndedKeys, NamedKeys, neverUsed, type ShownKey } from '../components/key-words';
import {
  Empty,
  Facts,
  Instant,
  MaybeInstant,
  MessageNotice,
  Notice,
  Pill,
  Secret,
  type Message,
} from '../../components/display';
import { pathIn } from '../paths';

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
        Your default key <Pill tone="passed">Active</Pill>
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

function Named({ place, named }: { readonly place: ShownPlace; readonly named: readonly ShownKey[] }) {
  return (
    <section aria-labelledby="named">
      <div class="head">
        <h2 id="named">Named keys</h2>
        <div class="aside">
          <a class="button" href={pathIn(place, 'keys', 'new')}>
            Create named key
          </a>
        </div>
      </div>
      {named.length === 0 ? (
        <p class="muted">
          No named keys yet. Create one for each server or integration, so that you can rotate it without an
          outage.
        </p>
      ) : (
        <NamedKeys keys={named} pathOf={({ uid }) => pathIn(place, 'keys', uid)} />
      )}
    </section>
  );
}

/** The content of the page. */
interface KeysShown {
  readonly active: readonly ShownKey[];
  readonly ended: readonly ShownKey[];
  readonly message: Message | undefined;
}

/** Renders the list of keys. */
export function renderKeysPage(
  viewer: Viewer,
  place: ShownPlace,
  { active, ended, message }: KeysShown,
): string {
  const current = active.find(({ isDefault }) => isDefault);
  const name = environmentNames[place.environment];
  return renderConsolePage({
    title: 'API keys',
    viewer,
    place,
    section: 'keys',
    children: (
      <>
        <h1>API keys</h1>
        <MessageNotice message={message} />
        <p class="muted">
          Your servers use {name.toLowerCase()} keys to send requests on your behalf.{' '}
          <a href="/docs/authentication">What a key can do</a>
        </p>
        {current === undefined ? (
          <Empty>
            <h2>No default {place.environment} key</h2>
            <p>Create one, and store it with your servers' secrets. It's shown only once.</p>
            <NewKeyForm place={place} replaces={null} />
          </Empty>
        ) : (
          <CurrentKey place={place} current={current} />
        )}
        <Named place={place} named={active.filter(({ isDefault }) => !isDefault)} />
        <EndedKeys keys={ended} />
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
