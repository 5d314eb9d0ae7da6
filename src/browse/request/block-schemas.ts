import { z } from 'zod';
import type { Column } from '../catalogue/column';
import type { BrowseRoute } from '../catalogue/routes';

/** The parts of a route that the document has a schema of (specification, Browse). */
export type Slot = 'Select' | 'Filter' | 'Sort' | 'Row' | 'AggregateRequest' | 'Aggregate';

/** `VisitBrowseFilter`: what the document calls a part of a route. */
export function slotName({ name }: BrowseRoute, slot: Slot): string {
  return `${name}Browse${slot}`;
}

/** `VisitBrowseFilterSite`: without a name of its own, clients make one up for a block, or none. */
export function blockName(route: BrowseRoute, slot: Slot, entity: string): string {
  return `${slotName(route, slot)}${entity.charAt(0).toUpperCase()}${entity.slice(1)}`;
}

/** The block of an entity: a key for each of its columns that `schemaOf` has a schema for. */
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

/** An object with a block for each entity of a route, which refuses what it does not know. */
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
          .meta({ id: blockName(route, slot, entity) })
          .optional(),
      ]),
    ),
  );
}
