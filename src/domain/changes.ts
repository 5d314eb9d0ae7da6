/**
 * What a change changed, as the audit log keeps it. A value is a word from a fixed list, a count, a yes or
 * no, a date of our own work, one of our uids, or an object store's ETag. It is never text that a person
 * typed, and never says anything clinical about a patient. For every other field only its name is kept, with
 * `null`.
 */

declare const kind: unique symbol;

/** A text whose form was checked, so that no other text is taken for it. */
type Checked<Kind extends string> = string & { readonly [kind]: Kind };

/** The object store's name for one version of an object. */
export type Etag = Checked<'etag'>;

/** One of our uids. */
export type Uid = Checked<'uid'>;

/** An instant in UTC, `2026-11-27T01:00:00.000Z`. */
export type Instant = Checked<'instant'>;

/** The name of a time zone in the tz database. */
export type ZoneName = Checked<'zone'>;

function isZoneName(text: string): text is ZoneName {
  return /^[A-Za-z]+(?:[/_+-][A-Za-z\d_+-]+)*$/.test(text);
}

function isEtag(text: string): text is Etag {
  return /^"?[\w+/=.:-]{1,128}"?$/.test(text);
}

function isUid(text: string): text is Uid {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function isInstant(text: string): text is Instant {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text);
}

/** Returns an ETag for the audit log. @throws TypeError for a text that can't be one */
export function etagOf(text: string): Etag {
  if (!isEtag(text)) throw new TypeError('an ETag for the audit log has a character that none has');
  return text;
}

/** Returns a uid for the audit log. @throws TypeError for a text that isn't one */
export function uidOf(text: string): Uid {
  if (!isUid(text)) throw new TypeError('a uid for the audit log is not a UUID in lower case');
  return text;
}

/** Returns a time zone for the audit log. @throws TypeError for a text that can't be one */
export function zoneOf(text: string): ZoneName {
  if (!isZoneName(text)) throw new TypeError('a time zone for the audit log has a character that none has');
  return text;
}

/** Returns an instant for the audit log. @throws TypeError for one outside the years 0 to 9999 */
export function instantOf(at: Date): Instant {
  const text = at.toISOString();
  if (!isInstant(text)) throw new TypeError('an instant for the audit log is out of range');
  return text;
}

/** A value before and after a change. */
export interface FromTo<Value> {
  readonly from: Value;
  readonly to: Value;
}

/**
 * A type without any text that isn't checked or from a fixed list: such a property becomes `never`, so that
 * nothing can be passed for it.
 */
export type Closed<Value> = Value extends string
  ? string extends Value
    ? never
    : Value
  : Value extends readonly (infer Item)[]
    ? ReadonlyArray<Closed<Item>>
    : Value extends object
      ? { readonly [Name in keyof Value]: Closed<Value[Name]> }
      : Value;

/** A value of the audit log, as it is stored. */
export type ChangeValue =
  null | boolean | number | string | readonly ChangeValue[] | { readonly [name: string]: ChangeValue };

/** The fields that a change changed, as they are stored. */
export type Changes = Readonly<Record<string, ChangeValue>>;
