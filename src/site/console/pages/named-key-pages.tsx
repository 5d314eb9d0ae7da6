/** `…/keys/new` and `…/keys/{key}`: named API keys, of a member or of a service account. */
import { keyNameMax } from '../../../domain/access/api-keys';
import { Facts, Instant, MaybeInstant, MessageNotice, Notice, Pill, Secret } from '../../components/display';
import type { Links, Message } from '../../components/display';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { sitePath } from '../../paths';
import type { Viewer } from '../../visit';
import { Expiry, LifeField, neverUsed, OverlapField, type ShownKey } from '../components/key-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { formKeyName } from '../../form-key';
import type { SectionId } from '../sections';

/** The owner of keys, as their pages name them. */
export interface KeyHome {
  /** The path of the owner's keys. */
  readonly path: string;
  readonly section: SectionId;
  readonly crumbs: Links;
  /** The name of the service account; absent for the member's own keys. */
  readonly account?: string;
  /** Whether the viewer can't change the keys. */
  readonly isReadOnly?: boolean;
}

/** The field of a form that was confirmed. */
export const confirmedName = 'confirmed';

const below = ({ path }: KeyHome, ...segments: readonly string[]): string => sitePath(path, ...segments);

/** The values of the form for a new key, as typed. */
export interface NewKeyValues {
  readonly name: string;
  readonly life: string;
}

/** The content of the form for a new key. */
interface NewKeyShown {
  readonly values: NewKeyValues;
  readonly formKey: string;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

/** Renders the form for a new named key. */
export function renderNewNamedKeyPage(
  viewer: Viewer,
  place: ShownPlace,
  home: KeyHome,
  { values, formKey, message, problems }: NewKeyShown,
): string {
  return renderConsolePage({
    title: 'Create API key',
    viewer,
    place,
    section: home.section,
    crumbs: home.crumbs,
    children: (
      <>
        <h1>
          Create a {place.environment} key{home.account === undefined ? '' : ` for ${home.account}`}
        </h1>
        <MessageNotice message={message} />
        <Form action={below(home, 'named')} label="Create API key" problems={problems}>
          <input type="hidden" name={formKeyName} value={formKey} />
          <TextField
            id="name"
            name="name"
            label="Name"
            value={values.name}
            isRequired={true}
            max={keyNameMax}
            hint="What uses the key, such as a server or an integration."
          />
          <LifeField value={values.life} />
          <button type="submit" class="main">
            Create key
          </button>
        </Form>
      </>
    ),
  });
}

function Rotate({ home, shown }: { readonly home: KeyHome; readonly shown: ShownKey }) {
  return (
    <section class="card" aria-labelledby="rotate">
      <h2 id="rotate">Rotate key</h2>
      <p>Creates a key with the same name. It's shown only once.</p>
      <Form action={below(home, shown.uid, 'rotate')} label="Rotate key">
        <LifeField value="90" />
        <OverlapField />
        <button type="submit">Rotate key</button>
      </Form>
    </section>
  );
}

function Revoke({ home, shown }: { readonly home: KeyHome; readonly shown: ShownKey }) {
  return (
    <details class="more">
      <summary>Revoke key</summary>
      <div>
        <p>The key stops working immediately. You can't undo this.</p>
        <Form action={below(home, 'revoke')} label="Revoke key">
          <input type="hidden" name="key" value={shown.uid} />
          <button type="submit" class="danger">
            Revoke key
          </button>
        </Form>
      </div>
    </details>
  );
}

/** Renders the page of a named key. */
export function renderNamedKeyPage(
  viewer: Viewer,
  place: ShownPlace,
  home: KeyHome,
  { shown, message }: { readonly shown: ShownKey; readonly message: Message | undefined },
): string {
  const { isReadOnly = false } = home;
  return renderConsolePage({
    title: 'API key',
    viewer,
    place,
    section: home.section,
    crumbs: home.crumbs,
    children: (
      <>
        <div class="head">
          <h1>{shown.name}</h1>
          {shown.replacedByUid === null ? (
            <Pill tone="passed">Active</Pill>
          ) : (
            <Pill tone="warning">Rotated</Pill>
          )}
        </div>
        <MessageNotice message={message} />
        <Facts
          facts={[
            ['Ends in', <code>…{shown.lastFour}</code>],
            ['Created', <Instant at={shown.createdAt} />],
            ['Expires', <Expiry of={shown} />],
            ['Last used', <MaybeInstant at={shown.lastUsedAt} never={neverUsed} />],
          ]}
        />
        {isReadOnly || shown.replacedByUid !== null ? null : <Rotate home={home} shown={shown} />}
        {isReadOnly ? null : <Revoke home={home} shown={shown} />}
      </>
    ),
  });
}

/** Renders the page that shows a new named key. It's shown only once. */
export function renderCreatedKeyPage(
  viewer: Viewer,
  place: ShownPlace,
  home: KeyHome,
  created: { readonly key: string; readonly name: string; readonly expiresAt: Date | null },
): string {
  return renderConsolePage({
    title: 'Your new key',
    viewer,
    place,
    section: home.section,
    crumbs: home.crumbs,
    children: (
      <>
        <h1>New key: {created.name}</h1>
        <Notice tone="warning">
          Copy this key now. It's shown only once: we store only a fingerprint of it.
        </Notice>
        <Secret id="key">{created.key}</Secret>
        <Facts
          facts={[
            ['Environment', place.environment === 'sandbox' ? 'Sandbox' : 'Production'],
            ['Expires', <Expiry of={created} />],
          ]}
        />
        <p>
          <a class="button" href={home.path}>
            I've copied the key
          </a>
        </p>
      </>
    ),
  });
}

/** The content of the page that asks again before a key ends. */
export interface KeyInUseShown {
  readonly shown: ShownKey;
  readonly action: string;
  /** The fields of the form that was sent. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the button does: `Revoke key`. */
  readonly button: string;
}

/** Renders the page that asks again before a key ends that was used recently (KEY-33). */
export function renderKeyInUsePage(
  viewer: Viewer,
  place: ShownPlace,
  home: KeyHome,
  { shown, action, fields, button }: KeyInUseShown,
): string {
  return renderConsolePage({
    title: 'Key in use',
    viewer,
    place,
    section: home.section,
    crumbs: home.crumbs,
    children: (
      <>
        <h1>This key is in use</h1>
        <Notice tone="warning">
          The key ending in <code>…{shown.lastFour}</code> was last used{' '}
          <MaybeInstant at={shown.lastUsedAt} never={neverUsed} />. If it ends now, requests with it fail
          immediately.
        </Notice>
        <p>To replace it without an outage, create another key first, and update the servers that use it.</p>
        <Form action={action} label={button}>
          {Object.entries(fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name={confirmedName} value="yes" />
          <div class="line">
            <button type="submit" class="danger">
              {button}
            </button>
            <a href={home.path}>Keep the key</a>
          </div>
        </Form>
      </>
    ),
  });
}

/** Renders the page for a form that was sent twice: its key was already shown. */
export function renderShownBeforePage(viewer: Viewer, place: ShownPlace, home: KeyHome): string {
  return renderConsolePage({
    title: 'Key already created',
    viewer,
    place,
    section: home.section,
    crumbs: home.crumbs,
    children: (
      <>
        <h1>Key already created</h1>
        <p>
          This form already created a key, which was shown once. If you didn't copy it, open the key and
          rotate it.
        </p>
        <p>
          <a class="button" href={home.path}>
            View API keys
          </a>
        </p>
      </>
    ),
  });
}
