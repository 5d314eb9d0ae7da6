import type { Knex } from 'knex';

/**
 * Creates the queue of each endpoint: a delivery waits with `queued_at`, has one of its endpoint's places with
 * `admitted_at`, and needs neither between attempts. An attempt is identified by the time it was due.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint add column places integer not null default 16,
      add constraint webhook_endpoint_places_check check (places between 1 and 16);
    comment on column webhook_endpoint.places is
      'how many of its deliveries may be attempted at once; half as many after an attempt that hung';

    alter table webhook_delivery add column queued_at timestamptz, add column admitted_at timestamptz;
    comment on column webhook_delivery.is_released is 'whether its workflow was started';
    comment on column webhook_delivery.queued_at is
      'its position in the queue of its endpoint: when it was created, or when its retry was due; null if it doesn''t wait';
    comment on column webhook_delivery.admitted_at is
      'since when it has one of the places of its endpoint; null if it has none';
    create index webhook_delivery_queue_idx on webhook_delivery (endpoint_uid, queued_at, event_id)
      where queued_at is not null;
    create index webhook_delivery_place_idx on webhook_delivery (endpoint_uid, admitted_at)
      where admitted_at is not null;
    create index webhook_delivery_unattempted_idx on webhook_delivery (endpoint_uid, record_uid, event_id)
      where status = 'pending' and attempts = 0;

    alter table webhook_attempt add column due_at timestamptz, add column is_repeat boolean not null default false;
    comment on column webhook_attempt.due_at is
      'when it was due; null for a resent delivery, and for attempts of earlier releases';
    comment on column webhook_attempt.is_repeat is
      'whether it repeats an attempt whose worker stopped before it recorded the result';
    create unique index webhook_attempt_due_key on webhook_attempt (delivery_uid, due_at, is_repeat);

    update webhook_delivery d set queued_at = d.created_at
    where not d.is_released and d.status = 'pending' and not exists (
      select from webhook_delivery p
      where p.endpoint_uid = d.endpoint_uid and p.record_uid = d.record_uid and p.event_id < d.event_id
        and p.status = 'pending' and p.attempts = 0);
  `);
}

/** Reverts it: the previous release starts what waits. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index webhook_attempt_due_key;
    alter table webhook_attempt drop column due_at, drop column is_repeat;
    drop index webhook_delivery_unattempted_idx, webhook_delivery_place_idx, webhook_delivery_queue_idx;
    alter table webhook_delivery drop column queued_at, drop column admitted_at;
    comment on column webhook_delivery.is_released is
      'false: waits for the first attempt of the event before it on the same record, so that events of one record arrive in order';
    alter table webhook_endpoint drop constraint webhook_endpoint_places_check, drop column places;
  `);
}
