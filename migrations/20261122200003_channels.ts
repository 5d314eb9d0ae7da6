import type { Knex } from 'knex';

/** Stores e-mail notifications with webhook endpoints: one fan-out, one log. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint
      add column channel text not null default 'webhook',
      alter column url drop not null,
      add constraint webhook_endpoint_channel_check check (channel in ('webhook', 'email', 'inbox')),
      add constraint webhook_endpoint_channel_url_check check ((channel = 'webhook') = (url is not null));
    create unique index webhook_endpoint_notification_key on webhook_endpoint (owner_membership_uid, environment)
      where channel = 'email' and deleted_at is null;
    comment on column webhook_endpoint.channel is 'email: a member is told by mail; inbox: kept here for a member of a sandbox to read';
  `);
}

/** Reverts it: everything but webhook endpoints is deleted, with its deliveries. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from webhook_attempt where delivery_uid in (
      select d.uid from webhook_delivery d join webhook_endpoint e on e.uid = d.endpoint_uid where e.channel <> 'webhook');
    delete from webhook_delivery where endpoint_uid in (select uid from webhook_endpoint where channel <> 'webhook');
    delete from webhook_endpoint where channel <> 'webhook';
    drop index webhook_endpoint_notification_key;
    alter table webhook_endpoint drop constraint webhook_endpoint_channel_url_check, alter column url set not null, drop column channel;
  `);
}
