import type { Knex } from 'knex';

/** Keeps how many pages a returned file has. Combined charts know theirs; other files are counted from now on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stored_file add column pages integer constraint stored_file_pages_check check (pages > 0);
    comment on column stored_file.pages is 'counted when the file is read or made; null where it was not counted';
    update stored_file f set pages = c.pages from combined_chart c where c.file_uid = f.uid and c.pages > 0;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table stored_file drop column pages');
}
