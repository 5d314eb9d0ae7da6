import type { Knex } from 'knex';

/** Says in plain words what columns, tables, and functions are for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on column audit_event.changes is
      'names of what changed; values only from fixed lists, never of a patient';
    comment on column audit_event.reason is
      'why an operator did what is usually refused, in their own words; never about a patient';
    comment on column auth_check.etag is
      'the object store''s name for the bytes that this run reads';
    comment on column auth_check.extraction is
      'what was read, including text: patient data';
    comment on column auth_check.refusal is
      'why the bytes can never be read; null if they can';
    comment on column auth_check.suggested_status is
      'for the reviewer; never set automatically';
    comment on column auth_check_document.etag is
      'the object store''s name for the current bytes; null if there are none';
    comment on column authorization_reread.decided_at is
      'when a person has decided on the authorization since; null until then';
    comment on column bulk_import_row.made_uids is
      'the record requests that the row created; none in a dry run';
    comment on column bulk_import_row.row_number is
      'as spreadsheets count: the header is row 1';
    comment on column channel_ask.round is
      'the request''s number of moves when it was sent: only those of the latest are asked about';
    comment on column channel_ask.taken is
      'the documents that are stored, by the system''s ids';
    comment on column combined_chart.made_from is
      'fingerprint of the deliverables: their uids, etags, names, and folders';
    comment on column company.time_zone is
      'IANA name; follow-ups are due by its days';
    comment on column console_session.browser is
      'the browser''s name for itself, shortened, so that people recognize their sessions';
    comment on column console_session.token_hash is
      'SHA-256 of 256 random bits that are only in the browser''s cookie';
    comment on column daily_digest.told_until is
      'the next digest covers what came after this instant';
    comment on column desk_bulk_item.name is
      'its name in the queue when it was selected; it may not be there anymore';
    comment on column desk_session.browser is
      'the browser''s name for itself, shortened, so that people recognize their sessions';
    comment on column desk_session.token_hash is
      'SHA-256 of 256 random bits that are only in the browser''s cookie';
    comment on column desk_sign_in_link.token_hash is
      'SHA-256 of 256 random bits that are only in the e-mail';
    comment on column desk_task.updated_at is
      'anything older than the start of the wait no longer counts';
    comment on column directory_site.deactivated_on is
      'no longer found, but kept, so that earlier requests still make sense';
    comment on column directory_site.is_synthetic is
      'made up: found only in the sandbox';
    comment on column directory_site.match_name is
      'the name in the form that matching compares, as in the other match_ columns';
    comment on column directory_site.place is
      'empty for the main practice location; otherwise what identifies a secondary one';
    comment on column directory_site.updated_on is
      'when NPPES last changed it; an older file doesn''t change it back';
    comment on column disclosure.facility is
      'name and address of the site as they were then (45 CFR 164.528(b)(2)(ii)); null for searches, whose recipient is their partner';
    comment on column idempotency_claim.resource_uids is
      'what the request created; null while it runs';
    comment on column invitation.token_hash is
      'SHA-256 of 256 random bits that are only in the latest e-mail';
    comment on column ledger_entry.project_uid is
      'of a search run; no foreign key: a run that is erased was billed anyway';
    comment on column ledger_entry.site_uid is
      'no foreign key: a site that is merged away was billed anyway';
    comment on column membership.ended_at is
      'when the person was removed, with role, projects, and keys';
    comment on column note.author_user_uid is
      'the user who wrote it; null if our team did';
    comment on column outbox_command.due_at is
      'when a sender may take the row; a sender that took it moves this ahead by its lease';
    comment on column outbox_event.detail is
      'of clinicalData.added: the source, and how many of each kind are new; of aiResearch.completed: where it can be read; nothing about a patient';
    comment on column outbox_event.only_user_uid is
      'the only user whose endpoints receive it; null if everyone''s do who may see it';
    comment on column outbox_event.project_uid is
      'null if it is in no project, like site research';
    comment on column outbox_event.search_status is
      'of an event about a search: the search''s status then';
    comment on column passkey.credential_id is
      'the authenticator''s name for it; not a secret';
    comment on column passkey_challenge.challenge_hash is
      'SHA-256 of 256 random bits that are only on one page; the row is deleted when it is answered';
    comment on column passkey_challenge.user_uid is
      'who adds a passkey; null for a sign-in';
    comment on column patient.authorization_etag is
      'the object store''s name for the bytes of the latest document; null if there is none';
    comment on column patient.authorization_expires_on is
      'the last day on which the authorization is valid; null if it has no date';
    comment on column patient.authorization_expiry_by is
      'the source of the expiration; null until the document has been read';
    comment on column patient.authorization_notice_days is
      'the latest notice of the expiration, by its days; null if none was sent';
    comment on column patient.authorization_reason is
      'why the document isn''t accepted, if the status doesn''t say it';
    comment on column patient.rested_search_status is
      'the last search_status that wasn''t temporary; null if there was none since this column exists';
    comment on column patient_search.is_armed_by_correction is
      'whether it is on because a corrected identity left it without an answer';
    comment on column patient_search.refusals is
      'how many times in a row the request with this hash was refused';
    comment on column patient_search.request_hash is
      'keyed hash of the latest request, to recognize a corrected one';
    comment on column patient_search.sequence is
      'owned by the workflow: a write with a lower number is late and changes nothing';
    comment on column rate_limit.oldest is
      'the number of the oldest place in the window at the last look';
    comment on column rate_limit.slots is
      'the size of the ring: the largest limit that was requested';
    comment on column rate_limit.taken is
      'the number of the latest place that was taken, counted from 1';
    comment on column record_request.assignee_membership_uid is
      'who works on it, while this member sees it; not part of the API, so it doesn''t change the version';
    comment on column record_request.channel is
      'how it was sent to its facility; null before it is sent, and if our team sent it in another way';
    comment on column record_request.follow_up_told_on is
      'the company''s day of the latest follow-up reminder';
    comment on column record_request.is_held_by_correction is
      'the records that named its facility were withdrawn, and the customer hasn''t confirmed it since';
    comment on column record_request.likely_duplicate_of_uid is
      'an earlier request for the same patient, site, and kind with overlapping dates, for our team to review';
    comment on column record_request.named_site_uid is
      'the site as it was named, if another one replaces it, so that this can be undone';
    comment on column record_request.reference is
      'like patient.reference, for this request only';
    comment on column record_request.sequence is
      'counts the request''s moves: a write based on a lower number is late and changes nothing';
    comment on column record_request_step.reason is
      'the reason shown to the customer';
    comment on column record_request_step.sequence is
      'the number of the move; 0 is the creation';
    comment on column request_packet.apart_because is
      'why the authorization isn''t bound into the packet; null if it is, and for older packets';
    comment on column request_packet.content_hash is
      'of what it was made from: other details, or another authorization or address, make a new one';
    comment on column request_packet.prepared_at is
      'null while its files are being made';
    comment on column request_packet.sequence is
      'the request''s number of moves when it is to be sent';
    comment on column returned_answer.sequence is
      'the request''s number of moves; after another move, the answer no longer counts';
    comment on column role.company_uid is
      'null for a role that every company has';
    comment on column search_run.new_visits is
      'rows of the run that its search didn''t have before, for clinicalData.added';
    comment on column sign_in_link.token_hash is
      'SHA-256 of 256 random bits that are only in the e-mail';
    comment on column single_sign_on.secret_hash is
      'SHA-256 of 256 random bits that are only in the browser''s cookie; the row is deleted when it is used';
    comment on column site.key_hash is
      'of the natural key as it was named; null for a row made from the directory';
    comment on column site.match_hash is
      'of the name and address in the form that matching compares; null if an NPI identifies the site';
    comment on column site.stands_for_uid is
      'the site of the same tenant that replaces this one, as an operator decided; its rows are there meanwhile';
    comment on column site_research.started_by_uid is
      'who is notified of its end, and billed';
    comment on column site_research_answer.findings is
      'label and value of each, about a facility; nothing about a patient';
    comment on column stored_file.etag is
      'null until the bytes of an offered upload have arrived';
    comment on column stored_file.pages is
      'counted when the file is read or made; null if it wasn''t';
    comment on column stored_file.return_number is
      'the return of the site that it came with, counted from 1';
    comment on column supporting_document.etag is
      'the object store''s name for the bytes that the run reads';
    comment on column supporting_document.kind is
      'what it was recognized as; null if unknown';
    comment on column supporting_document.refusal is
      'why the bytes can never be read; null if they can';
    comment on column sweep_position.after_key is
      'the last key that was checked; null starts over';
    comment on column visit.named_site_uid is
      'the site as it was named, if another one replaces it, so that this can be undone';
    comment on column webhook_attempt.response_headers is
      'those on an allow-list';
    comment on column webhook_classic_subscription.columns is
      'the columns whose changes are sent, and that data has';
    comment on column webhook_classic_subscription.told_by is
      'the event in the outbox that it is made from';
    comment on column webhook_delivery.expunged_at is
      'when its body and the receivers'' responses were removed for good';
    comment on column webhook_endpoint.channel is
      'email: a member gets e-mails; inbox: kept here for a sandbox member to read';
    comment on column webhook_endpoint.custom_headers is
      'unused since sealed_headers';
    comment on column webhook_endpoint.disabled_by is
      'null beside disabled_at if an earlier release disabled it';
    comment on column webhook_endpoint.is_classic is
      'receives what webhook_classic_subscription says, in the Classic envelope';
    comment on column webhook_endpoint.previous_secret is
      'unused since replaced_secrets';
    comment on column webhook_endpoint.previous_secret_until is
      'unused since replaced_secrets';
    comment on column webhook_endpoint.replaced_secrets is
      'earlier secrets that still sign until their time is over: secret (sealed), from, until';
    comment on column webhook_endpoint.sealed_secret is
      'the signing secret, sealed with WEBHOOK_KEYS; null if nothing is signed';
    comment on column webhook_endpoint.secret is
      'unused since sealed_secret: not encrypted';
    comment on function browse_fold(text) is
      'a text without capitals and accents; most have no accents, which their length shows';
    comment on function browse_pattern(text) is
      'a part of a text for LIKE: folded, and with its wildcards escaped';
    comment on function browse_unaccent(text) is
      'immutable, because its rules change only with PostgreSQL: after such a change, rebuild the indexes on search_text';
    comment on function drop_webhook_partitions(timestamp with time zone) is
      'drops the months of the delivery log that ended before; runs as the owner, so that the application''s role doesn''t have to own them';
    comment on function empty_directory_staging() is
      'the application can''t truncate tables; if this one were emptied row by row, it would grow with every part of a file';
    comment on function ensure_audit_partitions(integer) is
      'creates the monthly partitions of the audit log ahead of time; runs as the owner, so that the application''s role doesn''t have to own them';
    comment on function ensure_webhook_partitions(integer) is
      'creates the monthly partitions of the delivery log ahead of time; runs as the owner, so that the application''s role doesn''t have to own them';
    comment on function file_name_key(text) is
      'the form in which file names are compared, whatever their case and Unicode form';
    comment on function first_uid_of(timestamp with time zone) is
      'comes before every uid (version 7) created at the instant or later';
    comment on function take_rate_limit_place(text,integer,bigint) is
      'takes a place if fewer than at_most were taken within the window; returns when, or after what time one is free, how many are left, and after what time the oldest one leaves the window';
    comment on table audit_event is
      'append-only: the application''s role can insert and read, nothing else';
    comment on table auth_check_document is
      'a document that belongs to no patient, under a name that its user chose';
    comment on table auth_check_submission is
      'an upload of a document, with what was stated about its patient; the last one may still wait for its file';
    comment on table authorization_document is
      'a place in the object store whose bytes are analyzed; a replaced file is still the same document';
    comment on table bulk_import_row is
      'written in the transaction of the row: a row listed here is done and is never repeated';
    comment on table channel_ask is
      'the parts in which a record request was sent to a system';
    comment on table chart_check is
      'how a returned file compares with the patient; there is none for files older than the comparison';
    comment on table clinical_source is
      'for each run, the people in its answer whose records have a row';
    comment on table combined_chart is
      'what a combined chart was made from';
    comment on table company_sandbox_method is
      'rows of company_feature count in both environments; these count only in the sandbox';
    comment on table contact is
      'append-only: the application''s role can insert and read, nothing else';
    comment on table desk_bulk is
      'one action of an operator on several items of the desk';
    comment on table desk_operator is
      'members of our team; they belong to no company';
    comment on table desk_task is
      'who works on a waiting item, and until when it is snoozed; one row, so that two people can''t have it';
    comment on table desk_upload is
      'what an operator entered about a file before it arrives; the row is deleted when the file is attached';
    comment on table directory_endpoint is
      'where an organization receives electronic messages, as NPPES publishes it';
    comment on table directory_name is
      'other names of an organization: what it does business as, and former names';
    comment on table directory_site is
      'a place where an organization practices; shared by all companies, and read by no customer directly';
    comment on table disclosure is
      'append-only: the application''s role can insert and read, nothing else; 45 CFR 164.528';
    comment on table idempotency_key is
      'used by the release before idempotency_claim; a later release drops it';
    comment on table ledger_entry is
      'append-only: the application''s role can insert and read, nothing else';
    comment on table membership_project is
      'the projects of a member who doesn''t see all of them';
    comment on table object_removal is
      'objects of the store whose row is already gone, until they are removed';
    comment on table outbox_command is
      'starts and signals on their way to Temporal, sent in order for each workflow, at least once';
    comment on table outbox_event is
      'what happened, on its way to webhook endpoints; only ids, because the payload is built from the state at that time';
    comment on table rate_limit is
      'who is counted, and how many requests they made; unlogged: a crash of the database clears it';
    comment on table rate_limit_place is
      'the ring of the latest places of a key: place n is in slot n mod slots until a later one takes it';
    comment on table record_request_step is
      'append-only: the application''s role can insert and read, nothing else';
    comment on table request_list_columns is
      'the columns that a member chose; no row for the default ones';
    comment on table roster_entry is
      'a run on its way to a partner by roster; details are what is sent, as they were when the run started, and are emptied once sent';
    comment on table search_run is
      'one submission and its answer; the reason for a refusal and the explanation of a match are for operators';
    comment on table shown_page is
      'which pages of which version of an authorization were shown in a desk session: an approval needs one';
    comment on table supporting_document is
      'a paper that supports a patient''s authorization: a power of attorney, a death certificate';
    comment on table tracking is
      'what a user chose; without a choice, they track what they created and everything below what they track';
    comment on table webhook_classic_subscription is
      'kept when its endpoint is no longer Classic, for deliveries that are on their way';
    comment on table webhook_delivery is
      'partitioned by month: uid begins with the milliseconds of the event, and is derived from endpoint and event, so that there is one for both';
    comment on table webhook_inbox is
      'the latest deliveries of each company''s sandbox to endpoints without an address';
    comment on table webhook_notice is
      'an e-mail to the owner of an endpoint; written with its cause, and sent by a separate workflow';
    comment on table webhook_replay_item is
      'a delivery to be sent again, in the order of the events';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on column audit_event.changes is
      'the names of what a change changed; values only of a project''s closed sets, never of a patient';
    comment on column audit_event.reason is
      'why an operator did what is usually refused, in their words; never of a patient';
    comment on column auth_check.etag is
      'what the object store calls the bytes that this run reads';
    comment on column auth_check.extraction is
      'what was read, text included: patient data';
    comment on column auth_check.refusal is
      'why the bytes cannot be read, for good; null where they can';
    comment on column auth_check.suggested_status is
      'for the reviewer; never set of itself';
    comment on column auth_check_document.etag is
      'what the object store calls the bytes on file; null while none are';
    comment on column authorization_reread.decided_at is
      'when a person decided about the authorization since; null before that';
    comment on column bulk_import_row.made_uids is
      'the record requests that the row made; none of a dry run';
    comment on column bulk_import_row.row_number is
      'as a spreadsheet counts: the header is row 1';
    comment on column channel_ask.round is
      'counts the moves of the request when it was sent: those of the latest are asked';
    comment on column channel_ask.taken is
      'the documents that were stored, as the system calls them';
    comment on column combined_chart.made_from is
      'fingerprint of the deliverables: their uids, etags, names and folders';
    comment on column company.time_zone is
      'IANA name; its days are those of follow-ups';
    comment on column console_session.browser is
      'what the browser calls itself, cut: so that a person knows a session of theirs';
    comment on column console_session.token_hash is
      'SHA-256 of 256 random bits, which are in the browser''s cookie alone';
    comment on column daily_digest.told_until is
      'The next digest tells what came after this instant';
    comment on column desk_bulk_item.name is
      'what the queue called it when it was picked; it may not be there any more';
    comment on column desk_session.browser is
      'what the browser calls itself, cut: so that a person knows a session of theirs';
    comment on column desk_session.token_hash is
      'SHA-256 of 256 random bits, which are in the browser''s cookie alone';
    comment on column desk_sign_in_link.token_hash is
      'SHA-256 of 256 random bits, which are in the mail alone';
    comment on column desk_task.updated_at is
      'what was said before it began to wait counts no more';
    comment on column directory_site.deactivated_on is
      'no longer found, and kept: what was asked there stays explained';
    comment on column directory_site.is_synthetic is
      'made up: found on sandbox alone';
    comment on column directory_site.match_name is
      'without its spelling, as matching compares it; so are the other match_ columns';
    comment on column directory_site.place is
      'empty for the main practice location, else what a secondary one is told by';
    comment on column directory_site.updated_on is
      'when NPPES changed it last; an older file does not change it back';
    comment on column disclosure.facility is
      'name and address of the site that was asked, as they were then (45 CFR 164.528(b)(2)(ii)); null of searches, whose recipient is their partner';
    comment on column idempotency_claim.resource_uids is
      'what the request made; null while it runs';
    comment on column invitation.token_hash is
      'SHA-256 of 256 random bits, which are in the last mail alone';
    comment on column ledger_entry.project_uid is
      'of a search run; no foreign key: a run that is erased was billed all the same';
    comment on column ledger_entry.site_uid is
      'no foreign key: a site that is merged away was billed all the same';
    comment on column membership.ended_at is
      'when the person was removed: no role, no project and no key is left then';
    comment on column note.author_user_uid is
      'the user who wrote it; null: somebody of the delivery team';
    comment on column outbox_command.due_at is
      'when a sender may take the row; one that took it moves it ahead by its lease';
    comment on column outbox_event.detail is
      'of clinicalData.added: the source and how much of each kind was new; of aiResearch.completed: where it is read; nothing of a patient';
    comment on column outbox_event.only_user_uid is
      'whose endpoints alone are told; null: those of everyone who may see it';
    comment on column outbox_event.project_uid is
      'null of what is in no project, as a research about a site';
    comment on column outbox_event.search_status is
      'of an event about a search: where that search stood';
    comment on column passkey.credential_id is
      'by which an authenticator knows it; no secret';
    comment on column passkey_challenge.challenge_hash is
      'SHA-256 of 256 random bits, which are on a page alone; the row goes when it is answered';
    comment on column passkey_challenge.user_uid is
      'who adds a passkey; null: somebody signs in';
    comment on column patient.authorization_etag is
      'what the object store calls the bytes of the document that was noticed last; null: none';
    comment on column patient.authorization_expires_on is
      'the last day on which the authorization is valid; null where it has no date';
    comment on column patient.authorization_expiry_by is
      'who says when it expires; null until the document on file has been read';
    comment on column patient.authorization_notice_days is
      'the last notice that it expires, by its days; null where none was sent';
    comment on column patient.authorization_reason is
      'why the document on file is not accepted, beyond its status; null where the status says it all';
    comment on column patient.rested_search_status is
      'where search_status came to rest last; null until it has, and where it has not since this column';
    comment on column patient_search.is_armed_by_correction is
      'whether it is armed because a corrected identity left it without an answer';
    comment on column patient_search.refusals is
      'how often the request of this hash was refused in a row';
    comment on column patient_search.request_hash is
      'keyed hash of the request that was sent last; tells a corrected request from an unchanged one';
    comment on column patient_search.sequence is
      'owned by the workflow: a write with a lower number comes too late and changes nothing';
    comment on column rate_limit.oldest is
      'the number of the oldest place of the window, when it was last looked at';
    comment on column rate_limit.slots is
      'the size of the ring: the largest limit that was asked for';
    comment on column rate_limit.taken is
      'the number of the last place that was taken, counted from 1';
    comment on column record_request.assignee_membership_uid is
      'who works on it; counts while this member sees it. Not part of the API, so the version stays';
    comment on column record_request.channel is
      'how it was sent to its facility; null while it was not, and where the delivery team asked in a way of its own';
    comment on column record_request.follow_up_told_on is
      'the company''s day on which its follow-up was told last';
    comment on column record_request.is_held_by_correction is
      'the records that named its facility were withdrawn, and the customer has not confirmed it since';
    comment on column record_request.likely_duplicate_of_uid is
      'an earlier one of the same patient, site and kind whose dates overlap; for the delivery team to look at';
    comment on column record_request.named_site_uid is
      'the site as it was named, where that stands for another one by now; so it can be undone';
    comment on column record_request.reference is
      'as patient.reference, for this request alone';
    comment on column record_request.sequence is
      'counts the moves of the request: a write on the strength of a lower number comes too late and changes nothing';
    comment on column record_request_step.reason is
      'why, for the customer to read';
    comment on column record_request_step.sequence is
      'of the move, as the request counts them; 0 is its creation';
    comment on column request_packet.apart_because is
      'why the authorization could not be bound into the packet; null where it is, and for packets of before';
    comment on column request_packet.content_hash is
      'of what it was made from: other details, another authorization or address make it anew';
    comment on column request_packet.prepared_at is
      'null while its files are made';
    comment on column request_packet.sequence is
      'of the record request, while it is to be sent';
    comment on column returned_answer.sequence is
      'the moves of the request so far; after another one it is void';
    comment on column role.company_uid is
      'null: a role that every company has';
    comment on column search_run.new_visits is
      'rows that the run brought and its search had not brought before, for clinicalData.added';
    comment on column sign_in_link.token_hash is
      'SHA-256 of 256 random bits, which are in the mail alone';
    comment on column single_sign_on.secret_hash is
      'SHA-256 of 256 random bits, which are in the browser''s cookie alone; the row goes when it is used';
    comment on column site.key_hash is
      'of the natural key as it was named; null for a row that was made of the directory';
    comment on column site.match_hash is
      'of the name and address without their spelling; null where an NPI names the site';
    comment on column site.stands_for_uid is
      'the site of the same tenant that this one is, as an operator said; its rows are there meanwhile';
    comment on column site_research.started_by_uid is
      'who is told of its end, and billed';
    comment on column site_research_answer.findings is
      'label and value of each, about a facility; nothing of a patient';
    comment on column stored_file.etag is
      'null until the bytes of a document that was offered for upload are there';
    comment on column stored_file.pages is
      'counted when the file is read or made; null where it was not counted';
    comment on column stored_file.return_number is
      'which return of the site a deliverable came with, from 1';
    comment on column supporting_document.etag is
      'what the object store calls the bytes that the run reads';
    comment on column supporting_document.kind is
      'what it was read to be; null where that is not known';
    comment on column supporting_document.refusal is
      'why the bytes cannot be read, for good; null where they can';
    comment on column sweep_position.after_key is
      'the last key that was looked at; null begins anew';
    comment on column visit.named_site_uid is
      'the site as it was named, where that stands for another one by now; so it can be undone';
    comment on column webhook_attempt.response_headers is
      'those of an allow-list';
    comment on column webhook_classic_subscription.columns is
      'those that a change is told of, and that data holds';
    comment on column webhook_classic_subscription.told_by is
      'the event of the outbox that it is made of';
    comment on column webhook_delivery.expunged_at is
      'when its body and what receivers answered were removed for good';
    comment on column webhook_endpoint.channel is
      'email: a member is told by mail; inbox: kept here for a member of a sandbox to read';
    comment on column webhook_endpoint.custom_headers is
      'of the release before, which could not fill it';
    comment on column webhook_endpoint.disabled_by is
      'null beside disabled_at: by the release before this column';
    comment on column webhook_endpoint.is_classic is
      'of the old kind: told what webhook_classic_subscription says, in the old envelope';
    comment on column webhook_endpoint.previous_secret is
      'of the release before';
    comment on column webhook_endpoint.previous_secret_until is
      'of the release before';
    comment on column webhook_endpoint.replaced_secrets is
      'secrets before the current one that sign until their time is over: secret (sealed), from, until';
    comment on column webhook_endpoint.sealed_secret is
      'the signing secret, sealed with WEBHOOK_KEYS; null of what signs nothing';
    comment on column webhook_endpoint.secret is
      'of the release before: in clear, until a worker has sealed it';
    comment on function browse_fold(text) is
      'a text without capitals and accents; most have none, and are told by their length';
    comment on function browse_pattern(text) is
      'a part of a text for like: folded, its wildcards standing for themselves';
    comment on function browse_unaccent(text) is
      'immutable, since its rules change with PostgreSQL alone: after a change of them the indexes on search_text are made anew';
    comment on function drop_webhook_partitions(timestamp with time zone) is
      'drops the months of the delivery log that ended before; runs as the owner, so that the application role need not own them';
    comment on function empty_directory_staging() is
      'the application may truncate no table; emptied row by row, this one would grow with every part of a file';
    comment on function ensure_audit_partitions(integer) is
      'makes the monthly partitions of the audit trail ahead of time; runs as the owner, so that the application role need not own them';
    comment on function ensure_webhook_partitions(integer) is
      'makes the monthly partitions of the delivery log ahead of time; runs as the owner, so that the application role need not own them';
    comment on function file_name_key(text) is
      'what names of files are compared by: neither case nor Unicode form';
    comment on function first_uid_of(timestamp with time zone) is
      'before every uid (version 7) that was made at the instant or later';
    comment on function take_rate_limit_place(text,integer,bigint) is
      'takes a place if fewer than at_most were taken within the window; tells when it was taken, or after what time one is free; how many are left, and after what time the oldest one leaves the window';
    comment on table audit_event is
      'append-only: the application role may insert and read, nothing else';
    comment on table auth_check_document is
      'a document outside of any patient, under a name of its user''s own';
    comment on table auth_check_submission is
      'an upload of a document with what was stated of its patient; the last one may await its upload';
    comment on table authorization_document is
      'a place in the object store whose bytes are analysed; one that is replaced stays the same document';
    comment on table bulk_import_row is
      'written in the transaction of the row: a row that is here is done and is never done again';
    comment on table channel_ask is
      'the parts in which a record request was put to a system';
    comment on table chart_check is
      'how a returned file compares with the patient; none for files from before they were compared';
    comment on table clinical_source is
      'the people of answers whose records have a row, for every run';
    comment on table combined_chart is
      'what a file of the area combined was made from';
    comment on table company_sandbox_method is
      'rows of company_feature count in both environments; these count in the sandbox only';
    comment on table contact is
      'append-only: the application role may insert and read, nothing else';
    comment on table desk_bulk is
      'one thing that an operator does to many that wait at the desk';
    comment on table desk_operator is
      'people of the delivery team: members of no company';
    comment on table desk_task is
      'what operators said of something that waits: who has it, until when it is put off; one row, so that two cannot have it';
    comment on table desk_upload is
      'what an operator said of a file before it comes; the row goes when it is attached';
    comment on table directory_endpoint is
      'where an organisation takes electronic messages, as NPPES publishes it';
    comment on table directory_name is
      'the other names of an organisation: what it does business as, what it was called';
    comment on table directory_site is
      'a place where an organisation practises; the same for all, and read by no customer';
    comment on table disclosure is
      'append-only: the application role may insert and read, nothing else; 45 CFR 164.528';
    comment on table idempotency_key is
      'of the release before idempotency_claim; to be dropped by the release after it';
    comment on table ledger_entry is
      'append-only: the application role may insert and read, nothing else';
    comment on table membership_project is
      'the projects a member sees who does not see all of them';
    comment on table object_removal is
      'objects of the store whose row is gone, until they are';
    comment on table outbox_command is
      'starts and signals on their way to Temporal; sent in order per workflow, at least once';
    comment on table outbox_event is
      'what happened, to be fanned out to webhook endpoints; ids only, the payload is built from the state at that time';
    comment on table rate_limit is
      'who is counted, and how often they were let in; unlogged: a crash of the database forgets them';
    comment on table rate_limit_place is
      'the ring of the last places of a key: place n lies in slot n mod slots, until a later one takes it';
    comment on table record_request_step is
      'append-only: the application role may insert and read, nothing else';
    comment on table request_list_columns is
      'the columns that a member chose; none for the usual ones';
    comment on table roster_entry is
      'a run on its way to a partner by roster; details are what is sent, as it was when the run started, and empty once it is sent';
    comment on table search_run is
      'one submission to its answer; the reason of a refusal and the explanation of a match are for operators';
    comment on table shown_page is
      'which pages of which version of an authorization a desk session was shown: an approval needs one';
    comment on table supporting_document is
      'a paper beside a patient''s authorization: a power of attorney, a death certificate';
    comment on table tracking is
      'what a user said; where they said nothing, they track what they created and what lies below what they track';
    comment on table webhook_classic_subscription is
      'kept when its endpoint becomes one of the new kind, for deliveries that are on their way';
    comment on table webhook_delivery is
      'by month: uid begins with the milliseconds of the event, and is made of endpoint and event, so that it is one for both';
    comment on table webhook_inbox is
      'the last deliveries of each company''s sandbox to endpoints without an address';
    comment on table webhook_notice is
      'mail to the owner of an endpoint; written with what it tells, sent by a workflow of its own';
    comment on table webhook_replay_item is
      'a delivery to be sent once more, in the order of the events';
  `);
}
