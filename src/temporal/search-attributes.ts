import type { Connection } from '@temporalio/client';
import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

/** By these the Temporal UI can be filtered. They are stored in clear: ids and closed sets only, never patient data. */
export const searchAttributeKeys = {
  company: defineSearchAttributeKey('RecordwellCompany', SearchAttributeType.KEYWORD),
  environment: defineSearchAttributeKey('RecordwellEnvironment', SearchAttributeType.KEYWORD),
  kind: defineSearchAttributeKey('RecordwellKind', SearchAttributeType.KEYWORD),
  status: defineSearchAttributeKey('RecordwellStatus', SearchAttributeType.KEYWORD),
} as const;

/** The typed attributes of a command; a name that is none of ours is dropped. */
export function typedSearchAttributes(values: Readonly<Record<string, string>>): TypedSearchAttributes {
  return new TypedSearchAttributes(
    Object.entries(searchAttributeKeys).flatMap(([name, key]) => {
      const value = values[name];
      return value === undefined ? [] : [{ key, value }];
    }),
  );
}

const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

/** Every attribute as the request that registers it names it. */
export const searchAttributeTypes = Object.fromEntries(
  Object.values(searchAttributeKeys).map(({ name }) => [name, keyword]),
);

/** Registers the search attributes that the namespace does not have yet; a repeat does nothing. */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributeTypes).filter(([name]) => !(name in customAttributes));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing);
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
}
