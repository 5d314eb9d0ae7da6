/**
 * What slows down a large COPY and can be made again from the catalogue: indexes that are no primary key,
 * unique and foreign keys. All of it happens in the transaction of the rows, so an interruption, by whatever,
 * is a rollback: PostgreSQL itself leaves the indexes as they were, and there is nothing to tidy up.
 */
import type { ClientBase } from 'pg';

// PostgreSQL writes the statements: %s of a regclass and pg_get_…def() are quoted already, %I and %L quote.
// Uniqueness comes before plain indexes, and foreign keys last.
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
 * Drops the secondary indexes and foreign keys of tables, in the transaction that is open.
 * @returns makes them again as they were, in the same transaction
 */
export async function withoutSecondaryIndexes(
  client: ClientBase,
  tables: readonly string[],
  reach: (what: string) => void,
): Promise<() => Promise<void>> {
  const { rows } = await client.query<Remade>(statementsToRemake, [tables]);
  // A foreign key stands on a unique key's index, so it goes first.
  for (const { remove } of rows.toReversed()) await client.query(remove);
  return async () => {
    // Sorting in memory is what makes this quicker than growing them row by row.
    await client.query("set local maintenance_work_mem = '512MB'");
    for (const { remake, comment, name } of rows) {
      reach(`making ${name}`);
      await client.query(remake);
      if (comment !== null) await client.query(comment);
    }
  };
}
