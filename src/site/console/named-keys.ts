/** The forms of named API keys, for a member's own keys and for those of a service account. */
import { z } from 'zod';
import type { ConsolePrincipal } from '../../access/principal';
import { isInUse, keyLifeDays, keyNameMax, keyOverlapHours } from '../../domain/access/api-keys';
import { isUuid } from '../../domain/text';
import { singleLine } from '../../forms/text';
import type { Change } from '../../usecases/change';
import {
  createNamedKey,
  inspectOwnedKey,
  inspectOwnedKeys,
  revokeOwnedKey,
  rotateNamedKey,
  type KeyOwner,
  type OwnKey,
} from '../../usecases/tenants/named-keys';
import { checkbox, field, formOf, hiddenField, typedIn } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { sitePath } from '../paths';
import { page, type Reply } from '../reply';
import { signInAgainAt, type Refusal } from '../route';
import { uidIn } from '../visit';
import { noExpiry } from './components/key-words';
import { formKeyIn } from '../form-key';
import {
  confirmedName,
  renderCreatedKeyPage,
  renderKeyInUsePage,
  renderNamedKeyPage,
  renderNewNamedKeyPage,
  renderShownBeforePage,
  type KeyHome,
} from './pages/named-key-pages';
import { consolePath } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

/** Whose keys a page is about. */
export interface KeysPlace {
  readonly home: KeyHome;
  readonly owner: KeyOwner;
}

/** How the routes find whose keys they are about. */
export interface KeysOf {
  /** The path of the owner's keys, below the company and environment. */
  readonly path: string;
  /** What the names of the views start with. */
  readonly prefix: string;
  /** Returns the same path of a visit, as links have it. */
  readonly pathOf: (visit: MemberVisit) => string;
  /** Finds the owner for a view. @throws Problem 404 if the member can't see it */
  readonly find: (visit: MemberVisit) => Promise<KeysPlace>;
  /** Locks the owner for a change. @throws Problem or OperatorError if the member can't change it */
  readonly lock: (change: Change<ConsolePrincipal>, visit: MemberVisit) => Promise<KeyOwner>;
}

const life = field(
  z
    .string()
    .transform(text => (text === noExpiry ? null : keyLifeDays.find(days => String(days) === text)))
    .refine(found => found !== undefined)
    .transform(found => found ?? null),
  'Choose when the key expires.',
);

const newForm = z.object({
  name: field(singleLine({ max: keyNameMax }), `Enter a name with 1 to ${keyNameMax} characters.`),
  life,
});

const rotationForm = z.object({
  life,
  overlap: field(
    z
      .string()
      .transform(text => keyOverlapHours.find(hours => String(hours) === text))
      .refine(found => found !== undefined),
    'Choose when the old key stops working.',
  ),
});

const revokeForm = z.object({ key: hiddenField(text => (isUuid(text) ? text.toLowerCase() : undefined)) });

const confirmedForm = z.object({ [confirmedName]: checkbox });

/**
 * Returns an owner's key that a form would end while it is in use, unless the person confirmed that; then,
 * and for a key that isn't active, `undefined`.
 */
export async function keyInUse(
  { parts, form }: MemberVisit,
  owner: Omit<KeyOwner, 'companyUid'>,
  keyUid: string | null,
): Promise<OwnKey | undefined> {
  if (formOf(confirmedForm, form)[confirmedName]) return undefined;
  const now = parts.clock.now();
  const { active } = await inspectOwnedKeys(parts.db, owner, now);
  return active.find(key => key.uid === keyUid && isInUse(key, now));
}

/** Returns the pages and forms of an owner's named keys. */
export function namedKeyRoutes({ path, prefix, pathOf, find, lock }: KeysOf): readonly MemberRoute[] {
  const newPage = async (visit: MemberVisit, refusal?: Refusal): Promise<Reply> => {
    const { viewer, place, form, isFresh } = visit;
    const { home } = await find(visit);
    // Asking before the form is filled in keeps what the person types.
    if (!isFresh) return signInAgainAt(consolePath(), sitePath(home.path, 'new'));
    const shown = {
      values: refusal === undefined ? { name: '', life: '90' } : typedIn(form, ['name', 'life']),
      formKey: formKeyIn(visit),
      message: messageFor(visit, {}, refusal),
      problems: refusal?.fields,
    };
    return page(renderNewNamedKeyPage(viewer, place, home, shown), refusal?.status);
  };

  const create = async (visit: MemberVisit): Promise<Reply> => {
    const { viewer, place, parts, form } = visit;
    const { name, life: lifeDays } = formOf(newForm, form);
    const { home } = await find(visit);
    const created = await visit.change(async change =>
      createNamedKey(change, parts.fingerprintSecret, await lock(change, visit), {
        name,
        lifeDays,
        formKey: formKeyIn(visit),
      }),
    );
    return page(
      created === undefined
        ? renderShownBeforePage(viewer, place, home)
        : renderCreatedKeyPage(viewer, place, home, created),
    );
  };

  const keyPage = async (visit: MemberVisit, refusal?: Refusal): Promise<Reply> => {
    const { viewer, place, parts } = visit;
    const { home, owner } = await find(visit);
    const shown = await inspectOwnedKey(parts.db, owner, uidIn(visit, 'key'), parts.clock.now());
    const message = messageFor(visit, {}, refusal);
    return page(renderNamedKeyPage(viewer, place, home, { shown, message }), refusal?.status);
  };

  const rotate = async (visit: MemberVisit): Promise<Reply> => {
    const { viewer, place, parts, form } = visit;
    const keyUid = uidIn(visit, 'key');
    const { life: lifeDays, overlap: overlapHours } = formOf(rotationForm, form);
    const { home, owner } = await find(visit);
    const used = overlapHours === 0 ? await keyInUse(visit, owner, keyUid) : undefined;
    if (used !== undefined) {
      const action = sitePath(home.path, keyUid, 'rotate');
      const fields = typedIn(form, ['life', 'overlap']);
      const asked = { shown: used, action, fields, button: 'Rotate key' };
      return page(renderKeyInUsePage(viewer, place, home, asked));
    }
    const created = await visit.change(async change =>
      rotateNamedKey(change, parts.fingerprintSecret, await lock(change, visit), {
        keyUid,
        lifeDays,
        overlapHours,
      }),
    );
    return page(renderCreatedKeyPage(viewer, place, home, created));
  };

  const revoke = async (visit: MemberVisit): Promise<Reply> => {
    const { key } = formOf(revokeForm, visit.form);
    const { home, owner } = await find(visit);
    const used = await keyInUse(visit, owner, key);
    if (used !== undefined) {
      const shown = { shown: used, action: sitePath(home.path, 'revoke'), button: 'Revoke key' };
      return page(renderKeyInUsePage(visit.viewer, visit.place, home, { ...shown, fields: { key } }));
    }
    await visit.change(async change => revokeOwnedKey(change, await lock(change, visit), key));
    return redirectDone(home.path, 'revoked');
  };

  return [
    look(`${path}/new`, `${prefix}NewKey`, newPage),
    act(`${path}/named`, 'key.create', create, {
      refused: newPage,
      needsFresh: visit => sitePath(pathOf(visit), 'new'),
    }),
    look(`${path}/:key`, `${prefix}Key`, keyPage),
    act(`${path}/:key/rotate`, 'key.rotate', rotate, {
      refused: keyPage,
      needsFresh: visit => sitePath(pathOf(visit), uidIn(visit, 'key')),
    }),
    act(`${path}/revoke`, 'key.revoke', revoke),
  ];
}
