import type { Knex } from 'knex';

const kinds = ['authorization', 'recordRequest', 'search', 'site', 'exchange', 'endpoint', 'chart'];
const areas = ['deliverables', 'documents', 'attachments', 'combined', 'arrivals', 'held'];
const uploads = ['deliverable', 'document', 'attachment'];

const list = (names: readonly string[]): string => names.map(name => `'${name}'`).join(', ');

function checks(
  areaNames: readonly string[],
  kindNames: readonly string[],
  uploadNames: readonly string[],
): string {
  return `
    alter table stored_file
      drop constraint stored_file_area_check,
      add constraint stored_file_area_check check (area in (${list(areaNames)}));
    alter table desk_task
      drop constraint desk_task_kind_check,
      add constraint desk_task_kind_check check (kind in (${list(kindNames)}));
    alter table desk_bulk_item
      drop constraint desk_bulk_item_kind_check,
      add constraint desk_bulk_item_kind_check check (kind in (${list(kindNames)}));
    alter table desk_upload
      drop constraint desk_upload_attached_as_check,
      add constraint desk_upload_attached_as_check check (attached_as in (${list(uploadNames)}));`;
}

/**
 * Creates the fees that facilities ask for records, with their invoices, the limit up to which a company
 * approves them in advance, and the permission to approve them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${checks([...areas, 'invoices'], [...kinds, 'fee'], [...uploads, 'invoice'])}
    create table fee (
      uid uuid not null constraint fee_pkey primary key,
      company_uid uuid not null constraint fee_company_fk references company (uid),
      record_request_uid uuid not null constraint fee_record_request_fk references record_request (uid),
      amount_cents integer not null constraint fee_amount_cents_check check (amount_cents between 1 and 1000000),
      basis text not null constraint fee_basis_check
        check (basis in ('perPage', 'flat', 'stateCap', 'searchFee')),
      needs_prepayment boolean not null,
      note text constraint fee_note_check check (length(note) between 1 and 1000),
      invoice_file_uid uuid constraint fee_invoice_file_fk references stored_file (uid),
      status text not null constraint fee_status_check
        check (status in ('WaitingForApproval', 'Approved', 'Rejected', 'Questioned', 'Withdrawn')),
      is_within_limit boolean not null,
      responder jsonb,
      responded_at timestamptz,
      message text constraint fee_message_check check (length(message) between 1 and 1000),
      question text constraint fee_question_check check (length(question) between 1 and 1000),
      answer text constraint fee_answer_check check (length(answer) between 1 and 1000),
      settled_at timestamptz,
      paid_on date,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index fee_record_request_idx on fee (record_request_uid, created_at, uid);
    create index fee_invoice_file_idx on fee (invoice_file_uid);
    create index fee_waiting_idx on fee (company_uid) where status = 'WaitingForApproval';
    create index fee_for_support_idx on fee (record_request_uid) where status = 'Questioned'
      or status = 'Rejected' and settled_at is null or status = 'Approved' and paid_on is null;
    comment on table fee is 'what a facility asks for records of a request, and what the customer decided';
    comment on column fee.is_within_limit is 'whether the limit of the company approved it, not a member';
    comment on column fee.responder is 'the member who approved, rejected, or asked last';
    comment on column fee.settled_at is
      'when support entered another fee after a rejection, or closed the rejected one';
    grant select, insert, update on fee to recordwell_app;

    alter table desk_upload add column fee_uid uuid
      constraint desk_upload_fee_fk references fee (uid) on delete cascade;
    comment on column desk_upload.fee_uid is 'the fee of an invoice';

    alter table company add column fee_limit_cents integer
      constraint company_fee_limit_cents_check check (fee_limit_cents between 1 and 1000000);
    comment on column company.fee_limit_cents is
      'fees up to this amount are approved at once; null if a member decides on each';

    insert into role_permission (role_uid, permission)
    select role_uid, 'ApproveFees' from role_permission where permission = 'ManageRecordRequests'
    on conflict do nothing;
  `);
}

/** Reverts it. Fees, invoices, and what waits because of them are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from role_permission where permission = 'ApproveFees';
    alter table company drop column fee_limit_cents;
    alter table desk_upload drop column fee_uid;
    drop table fee;
    delete from stored_file where area = 'invoices';
    delete from desk_task where kind = 'fee';
    delete from desk_bulk_item where kind = 'fee';
    delete from desk_upload where attached_as = 'invoice';
    ${checks(areas, kinds, uploads)}
  `);
}
