import type { Knex } from 'knex';

/** Creates Classic endpoints and their subscriptions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient add column rested_search_status text;
    comment on column patient.rested_search_status is 'where search_status came to rest last; null until it has, and where it has not since this column';
    alter table webhook_endpoint add column is_classic boolean not null default false;
    comment on column webhook_endpoint.is_classic is 'of the old kind: told what webhook_classic_subscription says, in the old envelope';
    create index webhook_endpoint_classic_idx on webhook_endpoint (company_uid) where is_classic and deleted_at is null;
    create table webhook_classic_subscription (
      endpoint_uid uuid not null
        constraint webhook_classic_subscription_endpoint_fk references webhook_endpoint (uid) on delete cascade,
      event text not null,
      told_by text not null,
      is_tracked_only boolean not null,
      columns text[] not null,
      constraint webhook_classic_subscription_pkey primary key (endpoint_uid, event),
      constraint webhook_classic_subscription_event_check check (event in (
        'recordRequest.rowCreated', 'recordRequest.columnChanged', 'recordRequest.followUpDue', 'patient.rowCreated',
        'patient.columnChanged', 'note.rowCreated', 'note.columnChanged', 'clinicalDataAdded', 'aiResearchCompleted'))
    );
    comment on table webhook_classic_subscription is 'kept when its endpoint becomes one of the new kind, for deliveries that are on their way';
    comment on column webhook_classic_subscription.told_by is 'the event of the outbox that it is made of';
    comment on column webhook_classic_subscription.columns is 'those that a change is told of, and that data holds';
    grant select, insert, update, delete on webhook_classic_subscription to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_classic_subscription;
    alter table webhook_endpoint drop column is_classic;
    alter table patient drop column rested_search_status;
  `);
}
