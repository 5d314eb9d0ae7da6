/**
 * Drops and recreates what slows down a large COPY: secondary indexes, unique keys, and foreign keys. This
 * happens in the transaction of the rows, so any interruption is a rollback, which leaves the indexes
 * unchanged.
 */
import type { ClientBase } from 'pg';

// PostgreSQL writes the statements: a regclass and pg_get_…def() are already quoted, and %I and %L quote.
// Unique keys come before plain indexes, and foreign keys last.
const statementsToRemake = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      as remake,
    null as comment, case contype when 'f' then 3 else 1 end as place, conname::text as name
  from pg_constraint
  where conrelid = any ($1::text[]::regclass[]) and contype in ('f', 'u')
    and not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = pg_constraint.conrelid
      and f.conindid = pg_constraint.conindid and pg_constraint.contype = 'u')
  union all
  select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid),
    case when d.description is not null
      then format('comment on index %s is %L', i.indexrelid::regclass, d.description) end,
    2, i.indexrelid::regclass::text
  from pg_index i left join pg_description d
    on d.classoid = 'pg_class'::regclass and d.objoid = i.indexrelid and d.objsubid = 0
  where i.indrelid = any ($1::text[]::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u',
      'x'))
  order by place, name`;

interface Remade {
  readonly remove: string;
  readonly remake: string;
  readonly comment: string | null;
  readonly name: string;
}

/**
 * Drops the secondary indexes and foreign keys of tables in the open transaction.
 * @returns recreates them unchanged in the same transaction
 */
export async function withoutSecondaryIndexes(
  client: ClientBase,
  tables: readonly string[],
  reach: (what: string) => void,
): Promise<() => Promise<void>> {
  const { rows } = await client.query<Remade>(statementsToRemake, [tables]);
  // A foreign key depends on a unique key's index, so it's dropped first.
  for (const { remove } of rows.toReversed()) await client.query(remove);
  return async () => {
    // Sorting in memory makes this faster than growing them row by row.
    await client.query("set local maintenance_work_mem = '512MB'");
    for (const { remake, comment, name } of rows) {
      reach(`making ${name}`);
      await client.query(remake);
      if (comment !== null) await client.query(comment);
    }
  };
}
