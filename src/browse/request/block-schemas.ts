import { z } from 'zod';
import type { Column } from '../catalogue/column';
import type { BrowseRoute } from '../catalogue/routes';

/** The parts of a route that have a schema in the document (specification, Browse). */
export type Slot = 'Select' | 'Filter' | 'Sort' | 'Row' | 'AggregateRequest' | 'Aggregate';

/** Returns the name of a part of a route in the document, such as `VisitBrowseFilter`. */
export function slotName({ name }: BrowseRoute, slot: Slot): string {
  return `${name}Browse${slot}`;
}

/** Returns the name of a block, such as `VisitBrowseFilterSite`. Clients need it: some make up a poor one. */
export function blockName(route: BrowseRoute, slot: Slot, entity: string): string {
  return `${slotName(route, slot)}${entity.charAt(0).toUpperCase()}${entity.slice(1)}`;
}

/** Returns the description of an entity's block. */
export function blockDescription({ blocks }: BrowseRoute, entity: string): string {
  return blocks[entity]?.description ?? '';
}

/** Returns the fields of an entity's block: one for each column that `schemaOf` has a schema for. */
export function columnSchemas<S extends z.ZodType>(
  columns: Readonly<Record<string, Column>>,
  schemaOf: (column: Column) => S | undefined,
): Record<string, z.ZodOptional<S>> {
  const shape: Record<string, z.ZodOptional<S>> = {};
  for (const [field, column] of Object.entries(columns)) {
    const schema = schemaOf(column);
    if (schema !== undefined) shape[field] = schema.optional();
  }
  return shape;
}

/** Returns the schema of an object with a block for each entity of a route. It refuses unknown fields. */
export function perEntity<S extends z.ZodType>(
  route: BrowseRoute,
  slot: Slot,
  schemaOf: (column: Column) => S,
) {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(route.blocks).map(([entity, { columns }]) => [
        entity,
        z
          .strictObject(columnSchemas(columns, schemaOf))
          .meta({ id: blockName(route, slot, entity), description: blockDescription(route, entity) })
          .optional(),
      ]),
    ),
  );
}
