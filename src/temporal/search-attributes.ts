import type { Connection } from '@temporalio/client';
import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { searchAttributeNames, type WorkflowAttributes } from '../domain/workflows';
import { namesOf, type Namespaces } from './namespaces';

/**
 * The search attributes that filter the list of workflows in the Temporal UI. They are stored unencrypted:
 * ids and fixed sets only, never patient data.
 */
const searchAttributeKeys = {
  company: defineSearchAttributeKey(searchAttributeNames.company, SearchAttributeType.KEYWORD),
  environment: defineSearchAttributeKey(searchAttributeNames.environment, SearchAttributeType.KEYWORD),
  kind: defineSearchAttributeKey(searchAttributeNames.kind, SearchAttributeType.KEYWORD),
  patient: defineSearchAttributeKey(searchAttributeNames.patient, SearchAttributeType.KEYWORD),
  project: defineSearchAttributeKey(searchAttributeNames.project, SearchAttributeType.KEYWORD),
  projectUid: defineSearchAttributeKey(searchAttributeNames.projectUid, SearchAttributeType.KEYWORD),
  status: defineSearchAttributeKey(searchAttributeNames.status, SearchAttributeType.KEYWORD),
} as const satisfies Record<keyof WorkflowAttributes, unknown>;

/** Returns the typed attributes of a command; unknown names are dropped. */
export function typedSearchAttributes(attributes: Partial<WorkflowAttributes>): TypedSearchAttributes {
  const values: Readonly<Record<string, string | undefined>> = { ...attributes };
  return new TypedSearchAttributes(
    Object.entries(searchAttributeKeys).flatMap(([name, key]) => {
      const value = values[name];
      return value === undefined ? [] : [{ key, value }];
    }),
  );
}

const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

/** Every attribute, as the registering request spells it. */
export const searchAttributeTypes = Object.fromEntries(
  Object.values(searchAttributeKeys).map(({ name }) => [name, keyword]),
);

async function registerIn(namespace: string, connection: Connection): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributeTypes).filter(([name]) => !(name in customAttributes));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing);
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
}

/** Registers the search attributes that the namespaces don't have yet; a repeat does nothing. */
export async function registerSearchAttributes(
  connection: Connection,
  namespaces: Namespaces,
): Promise<void> {
  for (const namespace of namesOf(namespaces)) await registerIn(namespace, connection);
}
