import type { Knex } from 'knex';

/** Allows events outside any project, and events for one user only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_event alter column project_uid drop not null, add column only_user_uid uuid;
    comment on column outbox_event.project_uid is 'null of what is in no project, as a research about a site';
    comment on column outbox_event.only_user_uid is 'whose endpoints alone are told; null: those of everyone who may see it';
    comment on column outbox_event.detail is 'of clinicalData.added: the source and how much of each kind was new; of aiResearch.completed: where it is read; nothing of a patient';
  `);
}

/** Reverts it: events outside any project are deleted. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from outbox_event where project_uid is null;
    alter table outbox_event alter column project_uid set not null, drop column only_user_uid;
    comment on column outbox_event.project_uid is null;
    comment on column outbox_event.detail is 'of clinicalData.added: the source and how much of each kind was new; numbers and a name, nothing of the content';
  `);
}
