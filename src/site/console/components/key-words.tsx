/** How pages show API keys: their tables, their fields, and when they end. */
import { keyLifeDays, keyOverlapHours } from '../../../domain/access/api-keys';
import { Instant, MaybeInstant, Pill, Table } from '../../components/display';
import { ChoiceField } from '../../components/form';

/** A key, without its secret. */
export interface ShownKey {
  readonly uid: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly replacedByUid: string | null;
}

/** What pages say about a key that wasn't used. */
export const neverUsed = 'Never';
/** What pages say about a key that doesn't expire. */
export const neverExpires = 'Never';
/** The value of a form for a key that doesn't expire. */
export const noExpiry = 'never';

/** The choices for when a key expires, as the form has them. */
const lifeOptions = [
  ...keyLifeDays.map(days => [String(days), `In ${days} days`] as const),
  [noExpiry, neverExpires] as const,
];

const overlapLabels: Readonly<Record<(typeof keyOverlapHours)[number], string>> = {
  0: 'Immediately',
  1: 'In 1 hour',
  24: 'In 24 hours',
  168: 'In 7 days',
};

/** The field for when a new key expires. */
export function LifeField({ value }: { readonly value: string }) {
  return (
    <ChoiceField
      id="life"
      name="life"
      label="Expires"
      value={value}
      options={lifeOptions}
      hint="An expired key is rejected. Rotate it before then."
    />
  );
}

/** The field for when the replaced key ends. */
export function OverlapField() {
  return (
    <ChoiceField
      id="overlap"
      name="overlap"
      label="The old key stops working"
      value="24"
      options={keyOverlapHours.map(hours => [String(hours), overlapLabels[hours]] as const)}
      hint="Until then, both keys work."
    />
  );
}

/** When a key ends. */
export function Expiry({ of: { expiresAt } }: { readonly of: Pick<ShownKey, 'expiresAt'> }) {
  return <MaybeInstant at={expiresAt} never={neverExpires} />;
}

interface TableParts {
  readonly keys: readonly ShownKey[];
  /** Returns the path of a key's page. */
  readonly pathOf: (key: ShownKey) => string;
}

/** The active named keys of an owner. */
export function NamedKeys({ keys, pathOf }: TableParts) {
  return (
    <Table
      caption="Named keys"
      headings={['Name', 'Ends in', 'Created', 'Expires', 'Last used']}
      rows={keys.map(key => [
        key.replacedByUid === null ? (
          <a href={pathOf(key)}>{key.name}</a>
        ) : (
          <>
            <a href={pathOf(key)}>{key.name} (old)</a> <Pill tone="warning">Rotated</Pill>
          </>
        ),
        <code>…{key.lastFour}</code>,
        <Instant at={key.createdAt} />,
        <Expiry of={key} />,
        <MaybeInstant at={key.lastUsedAt} never={neverUsed} />,
      ])}
    />
  );
}

/** The keys of an owner that no longer work; nothing if there are none. */
export function EndedKeys({ keys }: { readonly keys: readonly ShownKey[] }) {
  if (keys.length === 0) return null;
  return (
    <>
      <h2>Expired and revoked keys</h2>
      <Table
        caption="Expired and revoked keys"
        headings={['Name', 'Ends in', 'Created', 'Last used', 'Ended']}
        rows={keys.map(({ name, lastFour, createdAt, lastUsedAt, revokedAt, expiresAt }) => [
          name,
          <code>…{lastFour}</code>,
          <Instant at={createdAt} />,
          <MaybeInstant at={lastUsedAt} never={neverUsed} />,
          <>
            {revokedAt === null ? 'Expired ' : 'Revoked '}
            <MaybeInstant at={revokedAt ?? expiresAt} never="" />
          </>,
        ])}
      />
    </>
  );
}
