import type { Connection } from '@temporalio/client';
import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { searchAttributeNames, type WorkflowAttributes } from '../domain/workflows';
import { namesOf, type Namespaces } from './namespaces';

/**
 * The list of workflows in the Temporal UI can be filtered by these. They are stored in clear: ids and closed
 * sets only, never patient data.
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

/** The typed attributes of a command; a name that is none of ours is dropped. */
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

/** Every attribute, as the request that registers it spells it. */
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

/** Registers the search attributes that the namespaces do not have yet; a repeat does nothing. */
export async function registerSearchAttributes(
  connection: Connection,
  namespaces: Namespaces,
): Promise<void> {
  for (const namespace of namesOf(namespaces)) await registerIn(namespace, connection);
}
