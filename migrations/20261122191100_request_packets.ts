import type { Knex } from 'knex';

/** Creates the packets that operators send to a facility without a channel. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table request_packet (
      record_request_uid uuid not null constraint request_packet_record_request_fk references record_request (uid),
      sequence bigint not null,
      company_uid uuid not null constraint request_packet_company_fk references company (uid),
      content_hash text not null,
      packet_file_uid uuid not null,
      packet_etag text,
      authorization_file_uid uuid,
      prepared_on date not null,
      send_by date not null,
      answer_by date not null,
      prepared_at timestamptz,
      sent_at timestamptz,
      sent_way text,
      tracking_number text,
      constraint request_packet_pkey primary key (record_request_uid, sequence),
      constraint request_packet_sent_check check ((sent_at is null) = (sent_way is null))
    );
    comment on table request_packet is 'one for each time that a record request is to be sent';
    comment on column request_packet.sequence is 'of the record request, while it is to be sent';
    comment on column request_packet.content_hash is 'of what it was made from: other details, another authorization or address make it anew';
    comment on column request_packet.prepared_at is 'null while its files are made';
    grant select, insert, update, delete on request_packet to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table request_packet`);
}
