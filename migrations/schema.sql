-- Written by `npm run schema:write` from migrations/, for reading and comparing: only the migrations make a schema.

create extension pg_trgm;

create extension unaccent;

create table api_key (
  uid uuid not null,
  membership_uid uuid not null,
  environment text not null,
  fingerprint bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  name text not null default 'Default'::text,
  is_default boolean not null default true,
  expires_at timestamp with time zone,
  replaced_by_uid uuid,
  constraint api_key_default_check CHECK (((NOT is_default) OR ((expires_at IS NULL) AND (replaced_by_uid IS NULL)))),
  constraint api_key_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint api_key_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint api_key_fingerprint_key UNIQUE (fingerprint),
  constraint api_key_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_key_pkey PRIMARY KEY (uid),
  constraint api_key_replaced_by_fk FOREIGN KEY (replaced_by_uid) REFERENCES api_key(uid)
);
CREATE INDEX api_key_membership_environment_idx ON public.api_key USING btree (membership_uid, environment, created_at);
CREATE UNIQUE INDEX api_key_membership_environment_key ON public.api_key USING btree (membership_uid, environment) WHERE ((revoked_at IS NULL) AND is_default);
comment on column api_key.fingerprint is 'HMAC-SHA256 of the key; the key itself is stored nowhere';
comment on column api_key.expires_at is 'when the key stops working; null: never';
comment on column api_key.replaced_by_uid is 'the key that was created when this one was rotated';
grant delete, insert, select, update on api_key to recordwell_app;

create table api_request (
  uid uuid not null,
  occurred_at timestamp with time zone not null,
  company_uid uuid not null,
  environment text not null,
  key_uid uuid not null,
  method text not null,
  path text,
  status integer not null,
  duration_ms integer not null,
  problem text,
  request_id text not null,
  constraint api_request_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint api_request_pkey PRIMARY KEY (occurred_at, uid)
) partition by RANGE (occurred_at);
CREATE INDEX api_request_company_idx ON ONLY public.api_request USING btree (company_uid, environment, occurred_at);
comment on column api_request.path is 'the template, never with an id; null for a path without an operation';
grant insert, select on api_request to recordwell_app;

create table api_request_default partition of api_request DEFAULT (
  uid uuid not null,
  occurred_at timestamp with time zone not null,
  company_uid uuid not null,
  environment text not null,
  key_uid uuid not null,
  method text not null,
  path text,
  status integer not null,
  duration_ms integer not null,
  problem text,
  request_id text not null,
  constraint api_request_default_pkey PRIMARY KEY (occurred_at, uid),
  constraint api_request_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text])))
);
CREATE INDEX api_request_default_company_uid_environment_occurred_at_idx ON public.api_request_default USING btree (company_uid, environment, occurred_at);

create table app_user (
  uid uuid not null,
  email text not null,
  name text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  last_signed_in_at timestamp with time zone,
  first_signed_in_at timestamp with time zone,
  is_service_account boolean not null default false,
  constraint app_user_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint app_user_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint app_user_pkey PRIMARY KEY (uid),
  constraint app_user_service_account_check CHECK ((is_service_account = (email ~~ '%@service-accounts.invalid'::text)))
);
CREATE UNIQUE INDEX app_user_email_key ON public.app_user USING btree (lower(email)) WHERE (deleted_at IS NULL);
comment on column app_user.is_service_account is 'owns keys, can''t sign in, and gets no e-mail';
grant delete, insert, select, update on app_user to recordwell_app;

create table audit_event (
  uid uuid not null,
  occurred_at timestamp with time zone not null,
  company_uid uuid,
  actor_kind text not null,
  actor_uid uuid,
  actor_name text,
  key_uid uuid,
  event text not null,
  resource_kind text,
  resource_uid uuid,
  outcome text not null,
  problem text,
  request_id text,
  changes jsonb,
  reason text,
  constraint audit_event_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['key'::text, 'operator'::text, 'service'::text, 'embed'::text, 'console'::text]))),
  constraint audit_event_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'refused'::text, 'failed'::text]))),
  constraint audit_event_pkey PRIMARY KEY (occurred_at, uid)
) partition by RANGE (occurred_at);
CREATE INDEX audit_event_company_idx ON ONLY public.audit_event USING btree (company_uid, occurred_at);
CREATE INDEX audit_event_resource_idx ON ONLY public.audit_event USING btree (resource_uid, occurred_at);
CREATE INDEX audit_event_trail_idx ON ONLY public.audit_event USING btree (resource_uid, occurred_at) WHERE (event !~~ '%.read'::text);
comment on table audit_event is 'append-only: the application''s role can insert and read, nothing else';
comment on column audit_event.changes is 'names of what changed; values only from fixed lists, never of a patient';
comment on column audit_event.reason is 'why an operator did what is usually refused, in their own words; never about a patient';
grant insert, select on audit_event to recordwell_app;

create table audit_event_default partition of audit_event DEFAULT (
  uid uuid not null,
  occurred_at timestamp with time zone not null,
  company_uid uuid,
  actor_kind text not null,
  actor_uid uuid,
  actor_name text,
  key_uid uuid,
  event text not null,
  resource_kind text,
  resource_uid uuid,
  outcome text not null,
  problem text,
  request_id text,
  changes jsonb,
  reason text,
  constraint audit_event_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['key'::text, 'operator'::text, 'service'::text, 'embed'::text, 'console'::text]))),
  constraint audit_event_default_pkey PRIMARY KEY (occurred_at, uid),
  constraint audit_event_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX audit_event_default_company_uid_occurred_at_idx ON public.audit_event_default USING btree (company_uid, occurred_at);
CREATE INDEX audit_event_default_resource_uid_occurred_at_idx ON public.audit_event_default USING btree (resource_uid, occurred_at);
CREATE INDEX audit_event_default_resource_uid_occurred_at_idx1 ON public.audit_event_default USING btree (resource_uid, occurred_at) WHERE (event !~~ '%.read'::text);

create table auth_check (
  document_uid uuid not null,
  run integer not null,
  status text not null,
  etag text not null,
  engine_version text not null,
  refusal text,
  extraction jsonb,
  verdicts jsonb,
  verdict_counts jsonb,
  suggested_status text,
  started_at timestamp with time zone not null,
  read_at timestamp with time zone,
  judged_at timestamp with time zone,
  constraint auth_check_discarded_check CHECK (((status <> 'discarded'::text) OR (extraction IS NULL))),
  constraint auth_check_document_fk FOREIGN KEY (document_uid) REFERENCES authorization_document(uid),
  constraint auth_check_judged_check CHECK (((status = 'judged'::text) = (verdicts IS NOT NULL))),
  constraint auth_check_pkey PRIMARY KEY (document_uid, run),
  constraint auth_check_run_check CHECK ((run >= 1)),
  constraint auth_check_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'read'::text, 'judged'::text, 'discarded'::text]))),
  constraint auth_check_verdicts_check CHECK (((verdicts IS NULL) = (verdict_counts IS NULL)))
);
CREATE UNIQUE INDEX auth_check_current_idx ON public.auth_check USING btree (document_uid) WHERE (status <> 'discarded'::text);
comment on column auth_check.etag is 'the object store''s name for the bytes that this run reads';
comment on column auth_check.refusal is 'why the bytes can never be read; null if they can';
comment on column auth_check.extraction is 'what was read, including text: patient data';
comment on column auth_check.suggested_status is 'for the reviewer; never set automatically';
grant delete, insert, select, update on auth_check to recordwell_app;

create table auth_check_document (
  uid uuid not null,
  company_uid uuid not null,
  environment text not null,
  user_uid uuid not null,
  file_name text not null,
  etag text,
  uploaded_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint auth_check_document_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint auth_check_document_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint auth_check_document_file_name_check CHECK (((octet_length(file_name) >= 1) AND (octet_length(file_name) <= 255))),
  constraint auth_check_document_name_key UNIQUE (company_uid, environment, user_uid, file_name),
  constraint auth_check_document_pkey PRIMARY KEY (uid),
  constraint auth_check_document_uid_fk FOREIGN KEY (uid) REFERENCES authorization_document(uid),
  constraint auth_check_document_upload_check CHECK (((etag IS NULL) = (uploaded_at IS NULL))),
  constraint auth_check_document_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
comment on table auth_check_document is 'a document that belongs to no patient, under a name that its user chose';
comment on column auth_check_document.etag is 'the object store''s name for the current bytes; null if there are none';
grant insert, select, update on auth_check_document to recordwell_app;

create table auth_check_submission (
  document_uid uuid not null,
  number integer not null,
  etag text,
  uploaded_at timestamp with time zone,
  first_name text,
  last_name text,
  date_of_birth date,
  reference_id text,
  stated_at timestamp with time zone not null,
  constraint auth_check_submission_document_fk FOREIGN KEY (document_uid) REFERENCES auth_check_document(uid),
  constraint auth_check_submission_number_check CHECK ((number >= 1)),
  constraint auth_check_submission_patient_check CHECK ((((first_name IS NULL) = (last_name IS NULL)) AND ((first_name IS NULL) = (date_of_birth IS NULL)))),
  constraint auth_check_submission_pkey PRIMARY KEY (document_uid, number),
  constraint auth_check_submission_reference_id_check CHECK (((length(reference_id) >= 1) AND (length(reference_id) <= 255))),
  constraint auth_check_submission_upload_check CHECK (((etag IS NULL) = (uploaded_at IS NULL)))
);
comment on table auth_check_submission is 'an upload of a document, with what was stated about its patient; the last one may still wait for its file';
grant delete, insert, select, update on auth_check_submission to recordwell_app;

create table authorization_document (
  uid uuid not null,
  company_uid uuid not null,
  owner_kind text not null,
  patient_uid uuid,
  storage_key text not null,
  created_at timestamp with time zone not null,
  constraint authorization_document_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint authorization_document_owner_check CHECK (((owner_kind = 'patient'::text) = (patient_uid IS NOT NULL))),
  constraint authorization_document_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['patient'::text, 'user'::text]))),
  constraint authorization_document_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint authorization_document_patient_key UNIQUE (patient_uid),
  constraint authorization_document_pkey PRIMARY KEY (uid),
  constraint authorization_document_storage_key_key UNIQUE (storage_key)
);
comment on table authorization_document is 'a place in the object store whose bytes are analyzed; a replaced file is still the same document';
grant delete, insert, select, update on authorization_document to recordwell_app;

create table authorization_reread (
  patient_uid uuid not null,
  etag text not null,
  engine_version text not null,
  started_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint authorization_reread_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint authorization_reread_pkey PRIMARY KEY (patient_uid)
);
CREATE INDEX authorization_reread_open_idx ON public.authorization_reread USING btree (started_at, patient_uid) WHERE (decided_at IS NULL);
comment on table authorization_reread is 'approved authorizations that were read again after the reader changed';
comment on column authorization_reread.decided_at is 'when a person has decided on the authorization since; null until then';
grant delete, insert, select, update on authorization_reread to recordwell_app;

create table authorization_step (
  patient_uid uuid not null,
  upload integer not null,
  step integer not null,
  kind text not null,
  at timestamp with time zone not null,
  etag text,
  actor jsonb,
  status text,
  reason text,
  failed jsonb,
  day date,
  constraint authorization_step_etag_check CHECK (((kind = 'uploaded'::text) = (etag IS NOT NULL))),
  constraint authorization_step_kind_check CHECK ((kind = ANY (ARRAY['uploaded'::text, 'checked'::text, 'decided'::text, 'dated'::text, 'revoked'::text, 'removed'::text]))),
  constraint authorization_step_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint authorization_step_pkey PRIMARY KEY (patient_uid, upload, step),
  constraint authorization_step_step_check CHECK ((step >= 1)),
  constraint authorization_step_upload_check CHECK ((upload >= 1))
);
comment on table authorization_step is 'what happened to each upload of an authorization, in order; rows are only added';
comment on column authorization_step.upload is 'the number of the upload among those of the patient';
comment on column authorization_step.etag is 'the object store''s name for the uploaded bytes';
comment on column authorization_step.actor is 'who did it, as shown to customers; null if unknown';
comment on column authorization_step.status is 'suggested by the check, or decided';
comment on column authorization_step.failed is 'the names of the checks that failed';
comment on column authorization_step.day is 'the last day on which the authorization is valid, or the day on which the patient revoked it';
grant insert, select on authorization_step to recordwell_app;

create table bulk_import (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  key_uid uuid,
  is_dry_run boolean not null,
  status text not null,
  failure text,
  failure_row integer,
  columns jsonb not null default '[]'::jsonb,
  row_count integer,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  failed_count integer not null default 0,
  warned_count integer not null default 0,
  has_result boolean not null default false,
  uploaded_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  kind text not null default 'patients'::text,
  membership_uid uuid,
  draft_uid uuid,
  mapping jsonb,
  headers_hash text,
  has_faulty_rows boolean not null default false,
  emails_member boolean not null default false,
  emailed_at timestamp with time zone,
  constraint bulk_import_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint bulk_import_key_fk FOREIGN KEY (key_uid) REFERENCES api_key(uid),
  constraint bulk_import_kind_check CHECK ((kind = ANY (ARRAY['patients'::text, 'recordRequests'::text]))),
  constraint bulk_import_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint bulk_import_pkey PRIMARY KEY (uid),
  constraint bulk_import_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid),
  constraint bulk_import_starter_check CHECK (((membership_uid IS NOT NULL) OR (key_uid IS NOT NULL))),
  constraint bulk_import_status_check CHECK ((status = ANY (ARRAY['AwaitingUpload'::text, 'Processing'::text, 'Completed'::text, 'Failed'::text])))
);
CREATE INDEX bulk_import_company_created_at_idx ON public.bulk_import USING btree (company_uid, created_at, uid);
CREATE INDEX bulk_import_headers_hash_idx ON public.bulk_import USING btree (company_uid, headers_hash, created_at) WHERE (headers_hash IS NOT NULL);
CREATE INDEX bulk_import_open_idx ON public.bulk_import USING btree (project_uid) WHERE (status = ANY (ARRAY['AwaitingUpload'::text, 'Processing'::text]));
CREATE INDEX bulk_import_project_created_at_idx ON public.bulk_import USING btree (project_uid, created_at, uid);
comment on column bulk_import.key_uid is 'the key that created it; null if a member did in the console';
comment on column bulk_import.columns is 'the header as it was understood: [{"header", "field"}]';
comment on column bulk_import.membership_uid is 'the member for whom the rows are imported; null if the previous release created it during a deployment';
comment on column bulk_import.draft_uid is 'the draft whose file it reads; null if its file was uploaded to it';
comment on column bulk_import.mapping is 'the columns as a member chose them, like import_draft.header; null if they are found by their names';
comment on column bulk_import.headers_hash is 'the names of the mapped columns, to suggest the mapping again';
comment on column bulk_import.has_faulty_rows is 'whether the rows that failed can be downloaded for a week';
comment on column bulk_import.emails_member is 'whether the member gets an e-mail when it ends';
grant insert, select, update on bulk_import to recordwell_app;

create table bulk_import_row (
  import_uid uuid not null,
  row_number integer not null,
  patient_id text,
  outcome text not null,
  errors jsonb not null,
  warnings jsonb not null,
  made_uids uuid[] not null default '{}'::uuid[],
  constraint bulk_import_row_import_fk FOREIGN KEY (import_uid) REFERENCES bulk_import(uid),
  constraint bulk_import_row_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'unchanged'::text, 'failed'::text]))),
  constraint bulk_import_row_pkey PRIMARY KEY (import_uid, row_number)
);
CREATE INDEX bulk_import_row_patient_id_idx ON public.bulk_import_row USING btree (import_uid, patient_id);
comment on table bulk_import_row is 'written in the transaction of the row: a row listed here is done and is never repeated';
comment on column bulk_import_row.row_number is 'as spreadsheets count: the header is row 1';
comment on column bulk_import_row.made_uids is 'the record requests that the row created; none in a dry run';
grant insert, select on bulk_import_row to recordwell_app;

create table channel_ask (
  uid uuid not null,
  company_uid uuid not null,
  record_request_uid uuid not null,
  round bigint not null,
  part integer not null,
  from_date date not null,
  to_date date not null,
  state text not null,
  taken text[] not null default '{}'::text[],
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint channel_ask_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint channel_ask_pkey PRIMARY KEY (uid),
  constraint channel_ask_record_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint channel_ask_record_request_uid_round_part_key UNIQUE (record_request_uid, round, part)
);
comment on table channel_ask is 'the parts in which a record request was sent to a system';
comment on column channel_ask.round is 'the request''s number of moves when it was sent: only those of the latest are asked about';
comment on column channel_ask.taken is 'the documents that are stored, by the system''s ids';
grant insert, select, update on channel_ask to recordwell_app;

create table chart_check (
  file_uid uuid not null,
  verdict text not null,
  others jsonb not null,
  read_at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint chart_check_file_fk FOREIGN KEY (file_uid) REFERENCES stored_file(uid) ON DELETE CASCADE,
  constraint chart_check_pkey PRIMARY KEY (file_uid),
  constraint chart_check_verdict_check CHECK ((verdict = ANY (ARRAY['matches'::text, 'mismatch'::text, 'notStated'::text, 'notReadable'::text])))
);
comment on table chart_check is 'how a returned file compares with the patient; there is none for files older than the comparison';
comment on column chart_check.others is 'whom the file names instead, with pages and grades; without names and birth dates once it is released';
comment on column chart_check.released_at is 'when an operator released a file that names another person';
grant insert, select, update on chart_check to recordwell_app;

create table clinical_source (
  row_uid uuid not null,
  source text not null,
  row_kind text not null,
  patient_uid uuid not null,
  run_uid uuid not null,
  created_at timestamp with time zone not null,
  candidate integer not null,
  constraint clinical_source_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint clinical_source_pkey PRIMARY KEY (row_uid, run_uid, candidate),
  constraint clinical_source_source_check CHECK ((source = ANY (ARRAY['siteSonar'::text, 'patientHistories'::text, 'ehrSearch'::text])))
);
CREATE INDEX clinical_source_patient_idx ON public.clinical_source USING btree (patient_uid);
CREATE INDEX clinical_source_run_idx ON public.clinical_source USING btree (run_uid);
comment on table clinical_source is 'for each run, the people in its answer whose records have a row';
grant delete, insert, select, update on clinical_source to recordwell_app;

create table combined_chart (
  file_uid uuid not null,
  made_from text not null,
  pages integer not null,
  constraint combined_chart_file_fk FOREIGN KEY (file_uid) REFERENCES stored_file(uid) ON DELETE CASCADE,
  constraint combined_chart_pages_check CHECK ((pages > 0)),
  constraint combined_chart_pkey PRIMARY KEY (file_uid)
);
comment on table combined_chart is 'what a combined chart was made from';
comment on column combined_chart.made_from is 'fingerprint of the deliverables: their uids, etags, names, and folders';
grant insert, select on combined_chart to recordwell_app;

create table company (
  uid uuid not null,
  id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  time_zone text not null default 'America/New_York'::text,
  address_lines text[] not null default '{}'::text[],
  requires_sign_on boolean not null default false,
  fee_limit_cents integer,
  constraint company_fee_limit_cents_check CHECK (((fee_limit_cents >= 1) AND (fee_limit_cents <= 1000000))),
  constraint company_id_check CHECK ((id ~ '^[A-Za-z0-9._~-]{1,64}$'::text)),
  constraint company_id_key UNIQUE (id),
  constraint company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint company_pkey PRIMARY KEY (uid)
);
comment on column company.time_zone is 'IANA name; follow-ups are due by its days';
comment on column company.address_lines is 'postal address, line by line, for the recipient of authorization forms; empty if it is not known';
comment on column company.requires_sign_on is 'whether its members sign in only at the identity provider, not with links and passkeys';
comment on column company.fee_limit_cents is 'fees up to this amount are approved at once; null if a member decides on each';
grant delete, insert, select, update on company to recordwell_app;

create table company_feature (
  company_uid uuid not null,
  feature text not null,
  approved_at timestamp with time zone not null,
  constraint company_feature_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint company_feature_feature_check CHECK ((feature = ANY (ARRAY['ehrSearch'::text, 'patientHistories'::text, 'authorizationPdf'::text, 'ial2Tokens'::text]))),
  constraint company_feature_pkey PRIMARY KEY (company_uid, feature)
);
grant delete, insert, select, update on company_feature to recordwell_app;

create table company_sandbox_method (
  company_uid uuid not null,
  method text not null,
  approved_at timestamp with time zone not null,
  constraint company_sandbox_method_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint company_sandbox_method_method_check CHECK ((method = ANY (ARRAY['authorizationPdf'::text, 'ial2Tokens'::text]))),
  constraint company_sandbox_method_pkey PRIMARY KEY (company_uid, method)
);
comment on table company_sandbox_method is 'rows of company_feature count in both environments; these count only in the sandbox';
grant delete, insert, select, update on company_sandbox_method to recordwell_app;

create table console_session (
  uid uuid not null,
  user_uid uuid not null,
  token_hash bytea not null,
  browser text not null,
  signed_in_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint console_session_browser_check CHECK ((length(browser) <= 200)),
  constraint console_session_pkey PRIMARY KEY (uid),
  constraint console_session_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint console_session_token_hash_key UNIQUE (token_hash),
  constraint console_session_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
CREATE INDEX console_session_signed_in_idx ON public.console_session USING btree (signed_in_at);
CREATE INDEX console_session_user_idx ON public.console_session USING btree (user_uid, signed_in_at);
comment on column console_session.token_hash is 'SHA-256 of 256 random bits that are only in the browser''s cookie';
comment on column console_session.browser is 'the browser''s name for itself, shortened, so that people recognize their sessions';
grant delete, insert, select, update on console_session to recordwell_app;

create table contact (
  uid uuid not null,
  company_uid uuid not null,
  record_request_uid uuid not null,
  contacted_on date not null,
  way text not null,
  person text,
  outcome text,
  next_on date,
  author jsonb not null,
  created_at timestamp with time zone not null,
  replaced_on date,
  constraint contact_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint contact_outcome_check CHECK (((length(outcome) >= 1) AND (length(outcome) <= 1000))),
  constraint contact_person_check CHECK (((length(person) >= 1) AND (length(person) <= 200))),
  constraint contact_pkey PRIMARY KEY (uid),
  constraint contact_record_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint contact_replaced_on_check CHECK (((replaced_on IS DISTINCT FROM next_on) OR (replaced_on IS NULL))),
  constraint contact_way_check CHECK ((way = ANY (ARRAY['fax'::text, 'phone'::text, 'mail'::text, 'portal'::text, 'email'::text, 'other'::text])))
);
CREATE INDEX contact_record_request_idx ON public.contact USING btree (record_request_uid, created_at, uid);
comment on table contact is 'append-only: the application''s role can insert and read, nothing else';
comment on column contact.replaced_on is 'the follow-up date of the record request that the contact replaced or cleared; null if it replaced none';
grant insert, select on contact to recordwell_app;

create table daily_digest (
  uid uuid not null,
  membership_uid uuid not null,
  environment text not null,
  mail_uid uuid not null,
  sent_on date,
  told_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint daily_digest_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  constraint daily_digest_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint daily_digest_membership_key UNIQUE (membership_uid, environment),
  constraint daily_digest_pkey PRIMARY KEY (uid)
);
comment on table daily_digest is 'A member''s choice to get a daily digest by e-mail';
comment on column daily_digest.mail_uid is 'The id of the next e-mail, kept when it is sent again';
comment on column daily_digest.sent_on is 'The day of the last digest, in the time zone of the company';
comment on column daily_digest.told_until is 'the next digest covers what came after this instant';
grant delete, insert, select, update on daily_digest to recordwell_app;

create table desk_bulk (
  uid uuid not null,
  operator_uid uuid not null,
  action text not null,
  until date,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint desk_bulk_action_check CHECK ((action = ANY (ARRAY['take'::text, 'release'::text, 'snooze'::text, 'preparePacket'::text, 'rearm'::text, 'verify'::text, 'enable'::text]))),
  constraint desk_bulk_operator_fk FOREIGN KEY (operator_uid) REFERENCES desk_operator(uid),
  constraint desk_bulk_pkey PRIMARY KEY (uid),
  constraint desk_bulk_until_check CHECK (((until IS NULL) = (action <> 'snooze'::text)))
);
CREATE INDEX desk_bulk_created_at_idx ON public.desk_bulk USING btree (created_at);
comment on table desk_bulk is 'one action of an operator on several items of the desk';
grant delete, insert, select, update on desk_bulk to recordwell_app;

create table desk_bulk_item (
  bulk_uid uuid not null,
  place integer not null,
  kind text not null,
  subject_uid uuid not null,
  company_uid uuid,
  name text not null,
  outcome text not null default 'waiting'::text,
  reason text,
  settled_at timestamp with time zone,
  tries integer not null default 0,
  constraint desk_bulk_item_bulk_fk FOREIGN KEY (bulk_uid) REFERENCES desk_bulk(uid) ON DELETE CASCADE,
  constraint desk_bulk_item_kind_check CHECK ((kind = ANY (ARRAY['authorization'::text, 'recordRequest'::text, 'search'::text, 'site'::text, 'exchange'::text, 'endpoint'::text, 'chart'::text, 'fee'::text]))),
  constraint desk_bulk_item_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text, 'gone'::text, 'failed'::text]))),
  constraint desk_bulk_item_pkey PRIMARY KEY (bulk_uid, place),
  constraint desk_bulk_item_settled_check CHECK (((outcome = 'waiting'::text) = (settled_at IS NULL))),
  constraint desk_bulk_item_subject_key UNIQUE (bulk_uid, kind, subject_uid)
);
comment on column desk_bulk_item.name is 'its name in the queue when it was selected; it may not be there anymore';
comment on column desk_bulk_item.reason is 'why it was refused: the sentence that the operator reads';
comment on column desk_bulk_item.tries is 'how often it failed because of a fault of ours';
grant delete, insert, select, update on desk_bulk_item to recordwell_app;

create table desk_operator (
  uid uuid not null,
  email text not null,
  name text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint desk_operator_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint desk_operator_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint desk_operator_pkey PRIMARY KEY (uid)
);
CREATE UNIQUE INDEX desk_operator_email_key ON public.desk_operator USING btree (lower(email)) WHERE (deleted_at IS NULL);
comment on table desk_operator is 'members of our team; they belong to no company';
grant insert, select, update on desk_operator to recordwell_app;

create table desk_sent_form (
  operator_uid uuid not null,
  form_key uuid not null,
  made_uid uuid,
  sent_at timestamp with time zone not null,
  constraint desk_sent_form_operator_fk FOREIGN KEY (operator_uid) REFERENCES desk_operator(uid),
  constraint desk_sent_form_pkey PRIMARY KEY (operator_uid, form_key)
);
CREATE INDEX desk_sent_form_sent_at_idx ON public.desk_sent_form USING btree (sent_at);
comment on table desk_sent_form is 'used by the release before sent_form; a later release drops it';
comment on column desk_sent_form.made_uid is 'what the form created; null only while it does';
grant delete, insert, select, update on desk_sent_form to recordwell_app;

create table desk_session (
  uid uuid not null,
  user_uid uuid not null,
  token_hash bytea not null,
  browser text not null,
  signed_in_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint desk_session_browser_check CHECK ((length(browser) <= 200)),
  constraint desk_session_pkey PRIMARY KEY (uid),
  constraint desk_session_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint desk_session_token_hash_key UNIQUE (token_hash),
  constraint desk_session_user_fk FOREIGN KEY (user_uid) REFERENCES desk_operator(uid)
);
CREATE INDEX desk_session_signed_in_idx ON public.desk_session USING btree (signed_in_at);
CREATE INDEX desk_session_user_idx ON public.desk_session USING btree (user_uid, signed_in_at);
comment on column desk_session.token_hash is 'SHA-256 of 256 random bits that are only in the browser''s cookie';
comment on column desk_session.browser is 'the browser''s name for itself, shortened, so that people recognize their sessions';
grant delete, insert, select, update on desk_session to recordwell_app;

create table desk_sign_in_link (
  uid uuid not null,
  user_uid uuid not null,
  token_hash bytea not null,
  return_path text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint desk_sign_in_link_pkey PRIMARY KEY (uid),
  constraint desk_sign_in_link_return_path_check CHECK ((length(return_path) <= 300)),
  constraint desk_sign_in_link_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint desk_sign_in_link_token_hash_key UNIQUE (token_hash),
  constraint desk_sign_in_link_user_fk FOREIGN KEY (user_uid) REFERENCES desk_operator(uid)
);
CREATE INDEX desk_sign_in_link_expires_idx ON public.desk_sign_in_link USING btree (expires_at);
CREATE INDEX desk_sign_in_link_user_idx ON public.desk_sign_in_link USING btree (user_uid, created_at);
comment on column desk_sign_in_link.token_hash is 'SHA-256 of 256 random bits that are only in the e-mail';
comment on column desk_sign_in_link.return_path is 'the page of the desk that the operator came from';
grant delete, insert, select, update on desk_sign_in_link to recordwell_app;

create table desk_task (
  kind text not null,
  subject_uid uuid not null,
  operator_uid uuid,
  taken_at timestamp with time zone,
  snoozed_until date,
  updated_at timestamp with time zone not null,
  constraint desk_task_kind_check CHECK ((kind = ANY (ARRAY['authorization'::text, 'recordRequest'::text, 'search'::text, 'site'::text, 'exchange'::text, 'endpoint'::text, 'chart'::text, 'fee'::text]))),
  constraint desk_task_operator_fk FOREIGN KEY (operator_uid) REFERENCES desk_operator(uid),
  constraint desk_task_pkey PRIMARY KEY (kind, subject_uid),
  constraint desk_task_taken_check CHECK (((operator_uid IS NULL) = (taken_at IS NULL)))
);
CREATE INDEX desk_task_operator_idx ON public.desk_task USING btree (operator_uid) WHERE (operator_uid IS NOT NULL);
CREATE INDEX desk_task_updated_at_idx ON public.desk_task USING btree (updated_at);
comment on table desk_task is 'who works on a waiting item, and until when it is snoozed; one row, so that two people can''t have it';
comment on column desk_task.updated_at is 'anything older than the start of the wait no longer counts';
grant delete, insert, select, update on desk_task to recordwell_app;

create table desk_upload (
  uid uuid not null,
  record_request_uid uuid not null,
  attached_as text not null,
  file_name text not null,
  is_new_return boolean not null,
  is_part_of_plan boolean not null,
  created_at timestamp with time zone not null,
  fee_uid uuid,
  constraint desk_upload_attached_as_check CHECK ((attached_as = ANY (ARRAY['deliverable'::text, 'document'::text, 'attachment'::text, 'invoice'::text]))),
  constraint desk_upload_fee_fk FOREIGN KEY (fee_uid) REFERENCES fee(uid) ON DELETE CASCADE,
  constraint desk_upload_pkey PRIMARY KEY (uid),
  constraint desk_upload_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid) ON DELETE CASCADE
);
CREATE INDEX desk_upload_created_at_idx ON public.desk_upload USING btree (created_at);
CREATE INDEX desk_upload_request_idx ON public.desk_upload USING btree (record_request_uid);
comment on table desk_upload is 'what an operator entered about a file before it arrives; the row is deleted when the file is attached';
comment on column desk_upload.fee_uid is 'the fee of an invoice';
grant delete, insert, select on desk_upload to recordwell_app;

create table diagnosis (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  visit_uid uuid not null,
  key_hash bytea not null,
  code_system text not null,
  code text not null,
  description text not null,
  diagnosed_on date not null,
  is_primary boolean not null,
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((((COALESCE(code, ''::text) || ''::text) || COALESCE(description, ''::text)) || ''::text) || COALESCE(code_system, ''::text)) || ''::text) || COALESCE(browse_day(diagnosed_on), ''::text)) || ''::text) || COALESCE((is_primary)::text, ''::text)))) stored,
  constraint diagnosis_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint diagnosis_patient_key_hash_key UNIQUE (patient_uid, key_hash),
  constraint diagnosis_pkey PRIMARY KEY (uid),
  constraint diagnosis_visit_fk FOREIGN KEY (visit_uid) REFERENCES visit(uid)
);
CREATE INDEX diagnosis_company_code_idx ON public.diagnosis USING btree (company_uid, code);
CREATE INDEX diagnosis_company_day_idx ON public.diagnosis USING btree (company_uid, diagnosed_on, uid) INCLUDE (project_uid);
CREATE INDEX diagnosis_company_discovered_idx ON public.diagnosis USING btree (company_uid, created_at, uid) INCLUDE (project_uid);
CREATE INDEX diagnosis_patient_day_idx ON public.diagnosis USING btree (patient_uid, diagnosed_on, uid) INCLUDE (company_uid, project_uid);
CREATE INDEX diagnosis_project_discovered_idx ON public.diagnosis USING btree (project_uid, created_at, uid) INCLUDE (company_uid);
CREATE INDEX diagnosis_search_text_idx ON public.diagnosis USING gin (search_text gin_trgm_ops);
CREATE INDEX diagnosis_visit_idx ON public.diagnosis USING btree (visit_uid);
grant delete, insert, select, update on diagnosis to recordwell_app;

create table directory_deactivation (
  npi text not null,
  deactivated_on date not null,
  constraint directory_deactivation_pkey PRIMARY KEY (npi)
);
comment on table directory_deactivation is 'NPIs that were deactivated before the directory had them, so that an older file doesn''t bring them in';
grant insert, select, update on directory_deactivation to recordwell_app;

create table directory_endpoint (
  npi text not null,
  key_hash bytea not null,
  kind text not null,
  address text not null,
  use text,
  content text,
  constraint directory_endpoint_pkey PRIMARY KEY (npi, key_hash)
);
comment on table directory_endpoint is 'where an organization receives electronic messages, as NPPES publishes it';
grant delete, insert, select, update on directory_endpoint to recordwell_app;

create table directory_listing (
  npi text not null,
  kind text not null,
  listed_on date,
  import_uid uuid,
  constraint directory_listing_kind_check CHECK ((kind = ANY (ARRAY['location'::text, 'name'::text, 'endpoint'::text]))),
  constraint directory_listing_pkey PRIMARY KEY (npi, kind)
);
comment on table directory_listing is 'how new the other locations, names, or endpoints of an organization are: their files have no dates';
comment on column directory_listing.listed_on is 'the date of the newest file that listed them; null if it has none';
comment on column directory_listing.import_uid is 'the import of that file, whose other lines belong to it';
grant insert, select, update on directory_listing to recordwell_app;

create table directory_name (
  npi text not null,
  match_name text not null,
  name text not null,
  constraint directory_name_pkey PRIMARY KEY (npi, match_name)
);
comment on table directory_name is 'other names of an organization: what it does business as, and former names';
grant delete, insert, select, update on directory_name to recordwell_app;

create table directory_site (
  uid uuid not null,
  npi text not null,
  place text not null,
  is_synthetic boolean not null,
  name text not null,
  match_name text not null,
  system_name text,
  address_line_1 text not null,
  match_line text not null,
  address_line_2 text,
  city text not null,
  match_city text not null,
  state text not null,
  zip text not null,
  zip_5 text not null,
  phone text,
  fax text,
  updated_on date,
  deactivated_on date,
  constraint directory_site_npi_place_key UNIQUE (npi, place),
  constraint directory_site_pkey PRIMARY KEY (uid)
);
CREATE INDEX directory_site_match_name_idx ON public.directory_site USING gin (match_name gin_trgm_ops);
CREATE INDEX directory_site_state_match_city_idx ON public.directory_site USING btree (state, match_city);
CREATE INDEX directory_site_zip_5_match_line_idx ON public.directory_site USING btree (zip_5, match_line);
comment on table directory_site is 'a place where an organization practices; shared by all companies, and read by no customer directly';
comment on column directory_site.place is 'empty for the main practice location; otherwise what identifies a secondary one';
comment on column directory_site.is_synthetic is 'made up: found only in the sandbox';
comment on column directory_site.match_name is 'the name in the form that matching compares, as in the other match_ columns';
comment on column directory_site.updated_on is 'when NPPES last changed it; an older file doesn''t change it back';
comment on column directory_site.deactivated_on is 'no longer found, but kept, so that earlier requests still make sense';
grant delete, insert, select, update on directory_site to recordwell_app;

create unlogged table directory_staging (
  npi text not null,
  place text not null,
  is_synthetic boolean not null,
  name text not null,
  match_name text not null,
  system_name text,
  address_line_1 text not null,
  match_line text not null,
  address_line_2 text,
  city text not null,
  match_city text not null,
  state text not null,
  zip text not null,
  zip_5 text not null,
  phone text,
  fax text,
  updated_on date,
  constraint directory_staging_pkey PRIMARY KEY (npi, place)
);
comment on table directory_staging is 'rows of a file on their way into the directory; empty between transactions';
grant insert, select on directory_staging to recordwell_app;

create table disclosure (
  uid uuid not null,
  company_uid uuid not null,
  patient_uid uuid not null,
  recipient text not null,
  asked text not null,
  subject_uid uuid not null,
  purpose text not null,
  purpose_code text not null,
  basis text not null,
  document_etag text,
  disclosed_at timestamp with time zone not null,
  facility text,
  constraint disclosure_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint disclosure_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint disclosure_pkey PRIMARY KEY (uid)
);
CREATE INDEX disclosure_patient_idx ON public.disclosure USING btree (patient_uid, disclosed_at, uid);
comment on table disclosure is 'append-only: the application''s role can insert and read, nothing else; 45 CFR 164.528';
comment on column disclosure.asked is 'the search or the kind of record request';
comment on column disclosure.subject_uid is 'the run of the search, or the record request';
comment on column disclosure.document_etag is 'which authorization was on file';
comment on column disclosure.facility is 'name and address of the site as they were then (45 CFR 164.528(b)(2)(ii)); null for searches, whose recipient is their partner';
grant insert, select on disclosure to recordwell_app;

create table fee (
  uid uuid not null,
  company_uid uuid not null,
  record_request_uid uuid not null,
  amount_cents integer not null,
  basis text not null,
  needs_prepayment boolean not null,
  note text,
  invoice_file_uid uuid,
  status text not null,
  is_within_limit boolean not null,
  responder jsonb,
  responded_at timestamp with time zone,
  message text,
  question text,
  answer text,
  settled_at timestamp with time zone,
  paid_on date,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint fee_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 1000000))),
  constraint fee_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 1000))),
  constraint fee_basis_check CHECK ((basis = ANY (ARRAY['perPage'::text, 'flat'::text, 'stateCap'::text, 'searchFee'::text]))),
  constraint fee_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint fee_invoice_file_fk FOREIGN KEY (invoice_file_uid) REFERENCES stored_file(uid),
  constraint fee_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint fee_note_check CHECK (((length(note) >= 1) AND (length(note) <= 1000))),
  constraint fee_pkey PRIMARY KEY (uid),
  constraint fee_question_check CHECK (((length(question) >= 1) AND (length(question) <= 1000))),
  constraint fee_record_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint fee_status_check CHECK ((status = ANY (ARRAY['WaitingForApproval'::text, 'Approved'::text, 'Rejected'::text, 'Questioned'::text, 'Withdrawn'::text])))
);
CREATE INDEX fee_for_support_idx ON public.fee USING btree (record_request_uid) WHERE ((status = 'Questioned'::text) OR ((status = 'Rejected'::text) AND (settled_at IS NULL)) OR ((status = 'Approved'::text) AND (paid_on IS NULL)));
CREATE INDEX fee_invoice_file_idx ON public.fee USING btree (invoice_file_uid);
CREATE INDEX fee_record_request_idx ON public.fee USING btree (record_request_uid, created_at, uid);
CREATE INDEX fee_waiting_idx ON public.fee USING btree (company_uid) WHERE (status = 'WaitingForApproval'::text);
comment on table fee is 'what a facility asks for records of a request, and what the customer decided';
comment on column fee.is_within_limit is 'whether the limit of the company approved it, not a member';
comment on column fee.responder is 'the member who approved, rejected, or asked last';
comment on column fee.settled_at is 'when support entered another fee after a rejection, or closed the rejected one';
grant insert, select, update on fee to recordwell_app;

create table fee_mail_choice (
  membership_uid uuid not null,
  environment text not null,
  created_at timestamp with time zone not null,
  constraint fee_mail_choice_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  constraint fee_mail_choice_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint fee_mail_choice_pkey PRIMARY KEY (membership_uid, environment)
);
comment on table fee_mail_choice is 'who gets an e-mail when a fee waits for approval';
grant delete, insert, select on fee_mail_choice to recordwell_app;

create table fee_notice (
  uid uuid not null,
  membership_uid uuid not null,
  fee_uid uuid not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint fee_notice_fee_fk FOREIGN KEY (fee_uid) REFERENCES fee(uid),
  constraint fee_notice_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint fee_notice_pkey PRIMARY KEY (uid)
);
CREATE INDEX fee_notice_created_at_idx ON public.fee_notice USING btree (created_at);
CREATE INDEX fee_notice_membership_idx ON public.fee_notice USING btree (membership_uid, sent_at);
comment on table fee_notice is 'one e-mail to one member about one fee, sent by its own workflow';
grant delete, insert, select, update on fee_notice to recordwell_app;

create table file_review (
  file_uid uuid not null,
  etag text not null,
  reviewed_by jsonb not null,
  reviewed_at timestamp with time zone not null,
  constraint file_review_file_fk FOREIGN KEY (file_uid) REFERENCES stored_file(uid) ON DELETE CASCADE,
  constraint file_review_pkey PRIMARY KEY (file_uid)
);
comment on table file_review is 'files that a member has reviewed; a replaced file counts as not reviewed';
comment on column file_review.etag is 'of the bytes that were reviewed';
grant delete, insert, select, update on file_review to recordwell_app;

create table idempotency_claim (
  membership_uid uuid not null,
  environment text not null,
  key text not null,
  request_hash bytea not null,
  claimed_at timestamp with time zone not null,
  resource_uids uuid[],
  constraint idempotency_claim_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint idempotency_claim_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_claim_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid) ON DELETE CASCADE,
  constraint idempotency_claim_pkey PRIMARY KEY (membership_uid, environment, key),
  constraint idempotency_claim_resource_uids_check CHECK ((cardinality(resource_uids) > 0))
);
CREATE INDEX idempotency_claim_claimed_at_idx ON public.idempotency_claim USING btree (claimed_at);
comment on column idempotency_claim.resource_uids is 'what the request created; null while it runs';
grant delete, insert, select, update on idempotency_claim to recordwell_app;

create table idempotency_key (
  company_uid uuid not null,
  environment text not null,
  key text not null,
  request_hash bytea not null,
  claimed_at timestamp with time zone not null,
  response_status integer,
  response_headers jsonb,
  response_body bytea,
  constraint idempotency_key_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint idempotency_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_key_pkey PRIMARY KEY (company_uid, environment, key)
);
CREATE INDEX idempotency_key_claimed_at_idx ON public.idempotency_key USING btree (claimed_at);
comment on table idempotency_key is 'used by the release before idempotency_claim; a later release drops it';
grant delete, insert, select, update on idempotency_key to recordwell_app;

create table import_draft (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  membership_uid uuid not null,
  kind text not null,
  etag text,
  failure text,
  header jsonb,
  chosen jsonb,
  dry_run_uid uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint import_draft_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint import_draft_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint import_draft_pkey PRIMARY KEY (uid),
  constraint import_draft_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid)
);
CREATE INDEX import_draft_membership_idx ON public.import_draft USING btree (membership_uid, project_uid, created_at);
CREATE INDEX import_draft_updated_at_idx ON public.import_draft USING btree (updated_at);
comment on table import_draft is 'a bulk import that a member prepares in the console: the row goes when it runs, as a bulk_import with the same uid, or a day after the last step';
comment on column import_draft.etag is 'of the file that was read; null until one arrived';
comment on column import_draft.failure is 'why that file can''t be read';
comment on column import_draft.header is 'where the column names are, and the fields that they were taken for: {"sheet", "row", "columns": [{"header", "field"}]}';
comment on column import_draft.chosen is 'the same columns with the fields that the member chose';
comment on column import_draft.dry_run_uid is 'the latest dry run of the file with the chosen columns';
grant delete, insert, select, update on import_draft to recordwell_app;

create table invitation (
  uid uuid not null,
  company_uid uuid not null,
  email text not null,
  name text not null,
  role_uid uuid not null,
  sees_all_projects boolean not null,
  token_hash bytea not null,
  invited_by_user_uid uuid not null,
  sent_count integer not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  constraint invitation_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint invitation_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint invitation_invited_by_fk FOREIGN KEY (invited_by_user_uid) REFERENCES app_user(uid),
  constraint invitation_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint invitation_pkey PRIMARY KEY (uid),
  constraint invitation_role_fk FOREIGN KEY (role_uid) REFERENCES role(uid),
  constraint invitation_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint invitation_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX invitation_company_email_key ON public.invitation USING btree (company_uid, lower(email)) WHERE ((accepted_at IS NULL) AND (taken_back_at IS NULL));
CREATE INDEX invitation_company_idx ON public.invitation USING btree (company_uid, created_at);
CREATE INDEX invitation_sent_idx ON public.invitation USING btree (sent_at);
comment on column invitation.token_hash is 'SHA-256 of 256 random bits that are only in the latest e-mail';
grant delete, insert, select, update on invitation to recordwell_app;

create table invitation_project (
  invitation_uid uuid not null,
  project_uid uuid not null,
  constraint invitation_project_invitation_fk FOREIGN KEY (invitation_uid) REFERENCES invitation(uid) ON DELETE CASCADE,
  constraint invitation_project_pkey PRIMARY KEY (invitation_uid, project_uid),
  constraint invitation_project_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid)
);
grant delete, insert, select, update on invitation_project to recordwell_app;

create table lab_result (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  visit_uid uuid,
  key_hash bytea not null,
  loinc_code text,
  name text not null,
  value text not null,
  numeric_value numeric,
  unit text,
  reference_range text,
  abnormal_flag text,
  collected_on date not null,
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((((((((((COALESCE(loinc_code, ''::text) || ''::text) || COALESCE(name, ''::text)) || ''::text) || COALESCE(value, ''::text)) || ''::text) || COALESCE((numeric_value)::text, ''::text)) || ''::text) || COALESCE(unit, ''::text)) || ''::text) || COALESCE(reference_range, ''::text)) || ''::text) || COALESCE(abnormal_flag, ''::text)) || ''::text) || COALESCE(browse_day(collected_on), ''::text)))) stored,
  constraint lab_result_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint lab_result_patient_key_hash_key UNIQUE (patient_uid, key_hash),
  constraint lab_result_pkey PRIMARY KEY (uid),
  constraint lab_result_visit_fk FOREIGN KEY (visit_uid) REFERENCES visit(uid)
);
CREATE INDEX lab_result_company_day_idx ON public.lab_result USING btree (company_uid, collected_on, uid) INCLUDE (project_uid);
CREATE INDEX lab_result_company_discovered_idx ON public.lab_result USING btree (company_uid, created_at, uid) INCLUDE (project_uid);
CREATE INDEX lab_result_company_loinc_idx ON public.lab_result USING btree (company_uid, loinc_code);
CREATE INDEX lab_result_patient_day_idx ON public.lab_result USING btree (patient_uid, collected_on, uid) INCLUDE (company_uid, project_uid);
CREATE INDEX lab_result_project_discovered_idx ON public.lab_result USING btree (project_uid, created_at, uid) INCLUDE (company_uid);
CREATE INDEX lab_result_search_text_idx ON public.lab_result USING gin (search_text gin_trgm_ops);
CREATE INDEX lab_result_visit_idx ON public.lab_result USING btree (visit_uid);
grant delete, insert, select, update on lab_result to recordwell_app;

create table ledger_entry (
  uid uuid not null,
  company_uid uuid not null,
  user_uid uuid,
  environment text not null,
  action text not null,
  site_uid uuid,
  occurred_at timestamp with time zone not null,
  project_uid uuid,
  search_run_uid uuid,
  last_names integer,
  units integer not null default 1,
  constraint ledger_entry_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint ledger_entry_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint ledger_entry_pkey PRIMARY KEY (uid),
  constraint ledger_entry_run_check CHECK ((num_nulls(search_run_uid, project_uid, last_names) = ANY (ARRAY[0, 3]))),
  constraint ledger_entry_search_run_uid_key UNIQUE (search_run_uid),
  constraint ledger_entry_units_check CHECK ((units > 0)),
  constraint ledger_entry_user_check CHECK (((user_uid IS NOT NULL) OR (search_run_uid IS NOT NULL))),
  constraint ledger_entry_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
CREATE INDEX ledger_entry_company_idx ON public.ledger_entry USING btree (company_uid, occurred_at, uid);
CREATE INDEX ledger_entry_time_idx ON public.ledger_entry USING btree (occurred_at, uid);
comment on table ledger_entry is 'append-only: the application''s role can insert and read, nothing else';
comment on column ledger_entry.site_uid is 'no foreign key: a site that is merged away was billed anyway';
comment on column ledger_entry.project_uid is 'of a search run; no foreign key: a run that is erased was billed anyway';
comment on column ledger_entry.search_run_uid is 'one entry per run; no foreign key, as for project_uid';
comment on column ledger_entry.last_names is 'of a search run: how many last names it searched for';
comment on column ledger_entry.units is 'what the fee scales with: the last names of a search run, or 1';
grant insert, select on ledger_entry to recordwell_app;

create table membership (
  uid uuid not null,
  company_uid uuid not null,
  user_uid uuid not null,
  role_uid uuid,
  sees_all_projects boolean not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint membership_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint membership_company_user_key UNIQUE (company_uid, user_uid),
  constraint membership_pkey PRIMARY KEY (uid),
  constraint membership_role_fk FOREIGN KEY (role_uid) REFERENCES role(uid),
  constraint membership_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
CREATE INDEX membership_user_idx ON public.membership USING btree (user_uid);
comment on column membership.ended_at is 'when the person was removed, with role, projects, and keys';
grant delete, insert, select, update on membership to recordwell_app;

create table membership_project (
  membership_uid uuid not null,
  project_uid uuid not null,
  constraint membership_project_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid) ON DELETE CASCADE,
  constraint membership_project_pkey PRIMARY KEY (membership_uid, project_uid),
  constraint membership_project_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid)
);
comment on table membership_project is 'the projects of a member who doesn''t see all of them';
grant delete, insert, select, update on membership_project to recordwell_app;

create table note (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  record_request_uid uuid not null,
  content text not null,
  author jsonb not null,
  author_user_uid uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint note_author_user_fk FOREIGN KEY (author_user_uid) REFERENCES app_user(uid),
  constraint note_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint note_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint note_pkey PRIMARY KEY (uid),
  constraint note_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid),
  constraint note_record_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid)
);
CREATE INDEX note_record_request_idx ON public.note USING btree (record_request_uid, created_at, uid);
comment on column note.author_user_uid is 'the user who wrote it; null if our team did';
grant insert, select, update on note to recordwell_app;

create table object_removal (
  storage_key text not null,
  due_at timestamp with time zone not null,
  constraint object_removal_pkey PRIMARY KEY (storage_key, due_at)
);
CREATE INDEX object_removal_due_idx ON public.object_removal USING btree (due_at);
comment on table object_removal is 'objects of the store whose row is already gone, until they are removed';
grant delete, insert, select, update on object_removal to recordwell_app;

create table outbox_command (
  id bigint not null generated always as identity,
  dedupe_key text not null,
  workflow_type text not null,
  workflow_id text not null,
  signal text,
  args jsonb not null,
  search_attributes jsonb not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  last_fault text,
  constraint outbox_command_dedupe_key_key UNIQUE (dedupe_key),
  constraint outbox_command_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_command_sent_at_idx ON public.outbox_command USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_command_unsent_idx ON public.outbox_command USING btree (id) WHERE (sent_at IS NULL);
CREATE INDEX outbox_command_unsent_workflow_idx ON public.outbox_command USING btree (workflow_id, id) WHERE (sent_at IS NULL);
comment on table outbox_command is 'starts and signals on their way to Temporal, sent in order for each workflow, at least once';
comment on column outbox_command.due_at is 'when a sender may take the row; a sender that took it moves this ahead by its lease';
grant delete, insert, select, update on outbox_command to recordwell_app;

create table outbox_event (
  id bigint not null generated always as identity,
  uid uuid not null,
  event_type text not null,
  company_uid uuid not null,
  project_uid uuid,
  patient_uid uuid,
  record_kind text not null,
  record_uid uuid not null,
  tracked_by_user_uid uuid,
  is_sandbox boolean not null,
  changed text[] not null,
  emitted_at timestamp with time zone not null,
  fanned_out_at timestamp with time zone,
  search_status text,
  detail jsonb,
  only_user_uid uuid,
  authorization_status text,
  constraint outbox_event_pkey PRIMARY KEY (id),
  constraint outbox_event_uid_key UNIQUE (uid)
);
CREATE INDEX outbox_event_company_idx ON public.outbox_event USING btree (company_uid, emitted_at);
CREATE INDEX outbox_event_waiting_idx ON public.outbox_event USING btree (id) WHERE (fanned_out_at IS NULL);
comment on table outbox_event is 'what happened, on its way to webhook endpoints; only ids, because the payload is built from the state at that time';
comment on column outbox_event.project_uid is 'null if it is in no project, like site research';
comment on column outbox_event.search_status is 'of an event about a search: the search''s status then';
comment on column outbox_event.detail is 'of clinicalData.added: the source, and how many of each kind are new; of aiResearch.completed: where it can be read; nothing about a patient';
comment on column outbox_event.only_user_uid is 'the only user whose endpoints receive it; null if everyone''s do who may see it';
comment on column outbox_event.authorization_status is 'of an event about an authorization: the status that it was raised for';
grant delete, insert, select, update on outbox_event to recordwell_app;

create table passkey (
  uid uuid not null,
  user_uid uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint passkey_pkey PRIMARY KEY (uid),
  constraint passkey_public_key_check CHECK ((octet_length(public_key) <= 2048)),
  constraint passkey_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
CREATE INDEX passkey_user_idx ON public.passkey USING btree (user_uid, created_at);
comment on column passkey.credential_id is 'the authenticator''s name for it; not a secret';
grant delete, insert, select, update on passkey to recordwell_app;

create table passkey_challenge (
  uid uuid not null,
  user_uid uuid,
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint passkey_challenge_challenge_hash_key UNIQUE (challenge_hash),
  constraint passkey_challenge_pkey PRIMARY KEY (uid),
  constraint passkey_challenge_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
CREATE INDEX passkey_challenge_expires_idx ON public.passkey_challenge USING btree (expires_at);
comment on column passkey_challenge.user_uid is 'who adds a passkey; null for a sign-in';
comment on column passkey_challenge.challenge_hash is 'SHA-256 of 256 random bits that are only on one page; the row is deleted when it is answered';
grant delete, insert, select, update on passkey_challenge to recordwell_app;

create table patient (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  id text not null,
  first_name text not null,
  last_names text[] not null,
  date_of_birth date not null,
  sex text,
  zip_codes text[] not null,
  city text,
  state text,
  mobile text,
  email text,
  date_of_death date,
  authorization_status text not null,
  search_status text not null,
  authorization_etag text,
  authorization_uploaded_at timestamp with time zone,
  created_by_user_uid uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((COALESCE(id, ''::text) || ''::text) || COALESCE(first_name, ''::text)) || ''::text) || COALESCE(last_names[1], ''::text)) || ''::text) || COALESCE(reference, ''::text)))) stored,
  rested_search_status text,
  authorization_expires_on date,
  authorization_expiry_by text,
  authorization_revoked_on date,
  authorization_notice_days integer,
  identity_version integer not null default 1,
  authorization_reason text,
  reference text,
  constraint patient_authorization_expiry_by_check CHECK ((authorization_expiry_by = ANY (ARRAY['document'::text, 'reviewer'::text]))),
  constraint patient_authorization_notice_days_check CHECK ((authorization_notice_days = ANY (ARRAY[30, 7]))),
  constraint patient_authorization_status_check CHECK ((authorization_status = ANY (ARRAY['NeedsApproval'::text, 'Approved'::text, 'WrongPatientName'::text, 'WrongDateOfBirth'::text, 'MissingZip'::text, 'MissingGender'::text, 'WrongDateOfService'::text, 'MissingSignature'::text, 'MissingPowerOfAttorney'::text, 'MissingProofOfGuardianship'::text, 'MissingRedisclosureSmt'::text]))),
  constraint patient_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint patient_created_by_user_fk FOREIGN KEY (created_by_user_uid) REFERENCES app_user(uid),
  constraint patient_id_check CHECK ((id ~ '^[A-Za-z0-9._~-]{1,64}$'::text)),
  constraint patient_last_names_check CHECK (((cardinality(last_names) >= 1) AND (cardinality(last_names) <= 10))),
  constraint patient_pkey PRIMARY KEY (uid),
  constraint patient_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid),
  constraint patient_project_id_key UNIQUE (project_uid, id),
  constraint patient_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 255))),
  constraint patient_search_status_check CHECK ((search_status = ANY (ARRAY['Inactive'::text, 'Processing'::text, 'Completed'::text, 'NoHit'::text, 'AmbiguousIdentity'::text, 'MissingZipCode'::text, 'RequestRejected'::text, 'DeceasedBeforeClinicalData'::text]))),
  constraint patient_sex_check CHECK ((sex = ANY (ARRAY['Male'::text, 'Female'::text, 'Other'::text, 'Unknown'::text]))),
  constraint patient_zip_codes_check CHECK ((cardinality(zip_codes) <= 20))
);
CREATE INDEX patient_authorization_expiring_idx ON public.patient USING btree (authorization_expires_on) WHERE ((authorization_status = 'Approved'::text) AND (authorization_expires_on IS NOT NULL));
CREATE INDEX patient_authorization_unread_idx ON public.patient USING btree (uid) WHERE ((authorization_etag IS NOT NULL) AND (authorization_expiry_by IS NULL));
CREATE INDEX patient_authorization_uploaded_at_idx ON public.patient USING btree (authorization_uploaded_at, uid) WHERE ((authorization_status = 'NeedsApproval'::text) AND (authorization_etag IS NOT NULL));
CREATE INDEX patient_created_by_idx ON public.patient USING btree (created_by_user_uid) WHERE (created_by_user_uid IS NOT NULL);
CREATE INDEX patient_date_of_birth_idx ON public.patient USING btree (date_of_birth, created_at, uid);
CREATE INDEX patient_project_authorization_status_idx ON public.patient USING btree (project_uid, authorization_status, created_at, uid);
CREATE INDEX patient_project_created_at_idx ON public.patient USING btree (project_uid, created_at, uid);
CREATE INDEX patient_project_expires_on_idx ON public.patient USING btree (project_uid, authorization_expires_on) WHERE ((authorization_status = 'Approved'::text) AND (authorization_expires_on IS NOT NULL));
CREATE INDEX patient_project_name_idx ON public.patient USING btree (project_uid, (last_names[1]), first_name, uid);
CREATE INDEX patient_project_revoked_idx ON public.patient USING btree (project_uid) WHERE (authorization_revoked_on IS NOT NULL);
CREATE INDEX patient_project_search_status_idx ON public.patient USING btree (project_uid, search_status, created_at, uid);
CREATE INDEX patient_search_text_idx ON public.patient USING gin (search_text gin_trgm_ops);
comment on column patient.search_status is 'derived from patient_search by src/domain/searches; stored so that lists can filter by it';
comment on column patient.authorization_etag is 'the object store''s name for the bytes of the latest document; null if there is none';
comment on column patient.rested_search_status is 'the last search_status that wasn''t temporary; null if there was none since this column exists';
comment on column patient.authorization_expires_on is 'the last day on which the authorization is valid; null if it has no date';
comment on column patient.authorization_expiry_by is 'the source of the expiration; null until the document has been read';
comment on column patient.authorization_revoked_on is 'the day on which the patient revoked the document on file';
comment on column patient.authorization_notice_days is 'the latest notice of the expiration, by its days; null if none was sent';
comment on column patient.identity_version is 'counts the corrections of name, birth date, and sex; records accepted for an earlier one are withdrawn';
comment on column patient.authorization_reason is 'why the document isn''t accepted, if the status doesn''t say it';
comment on column patient.reference is 'the matter or claim number of the customer; it may identify the patient';
grant delete, insert, select, update on patient to recordwell_app;

create table patient_search (
  patient_uid uuid not null,
  kind text not null,
  is_requested boolean not null,
  phase text not null,
  waits_for text,
  outcome text,
  run integer not null default 0,
  run_uid uuid,
  sequence bigint not null default 0,
  updated_at timestamp with time zone not null,
  partner text,
  request_hash bytea,
  refusals integer not null default 0,
  resend_at timestamp with time zone,
  is_to_be_judged boolean not null default false,
  is_armed_by_correction boolean not null default false,
  constraint patient_search_kind_check CHECK ((kind = ANY (ARRAY['siteSonar'::text, 'patientHistories'::text, 'ehrSearch'::text]))),
  constraint patient_search_outcome_check CHECK ((outcome = ANY (ARRAY['Completed'::text, 'NoHit'::text, 'AmbiguousIdentity'::text, 'RequestRejected'::text, 'DeceasedBeforeClinicalData'::text]))),
  constraint patient_search_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint patient_search_phase_check CHECK ((phase = ANY (ARRAY['off'::text, 'armed'::text, 'running'::text, 'answered'::text]))),
  constraint patient_search_pkey PRIMARY KEY (patient_uid, kind),
  constraint patient_search_waits_for_check CHECK ((waits_for = ANY (ARRAY['zipCode'::text, 'approval'::text, 'correction'::text, 'rearming'::text, 'partner'::text])))
);
CREATE INDEX patient_search_operator_idx ON public.patient_search USING btree (patient_uid) WHERE (is_requested AND ((waits_for = 'rearming'::text) OR (outcome = 'AmbiguousIdentity'::text)));
CREATE INDEX patient_search_partner_idx ON public.patient_search USING btree (patient_uid, kind) WHERE (waits_for = 'partner'::text);
comment on column patient_search.sequence is 'owned by the workflow: a write with a lower number is late and changes nothing';
comment on column patient_search.request_hash is 'keyed hash of the latest request, to recognize a corrected one';
comment on column patient_search.refusals is 'how many times in a row the request with this hash was refused';
comment on column patient_search.is_to_be_judged is 'whether details changed since the ambiguous answer was judged';
comment on column patient_search.is_armed_by_correction is 'whether it is on because a corrected identity left it without an answer';
grant delete, insert, select, update on patient_search to recordwell_app;

create table payor (
  uid uuid not null,
  key_hash bytea not null,
  name text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((COALESCE(name, ''::text) || ''::text) || COALESCE(kind, ''::text)))) stored,
  constraint payor_key_hash_key UNIQUE (key_hash),
  constraint payor_pkey PRIMARY KEY (uid)
);
CREATE INDEX payor_search_text_idx ON public.payor USING gin (search_text gin_trgm_ops);
grant delete, insert, select, update on payor to recordwell_app;

create table prescription_fill (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  visit_uid uuid,
  key_hash bytea not null,
  ndc text,
  rx_norm_code text,
  drug_name text not null,
  quantity numeric not null,
  quantity_unit text not null,
  days_supply integer not null,
  refill_number integer not null,
  filled_on date not null,
  prescriber_name text,
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((((((((((((COALESCE(ndc, ''::text) || ''::text) || COALESCE(rx_norm_code, ''::text)) || ''::text) || COALESCE(drug_name, ''::text)) || ''::text) || COALESCE(prescriber_name, ''::text)) || ''::text) || COALESCE((quantity)::text, ''::text)) || ''::text) || COALESCE(quantity_unit, ''::text)) || ''::text) || COALESCE((days_supply)::text, ''::text)) || ''::text) || COALESCE((refill_number)::text, ''::text)) || ''::text) || COALESCE(browse_day(filled_on), ''::text)))) stored,
  constraint prescription_fill_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint prescription_fill_patient_key_hash_key UNIQUE (patient_uid, key_hash),
  constraint prescription_fill_pkey PRIMARY KEY (uid),
  constraint prescription_fill_visit_fk FOREIGN KEY (visit_uid) REFERENCES visit(uid)
);
CREATE INDEX prescription_fill_company_day_idx ON public.prescription_fill USING btree (company_uid, filled_on, uid) INCLUDE (project_uid);
CREATE INDEX prescription_fill_company_discovered_idx ON public.prescription_fill USING btree (company_uid, created_at, uid) INCLUDE (project_uid);
CREATE INDEX prescription_fill_company_drug_idx ON public.prescription_fill USING btree (company_uid, rx_norm_code);
CREATE INDEX prescription_fill_patient_day_idx ON public.prescription_fill USING btree (patient_uid, filled_on, uid) INCLUDE (company_uid, project_uid);
CREATE INDEX prescription_fill_project_discovered_idx ON public.prescription_fill USING btree (project_uid, created_at, uid) INCLUDE (company_uid);
CREATE INDEX prescription_fill_search_text_idx ON public.prescription_fill USING gin (search_text gin_trgm_ops);
CREATE INDEX prescription_fill_visit_idx ON public.prescription_fill USING btree (visit_uid);
grant delete, insert, select, update on prescription_fill to recordwell_app;

create table procedure (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  visit_uid uuid not null,
  key_hash bytea not null,
  code_system text not null,
  code text not null,
  description text not null,
  performed_on date not null,
  units integer not null,
  charge_amount numeric(14,2),
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((((((COALESCE(code, ''::text) || ''::text) || COALESCE(description, ''::text)) || ''::text) || COALESCE(code_system, ''::text)) || ''::text) || COALESCE(browse_day(performed_on), ''::text)) || ''::text) || COALESCE((units)::text, ''::text)) || ''::text) || COALESCE((charge_amount)::text, ''::text)))) stored,
  constraint procedure_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint procedure_patient_key_hash_key UNIQUE (patient_uid, key_hash),
  constraint procedure_pkey PRIMARY KEY (uid),
  constraint procedure_visit_fk FOREIGN KEY (visit_uid) REFERENCES visit(uid)
);
CREATE INDEX procedure_company_code_idx ON public.procedure USING btree (company_uid, code);
CREATE INDEX procedure_company_day_idx ON public.procedure USING btree (company_uid, performed_on, uid) INCLUDE (project_uid);
CREATE INDEX procedure_company_discovered_idx ON public.procedure USING btree (company_uid, created_at, uid) INCLUDE (project_uid);
CREATE INDEX procedure_patient_day_idx ON public.procedure USING btree (patient_uid, performed_on, uid) INCLUDE (company_uid, project_uid);
CREATE INDEX procedure_project_discovered_idx ON public.procedure USING btree (project_uid, created_at, uid) INCLUDE (company_uid);
CREATE INDEX procedure_search_text_idx ON public.procedure USING gin (search_text gin_trgm_ops);
CREATE INDEX procedure_visit_idx ON public.procedure USING btree (visit_uid);
grant delete, insert, select, update on procedure to recordwell_app;

create table project (
  uid uuid not null,
  company_uid uuid not null,
  id text not null,
  name text not null,
  status text not null,
  purpose text not null,
  authorization_method text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  environment text not null generated always as (
CASE
    WHEN (status = 'Sandbox'::text) THEN 'sandbox'::text
    ELSE 'production'::text
END) stored,
  constraint project_authorization_method_check CHECK ((authorization_method = ANY (ARRAY['authorizationPdf'::text, 'ial2Tokens'::text]))),
  constraint project_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint project_company_id_key UNIQUE (company_uid, environment, id),
  constraint project_id_check CHECK ((id ~ '^[A-Za-z0-9._~-]{1,64}$'::text)),
  constraint project_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint project_pkey PRIMARY KEY (uid),
  constraint project_purpose_check CHECK ((purpose = ANY (ARRAY['IndividualAccess'::text, 'Insurance'::text, 'Legal'::text, 'Research'::text, 'CoveredOperations'::text, 'CoveredPayment'::text, 'CoveredTreatment'::text]))),
  constraint project_status_check CHECK ((status = ANY (ARRAY['Sandbox'::text, 'Live'::text, 'Closed'::text])))
);
grant delete, insert, select, update on project to recordwell_app;

create unlogged table rate_limit (
  id bigint not null generated always as identity,
  key text not null,
  taken bigint not null,
  slots integer not null,
  last_taken_at_us bigint not null,
  oldest bigint not null default 1,
  constraint rate_limit_key_key UNIQUE (key),
  constraint rate_limit_pkey PRIMARY KEY (id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
comment on table rate_limit is 'who is counted, and how many requests they made; unlogged: a crash of the database clears it';
comment on column rate_limit.taken is 'the number of the latest place that was taken, counted from 1';
comment on column rate_limit.slots is 'the size of the ring: the largest limit that was requested';
comment on column rate_limit.oldest is 'the number of the oldest place in the window at the last look';
grant delete, insert, select, update on rate_limit to recordwell_app;

create unlogged table rate_limit_place (
  rate_limit_id bigint not null,
  slot integer not null,
  number bigint not null,
  taken_at_us bigint not null,
  constraint rate_limit_place_pkey PRIMARY KEY (rate_limit_id, slot)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=20000);
comment on table rate_limit_place is 'the ring of the latest places of a key: place n is in slot n mod slots until a later one takes it';
grant delete, insert, select, update on rate_limit_place to recordwell_app;

create table record_request (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  site_uid uuid not null,
  kind text not null,
  status text not null,
  submitted_site_name text not null,
  start_date_of_service date,
  end_date_of_service date,
  follow_up_date date,
  last_contact_date date,
  completion_date date,
  sequence bigint not null default 0,
  created_by_user_uid uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  named_site_uid uuid,
  follow_up_told_on date,
  likely_duplicate_of_uid uuid,
  channel text,
  reference text,
  search_text text generated always as (browse_fold(reference)) stored,
  due_date date,
  is_rush boolean not null default false,
  needs_certification boolean not null default false,
  is_held_by_correction boolean not null default false,
  assignee_membership_uid uuid,
  channel_fault text,
  request_number text not null default new_request_number(),
  follow_up_set_at timestamp with time zone,
  constraint record_request_assignee_fk FOREIGN KEY (assignee_membership_uid) REFERENCES membership(uid),
  constraint record_request_channel_fault_check CHECK ((channel_fault = ANY (ARRAY['removed'::text, 'purposeNotServed'::text, 'authorizationDemanded'::text, 'identityTokenDemanded'::text]))),
  constraint record_request_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint record_request_created_by_user_fk FOREIGN KEY (created_by_user_uid) REFERENCES app_user(uid),
  constraint record_request_dates_of_service_check CHECK ((start_date_of_service <= end_date_of_service)),
  constraint record_request_kind_check CHECK ((kind = ANY (ARRAY['medicalRecord'::text, 'billing'::text, 'imaging'::text]))),
  constraint record_request_likely_duplicate_of_fk FOREIGN KEY (likely_duplicate_of_uid) REFERENCES record_request(uid),
  constraint record_request_named_site_fk FOREIGN KEY (company_uid, named_site_uid) REFERENCES site(company_uid, uid),
  constraint record_request_number_check CHECK ((request_number ~ '^RR-[0-9]{3}-[0-9]{3}-[0-9]{4}$'::text)),
  constraint record_request_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint record_request_pkey PRIMARY KEY (uid),
  constraint record_request_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid),
  constraint record_request_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 255))),
  constraint record_request_site_fk FOREIGN KEY (company_uid, site_uid) REFERENCES site(company_uid, uid),
  constraint record_request_status_check CHECK ((status = ANY (ARRAY['Submitted'::text, 'Processing'::text, 'NeedToReviewResults'::text, 'WrongSiteName'::text, 'AuthDenied'::text, 'Completed'::text, 'Partial'::text, 'PatientNotFound'::text, 'ServiceDatesNotFound'::text, 'NoRecordFound'::text, 'SiteClosed'::text, 'FacilityRefusal'::text, 'Canceled'::text, 'Void'::text, 'DuplicateRequest'::text])))
);
CREATE INDEX record_request_assignee_idx ON public.record_request USING btree (project_uid, assignee_membership_uid, created_at, uid) WHERE (assignee_membership_uid IS NOT NULL);
CREATE INDEX record_request_company_site_idx ON public.record_request USING btree (company_uid, site_uid);
CREATE INDEX record_request_created_at_idx ON public.record_request USING btree (created_at, uid) WHERE (status = ANY (ARRAY['Submitted'::text, 'Processing'::text, 'NeedToReviewResults'::text, 'AuthDenied'::text]));
CREATE INDEX record_request_follow_up_idx ON public.record_request USING btree (uid) WHERE ((follow_up_date IS NOT NULL) AND (status = ANY (ARRAY['Submitted'::text, 'Processing'::text, 'NeedToReviewResults'::text, 'AuthDenied'::text])));
CREATE INDEX record_request_named_site_idx ON public.record_request USING btree (named_site_uid) WHERE (named_site_uid IS NOT NULL);
CREATE UNIQUE INDEX record_request_number_key ON public.record_request USING btree (request_number);
CREATE INDEX record_request_patient_idx ON public.record_request USING btree (patient_uid, created_at, uid);
CREATE INDEX record_request_project_dated_idx ON public.record_request USING btree (project_uid, created_at, uid) WHERE (((follow_up_date IS NOT NULL) OR (due_date IS NOT NULL) OR (channel = 'outreach'::text)) AND (status = ANY (ARRAY['Submitted'::text, 'Processing'::text, 'NeedToReviewResults'::text, 'AuthDenied'::text])));
CREATE INDEX record_request_project_due_idx ON public.record_request USING btree (project_uid, status, due_date, created_at DESC, uid DESC);
CREATE INDEX record_request_project_facility_idx ON public.record_request USING btree (project_uid, status, submitted_site_name, created_at DESC, uid DESC);
CREATE INDEX record_request_project_follow_up_idx ON public.record_request USING btree (project_uid, status, follow_up_date, created_at DESC, uid DESC);
CREATE INDEX record_request_project_idx ON public.record_request USING btree (project_uid, created_at, uid);
CREATE INDEX record_request_project_last_contact_idx ON public.record_request USING btree (project_uid, status, last_contact_date, created_at DESC, uid DESC);
CREATE INDEX record_request_project_status_idx ON public.record_request USING btree (project_uid, status, created_at, uid);
CREATE INDEX record_request_requester_idx ON public.record_request USING btree (created_by_user_uid, project_uid) WHERE (created_by_user_uid IS NOT NULL);
CREATE INDEX record_request_search_text_idx ON public.record_request USING gin (search_text gin_trgm_ops);
CREATE INDEX record_request_site_answered_idx ON public.record_request USING btree (site_uid, created_at, project_uid) WHERE (status = ANY (ARRAY['Completed'::text, 'Partial'::text, 'PatientNotFound'::text, 'ServiceDatesNotFound'::text, 'NoRecordFound'::text, 'SiteClosed'::text, 'FacilityRefusal'::text]));
CREATE INDEX record_request_site_idx ON public.record_request USING btree (site_uid, project_uid);
CREATE TRIGGER record_request_site_environment_insert AFTER INSERT ON public.record_request REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION assert_sites_of_environment();
CREATE TRIGGER record_request_site_environment_update AFTER UPDATE ON public.record_request REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION assert_sites_of_environment();
comment on column record_request.sequence is 'counts the request''s moves: a write based on a lower number is late and changes nothing';
comment on column record_request.named_site_uid is 'the site as it was named, if another one replaces it, so that this can be undone';
comment on column record_request.follow_up_told_on is 'the company''s day of the latest follow-up reminder';
comment on column record_request.likely_duplicate_of_uid is 'an earlier request for the same patient, site, and kind with overlapping dates, for our team to review';
comment on column record_request.channel is 'how it was sent to its facility; null before it is sent, and if our team sent it in another way';
comment on column record_request.reference is 'like patient.reference, for this request only';
comment on column record_request.due_date is 'the day on which the customer needs the records';
comment on column record_request.needs_certification is 'whether the custodian of records is asked for an affidavit';
comment on column record_request.is_held_by_correction is 'the records that named its facility were withdrawn, and the customer hasn''t confirmed it since';
comment on column record_request.assignee_membership_uid is 'who works on it, while this member sees it; not part of the API, so it doesn''t change the version';
comment on column record_request.channel_fault is 'why its channel can''t be asked; null if it can, and after each move';
comment on column record_request.request_number is 'what people call the request by: on letters to facilities, in the console, and at the desk';
comment on column record_request.follow_up_set_at is 'when its follow-up date was last changed; null if it never was, or before this was kept';
grant delete, insert, select, update on record_request to recordwell_app;

create table record_request_step (
  uid uuid not null,
  record_request_uid uuid not null,
  sequence bigint not null,
  status text not null,
  reason text,
  actor jsonb not null,
  created_at timestamp with time zone not null,
  constraint record_request_step_pkey PRIMARY KEY (uid),
  constraint record_request_step_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint record_request_step_sequence_key UNIQUE (record_request_uid, sequence)
);
CREATE INDEX record_request_step_created_at_idx ON public.record_request_step USING btree (record_request_uid, created_at, uid);
comment on table record_request_step is 'append-only: the application''s role can insert and read, nothing else';
comment on column record_request_step.sequence is 'the number of the move; 0 is the creation';
comment on column record_request_step.reason is 'the reason shown to the customer';
grant insert, select on record_request_step to recordwell_app;

create table record_request_tag (
  record_request_uid uuid not null,
  tag_uid uuid not null,
  project_uid uuid not null,
  constraint record_request_tag_pkey PRIMARY KEY (record_request_uid, tag_uid),
  constraint record_request_tag_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid),
  constraint record_request_tag_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint record_request_tag_tag_fk FOREIGN KEY (tag_uid) REFERENCES request_tag(uid)
);
CREATE INDEX record_request_tag_tag_idx ON public.record_request_tag USING btree (tag_uid, project_uid, record_request_uid);
grant delete, insert, select on record_request_tag to recordwell_app;

create table request_list_columns (
  membership_uid uuid not null,
  columns text[] not null,
  updated_at timestamp with time zone not null,
  constraint request_list_columns_columns_check CHECK (((cardinality(columns) >= 1) AND (cardinality(columns) <= 50))),
  constraint request_list_columns_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint request_list_columns_pkey PRIMARY KEY (membership_uid)
);
comment on table request_list_columns is 'the columns that a member chose; no row for the default ones';
grant delete, insert, select, update on request_list_columns to recordwell_app;

create table request_packet (
  record_request_uid uuid not null,
  sequence bigint not null,
  company_uid uuid not null,
  content_hash text not null,
  packet_file_uid uuid not null,
  packet_etag text,
  authorization_file_uid uuid,
  prepared_on date not null,
  send_by date not null,
  answer_by date not null,
  prepared_at timestamp with time zone,
  sent_at timestamp with time zone,
  sent_way text,
  tracking_number text,
  apart_because text,
  constraint request_packet_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint request_packet_pkey PRIMARY KEY (record_request_uid, sequence),
  constraint request_packet_record_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint request_packet_sent_check CHECK (((sent_at IS NULL) = (sent_way IS NULL)))
);
comment on table request_packet is 'one for each time that a record request is to be sent';
comment on column request_packet.sequence is 'the request''s number of moves when it is to be sent';
comment on column request_packet.content_hash is 'of what it was made from: other details, or another authorization or address, make a new one';
comment on column request_packet.prepared_at is 'null while its files are being made';
comment on column request_packet.apart_because is 'why the authorization isn''t bound into the packet; null if it is, and for older packets';
grant delete, insert, select, update on request_packet to recordwell_app;

create table request_reminder (
  membership_uid uuid not null,
  record_request_uid uuid not null,
  remind_on date not null,
  note text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint request_reminder_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint request_reminder_note_check CHECK (((length(note) >= 1) AND (length(note) <= 255))),
  constraint request_reminder_pkey PRIMARY KEY (membership_uid, record_request_uid),
  constraint request_reminder_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid) ON DELETE CASCADE
);
CREATE INDEX request_reminder_due_idx ON public.request_reminder USING btree (membership_uid, remind_on);
CREATE INDEX request_reminder_request_idx ON public.request_reminder USING btree (record_request_uid);
comment on table request_reminder is 'reminders of members for themselves: no one else reads them, and they count while the member sees the request';
comment on column request_reminder.remind_on is 'a day in the time zone of the company';
comment on column request_reminder.note is 'may contain patient data';
grant delete, insert, select, update on request_reminder to recordwell_app;

create table request_tag (
  uid uuid not null,
  company_uid uuid not null,
  environment text not null,
  name text not null,
  key text not null,
  created_at timestamp with time zone not null,
  constraint request_tag_company_environment_key UNIQUE (company_uid, environment, key),
  constraint request_tag_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint request_tag_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  constraint request_tag_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint request_tag_pkey PRIMARY KEY (uid)
);
comment on table request_tag is 'the tags that record requests of a company have now';
comment on column request_tag.key is 'the name in lower case: tags that differ only in case are one tag';
grant delete, insert, select on request_tag to recordwell_app;

create table returned_answer (
  record_request_uid uuid not null,
  sequence integer not null,
  status text not null,
  reason text,
  actor jsonb not null,
  created_at timestamp with time zone not null,
  constraint returned_answer_pkey PRIMARY KEY (record_request_uid),
  constraint returned_answer_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid) ON DELETE CASCADE
);
comment on table returned_answer is 'the status of a request that takes effect once its files are checked; the row goes then';
comment on column returned_answer.sequence is 'the request''s number of moves; after another move, the answer no longer counts';
comment on column returned_answer.reason is 'shown to the customer';
grant delete, insert, select, update on returned_answer to recordwell_app;

create table role (
  uid uuid not null,
  company_uid uuid,
  name text not null,
  created_at timestamp with time zone not null,
  constraint role_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint role_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint role_pkey PRIMARY KEY (uid)
);
CREATE UNIQUE INDEX role_name_key ON public.role USING btree (COALESCE(company_uid, '00000000-0000-0000-0000-000000000000'::uuid), name);
comment on column role.company_uid is 'null for a role that every company has';
grant delete, insert, select, update on role to recordwell_app;

create table role_permission (
  role_uid uuid not null,
  permission text not null,
  constraint role_permission_pkey PRIMARY KEY (role_uid, permission),
  constraint role_permission_role_fk FOREIGN KEY (role_uid) REFERENCES role(uid) ON DELETE CASCADE
);
grant delete, insert, select, update on role_permission to recordwell_app;

create table roster_entry (
  run_uid uuid not null,
  partner text not null,
  kind text not null,
  patient_uid uuid not null,
  details jsonb not null,
  transmission_id text,
  state text not null,
  queued_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  purpose text not null,
  constraint roster_entry_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint roster_entry_pkey PRIMARY KEY (run_uid),
  constraint roster_entry_run_fk FOREIGN KEY (run_uid) REFERENCES search_run(uid),
  constraint roster_entry_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'accepted'::text, 'notUnderstood'::text, 'refused'::text, 'answered'::text])))
);
CREATE INDEX roster_entry_queued_idx ON public.roster_entry USING btree (partner, queued_at) WHERE (transmission_id IS NULL);
CREATE INDEX roster_entry_transmission_idx ON public.roster_entry USING btree (transmission_id);
CREATE INDEX roster_entry_unanswered_idx ON public.roster_entry USING btree (partner, sent_at) WHERE (state = ANY (ARRAY['sent'::text, 'accepted'::text, 'notUnderstood'::text]));
comment on table roster_entry is 'a run on its way to a partner by roster; details are what is sent, as they were when the run started, and are emptied once sent';
grant delete, insert, select, update on roster_entry to recordwell_app;

create table roster_file (
  uid uuid not null,
  partner text not null,
  direction text not null,
  kind text not null,
  transmission_id text,
  file_name text not null,
  storage_key text not null,
  replica_key text,
  etag text not null,
  state text not null,
  fault text,
  entries integer not null default 0,
  applied integer not null default 0,
  ignored integer not null default 0,
  created_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  constraint roster_file_direction_check CHECK ((direction = ANY (ARRAY['outbound'::text, 'inbound'::text]))),
  constraint roster_file_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'acknowledgement'::text, 'results'::text, 'unknown'::text]))),
  constraint roster_file_pkey PRIMARY KEY (uid),
  constraint roster_file_state_check CHECK ((state = ANY (ARRAY['noticed'::text, 'sent'::text, 'applied'::text, 'rejected'::text]))),
  constraint roster_file_storage_key_etag_key UNIQUE (storage_key, etag)
);
CREATE INDEX roster_file_partner_state_idx ON public.roster_file USING btree (partner, created_at) WHERE (state = 'noticed'::text);
comment on table roster_file is 'every file exchanged with a partner; the replica is what was parsed, byte for byte';
grant delete, insert, select, update on roster_file to recordwell_app;

create table run_candidate (
  run_uid uuid not null,
  number integer not null,
  patient_uid uuid not null,
  kind text not null,
  sex text,
  person jsonb,
  person_id text,
  content jsonb,
  rows integer not null default 0,
  match jsonb,
  standing text not null,
  decided_by text not null,
  identity_version integer not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  doubted_at timestamp with time zone,
  constraint run_candidate_decided_by_check CHECK ((decided_by = ANY (ARRAY['rules'::text, 'operator'::text]))),
  constraint run_candidate_doubted_check CHECK (((doubted_at IS NULL) OR (standing = 'accepted'::text))),
  constraint run_candidate_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint run_candidate_pkey PRIMARY KEY (run_uid, number),
  constraint run_candidate_run_fk FOREIGN KEY (run_uid) REFERENCES search_run(uid),
  constraint run_candidate_standing_check CHECK ((standing = ANY (ARRAY['accepted'::text, 'held'::text, 'withheld'::text, 'notPatient'::text])))
);
CREATE INDEX run_candidate_doubted ON public.run_candidate USING btree (patient_uid) WHERE (doubted_at IS NOT NULL);
CREATE INDEX run_candidate_held_idx ON public.run_candidate USING btree (patient_uid) WHERE (standing = 'held'::text);
CREATE INDEX run_candidate_patient_idx ON public.run_candidate USING btree (patient_uid, kind);
CREATE INDEX run_candidate_to_erase_idx ON public.run_candidate USING btree (decided_at) WHERE ((standing <> 'accepted'::text) AND (erased_at IS NULL));
comment on table run_candidate is 'the people of an answer who are or may be the patient; only the records of accepted ones are shown';
comment on column run_candidate.person is 'the person as the partner describes them; null if the partner describes no one, and once erased';
comment on column run_candidate.person_id is 'what the partner calls the person; kept, so that someone who is not the patient stays so';
comment on column run_candidate.content is 'the records; null once erased, and for answers from before this was kept';
comment on column run_candidate.match is 'rule, verdict, and grades, without values';
comment on column run_candidate.identity_version is 'the version of the patient that was decided for';
comment on column run_candidate.doubted_at is 'since when the details of an accepted person no longer agree with the patient''s';
grant delete, insert, select, update on run_candidate to recordwell_app;

create table search_run (
  uid uuid not null,
  patient_uid uuid not null,
  kind text not null,
  number integer not null,
  partner text not null,
  request_hash bytea not null,
  started_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  outcome text,
  refusal_code text,
  refusal_text text,
  matching jsonb,
  new_visits integer not null default 0,
  new_procedures integer not null default 0,
  new_diagnoses integer not null default 0,
  new_prescription_fills integer not null default 0,
  new_lab_results integer not null default 0,
  identity_version integer not null default 1,
  asked jsonb,
  constraint search_run_outcome_check CHECK ((outcome = ANY (ARRAY['Completed'::text, 'NoHit'::text, 'AmbiguousIdentity'::text, 'RequestRejected'::text, 'DeceasedBeforeClinicalData'::text]))),
  constraint search_run_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint search_run_patient_kind_number_key UNIQUE (patient_uid, kind, number),
  constraint search_run_pkey PRIMARY KEY (uid)
);
comment on table search_run is 'one submission and its answer; the reason for a refusal and the explanation of a match are for operators';
comment on column search_run.new_visits is 'rows of the run that its search didn''t have before, for clinicalData.added';
comment on column search_run.asked is 'the name, birth date, and sex that the partner was asked for; null for runs from before this was kept';
grant delete, insert, select, update on search_run to recordwell_app;

create table sent_form (
  membership_uid uuid,
  operator_uid uuid,
  owner_uid uuid not null generated always as (COALESCE(membership_uid, operator_uid)) stored,
  form_key uuid not null,
  event text,
  made_uids uuid[],
  sent_at timestamp with time zone not null,
  constraint sent_form_made_uids_check CHECK ((cardinality(made_uids) > 0)),
  constraint sent_form_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid) ON DELETE CASCADE,
  constraint sent_form_operator_fk FOREIGN KEY (operator_uid) REFERENCES desk_operator(uid),
  constraint sent_form_owner_check CHECK ((num_nonnulls(membership_uid, operator_uid) = 1)),
  constraint sent_form_pkey PRIMARY KEY (owner_uid, form_key)
);
CREATE INDEX sent_form_membership_idx ON public.sent_form USING btree (membership_uid) WHERE (membership_uid IS NOT NULL);
CREATE INDEX sent_form_sent_at_idx ON public.sent_form USING btree (sent_at);
comment on table sent_form is 'forms of the console and the desk that were sent, so that the same form creates nothing else';
comment on column sent_form.event is 'what the form does, as the audit log names it; null if an earlier release noted it';
comment on column sent_form.made_uids is 'what the form created; null only while it does';
grant delete, insert, select, update on sent_form to recordwell_app;

create table shown_page (
  session_uid uuid not null,
  patient_uid uuid not null,
  etag text not null,
  page integer not null,
  is_shown boolean not null,
  shown_at timestamp with time zone not null,
  constraint shown_page_page_check CHECK ((page >= 0)),
  constraint shown_page_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid) ON DELETE CASCADE,
  constraint shown_page_pkey PRIMARY KEY (session_uid, patient_uid, etag, page),
  constraint shown_page_session_fk FOREIGN KEY (session_uid) REFERENCES desk_session(uid) ON DELETE CASCADE
);
CREATE INDEX shown_page_patient_idx ON public.shown_page USING btree (patient_uid);
comment on table shown_page is 'which pages of which version of an authorization were shown in a desk session: an approval needs one';
comment on column shown_page.page is 'from 1; 0 for a document that cannot be displayed at all';
comment on column shown_page.is_shown is 'false for a page that could not be drawn';
grant insert, select, update on shown_page to recordwell_app;

create table sign_in_link (
  uid uuid not null,
  user_uid uuid not null,
  token_hash bytea not null,
  return_path text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_link_pkey PRIMARY KEY (uid),
  constraint sign_in_link_return_path_check CHECK ((length(return_path) <= 300)),
  constraint sign_in_link_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sign_in_link_token_hash_key UNIQUE (token_hash),
  constraint sign_in_link_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
CREATE INDEX sign_in_link_expires_idx ON public.sign_in_link USING btree (expires_at);
CREATE INDEX sign_in_link_user_idx ON public.sign_in_link USING btree (user_uid, created_at);
comment on column sign_in_link.token_hash is 'SHA-256 of 256 random bits that are only in the e-mail';
comment on column sign_in_link.return_path is 'the page of the console that the person came from';
grant delete, insert, select, update on sign_in_link to recordwell_app;

create table sign_on_identity (
  issuer text not null,
  subject text not null,
  user_uid uuid not null,
  bound_at timestamp with time zone not null,
  constraint sign_on_identity_issuer_check CHECK ((length(issuer) <= 2048)),
  constraint sign_on_identity_pkey PRIMARY KEY (issuer, subject),
  constraint sign_on_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint sign_on_identity_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid),
  constraint sign_on_identity_user_key UNIQUE (user_uid, issuer)
);
comment on table sign_on_identity is 'which account at the identity provider a person signs in with';
grant delete, insert, select on sign_on_identity to recordwell_app;

create table single_sign_on (
  uid uuid not null,
  secret_hash bytea not null,
  return_path text,
  expires_at timestamp with time zone not null,
  constraint single_sign_on_pkey PRIMARY KEY (uid),
  constraint single_sign_on_return_path_check CHECK ((length(return_path) <= 300)),
  constraint single_sign_on_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  constraint single_sign_on_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX single_sign_on_expires_idx ON public.single_sign_on USING btree (expires_at);
comment on column single_sign_on.secret_hash is 'SHA-256 of 256 random bits that are only in the browser''s cookie; the row is deleted when it is used';
grant delete, insert, select, update on single_sign_on to recordwell_app;

create table site (
  uid uuid not null,
  key_hash bytea,
  name text not null,
  system_name text,
  npi text,
  address_line_1 text not null,
  address_line_2 text,
  city text not null,
  state text not null,
  zip text not null,
  phone text,
  fax text,
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((((((((((((((COALESCE(name, ''::text) || ''::text) || COALESCE(system_name, ''::text)) || ''::text) || COALESCE(npi, ''::text)) || ''::text) || COALESCE(address_line_1, ''::text)) || ''::text) || COALESCE(address_line_2, ''::text)) || ''::text) || COALESCE(city, ''::text)) || ''::text) || COALESCE(state, ''::text)) || ''::text) || COALESCE(zip, ''::text)) || ''::text) || COALESCE(phone, ''::text)) || ''::text) || COALESCE(fax, ''::text)))) stored,
  company_uid uuid not null,
  environment text not null,
  match_hash bytea,
  standing text not null default 'unverified'::text,
  stands_for_uid uuid,
  directory_site_uid uuid,
  constraint site_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint site_company_uid_key UNIQUE (company_uid, uid),
  constraint site_directory_check CHECK (((standing = 'directory'::text) = ((directory_site_uid IS NOT NULL) AND (stands_for_uid IS NULL)))),
  constraint site_directory_site_fk FOREIGN KEY (directory_site_uid) REFERENCES directory_site(uid),
  constraint site_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint site_identity_check CHECK (((key_hash IS NOT NULL) OR (directory_site_uid IS NOT NULL))),
  constraint site_pkey PRIMARY KEY (uid),
  constraint site_standing_check CHECK ((standing = ANY (ARRAY['directory'::text, 'unverified'::text, 'verified'::text, 'linked'::text, 'merged'::text]))),
  constraint site_stands_for_check CHECK ((((stands_for_uid IS NOT NULL) = (standing = ANY (ARRAY['linked'::text, 'merged'::text]))) AND (stands_for_uid <> uid))),
  constraint site_stands_for_fk FOREIGN KEY (company_uid, environment, stands_for_uid) REFERENCES site(company_uid, environment, uid),
  constraint site_tenant_directory_site_key UNIQUE (company_uid, environment, directory_site_uid),
  constraint site_tenant_key_hash_key UNIQUE (company_uid, environment, key_hash),
  constraint site_tenant_match_hash_key UNIQUE (company_uid, environment, match_hash),
  constraint site_tenant_uid_key UNIQUE (company_uid, environment, uid)
);
CREATE INDEX site_directory_site_idx ON public.site USING btree (directory_site_uid) WHERE (directory_site_uid IS NOT NULL);
CREATE INDEX site_search_text_idx ON public.site USING gin (search_text gin_trgm_ops);
CREATE INDEX site_stands_for_idx ON public.site USING btree (stands_for_uid) WHERE (stands_for_uid IS NOT NULL);
CREATE INDEX site_unverified_idx ON public.site USING btree (created_at, uid) WHERE (standing = 'unverified'::text);
comment on column site.key_hash is 'of the natural key as it was named; null for a row made from the directory';
comment on column site.match_hash is 'of the name and address in the form that matching compares; null if an NPI identifies the site';
comment on column site.stands_for_uid is 'the site of the same tenant that replaces this one, as an operator decided; its rows are there meanwhile';
grant delete, insert, select, update on site to recordwell_app;

create table site_research (
  uid uuid not null,
  company_uid uuid not null,
  environment text not null,
  site_uid uuid not null,
  started_by_uid uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint site_research_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint site_research_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint site_research_pkey PRIMARY KEY (uid),
  constraint site_research_site_fk FOREIGN KEY (site_uid) REFERENCES site(uid),
  constraint site_research_user_fk FOREIGN KEY (started_by_uid) REFERENCES app_user(uid)
);
CREATE INDEX site_research_company_idx ON public.site_research USING btree (company_uid, environment, started_at, uid);
CREATE UNIQUE INDEX site_research_running_key ON public.site_research USING btree (company_uid, environment, site_uid, started_by_uid) WHERE (ended_at IS NULL);
CREATE INDEX site_research_site_idx ON public.site_research USING btree (site_uid);
CREATE INDEX site_research_time_idx ON public.site_research USING btree (environment, started_at, uid);
comment on column site_research.started_by_uid is 'who is notified of its end, and billed';
comment on column site_research.ended_at is 'null while it runs';
grant insert, select on site_research to recordwell_app;

create table site_research_answer (
  research_uid uuid not null,
  source text not null,
  outcome text not null,
  findings jsonb not null,
  answered_at timestamp with time zone not null,
  constraint site_research_answer_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'failed'::text, 'late'::text]))),
  constraint site_research_answer_pkey PRIMARY KEY (research_uid, source),
  constraint site_research_answer_research_fk FOREIGN KEY (research_uid) REFERENCES site_research(uid)
);
comment on column site_research_answer.findings is 'label and value of each, about a facility; nothing about a patient';
grant insert, select on site_research_answer to recordwell_app;

create table stored_file (
  uid uuid not null,
  company_uid uuid not null,
  record_request_uid uuid not null,
  area text not null,
  storage_key text not null,
  file_name text not null,
  folder text,
  content_type text not null,
  size_bytes bigint not null,
  etag text,
  uploaded_by jsonb,
  last_modified_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  name_key text not null generated always as (file_name_key(file_name)) stored,
  return_number integer not null default 1,
  offered_to jsonb,
  offered_at timestamp with time zone,
  pages integer,
  constraint stored_file_area_check CHECK ((area = ANY (ARRAY['deliverables'::text, 'documents'::text, 'attachments'::text, 'combined'::text, 'arrivals'::text, 'held'::text, 'invoices'::text]))),
  constraint stored_file_etag_check CHECK (((etag IS NOT NULL) OR (offered_at IS NOT NULL))),
  constraint stored_file_name_key UNIQUE (record_request_uid, area, name_key),
  constraint stored_file_pages_check CHECK ((pages > 0)),
  constraint stored_file_pkey PRIMARY KEY (uid),
  constraint stored_file_record_request_fk FOREIGN KEY (record_request_uid) REFERENCES record_request(uid),
  constraint stored_file_return_number_check CHECK ((return_number > 0)),
  constraint stored_file_storage_key_key UNIQUE (storage_key)
);
CREATE INDEX stored_file_offered_idx ON public.stored_file USING btree (offered_at) WHERE (etag IS NULL);
CREATE INDEX stored_file_unreleased_idx ON public.stored_file USING btree (area, record_request_uid) WHERE (area = ANY (ARRAY['arrivals'::text, 'held'::text]));
comment on column stored_file.etag is 'null until the bytes of an offered upload have arrived';
comment on column stored_file.return_number is 'the return of the site that it came with, counted from 1';
comment on column stored_file.offered_to is 'who last got a URL to upload the bytes';
comment on column stored_file.pages is 'counted when the file is read or made; null if it wasn''t';
grant delete, insert, select, update on stored_file to recordwell_app;

create table supporting_document (
  uid uuid not null,
  company_uid uuid not null,
  patient_uid uuid not null,
  number integer not null,
  etag text not null,
  uploaded_at timestamp with time zone not null,
  run integer not null,
  status text not null,
  kind text,
  refusal text,
  reading jsonb,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint supporting_document_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint supporting_document_kind_check CHECK ((kind = ANY (ARRAY['powerOfAttorney'::text, 'guardianship'::text, 'letters'::text, 'deathCertificate'::text]))),
  constraint supporting_document_number_check CHECK (((number >= 1) AND (number <= 5))),
  constraint supporting_document_number_key UNIQUE (patient_uid, number),
  constraint supporting_document_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint supporting_document_pkey PRIMARY KEY (uid),
  constraint supporting_document_read_check CHECK ((((status = 'read'::text) = (read_at IS NOT NULL)) AND ((status = 'read'::text) = ((reading IS NOT NULL) OR (refusal IS NOT NULL))) AND ((reading IS NULL) OR (refusal IS NULL)) AND ((kind IS NULL) OR (reading IS NOT NULL)))),
  constraint supporting_document_run_check CHECK ((run >= 1)),
  constraint supporting_document_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'read'::text])))
);
comment on table supporting_document is 'a paper that supports a patient''s authorization: a power of attorney, a death certificate';
comment on column supporting_document.etag is 'the object store''s name for the bytes that the run reads';
comment on column supporting_document.kind is 'what it was recognized as; null if unknown';
comment on column supporting_document.refusal is 'why the bytes can never be read; null if they can';
comment on column supporting_document.reading is 'what was read: patient data';
grant insert, select, update on supporting_document to recordwell_app;

create table sweep_position (
  sweep text not null,
  after_key text,
  moved_at timestamp with time zone not null,
  constraint sweep_position_pkey PRIMARY KEY (sweep)
);
comment on column sweep_position.after_key is 'the last key that was checked; null starts over';
grant delete, insert, select, update on sweep_position to recordwell_app;

create table tracking (
  user_uid uuid not null,
  record_uid uuid not null,
  record_kind text not null,
  company_uid uuid not null,
  is_tracked boolean not null,
  updated_at timestamp with time zone not null,
  constraint tracking_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint tracking_pkey PRIMARY KEY (user_uid, record_uid),
  constraint tracking_record_kind_check CHECK ((record_kind = ANY (ARRAY['project'::text, 'patient'::text, 'recordRequest'::text]))),
  constraint tracking_user_fk FOREIGN KEY (user_uid) REFERENCES app_user(uid)
);
comment on table tracking is 'what a user chose; without a choice, they track what they created and everything below what they track';
grant insert, select, update on tracking to recordwell_app;

create table visit (
  uid uuid not null,
  company_uid uuid not null,
  project_uid uuid not null,
  patient_uid uuid not null,
  site_uid uuid not null,
  payor_uid uuid,
  key_hash bytea not null,
  ref text not null,
  kind text not null,
  earliest_service_date date not null,
  latest_service_date date not null,
  reason text,
  charge_amount numeric(14,2),
  created_at timestamp with time zone not null,
  search_text text not null generated always as (browse_fold(((((((((((COALESCE(ref, ''::text) || ''::text) || COALESCE(reason, ''::text)) || ''::text) || COALESCE(kind, ''::text)) || ''::text) || COALESCE(browse_day(earliest_service_date), ''::text)) || ''::text) || COALESCE(browse_day(latest_service_date), ''::text)) || ''::text) || COALESCE((charge_amount)::text, ''::text)))) stored,
  named_site_uid uuid,
  constraint visit_named_site_fk FOREIGN KEY (company_uid, named_site_uid) REFERENCES site(company_uid, uid),
  constraint visit_patient_fk FOREIGN KEY (patient_uid) REFERENCES patient(uid),
  constraint visit_patient_key_hash_key UNIQUE (patient_uid, key_hash),
  constraint visit_payor_fk FOREIGN KEY (payor_uid) REFERENCES payor(uid),
  constraint visit_pkey PRIMARY KEY (uid),
  constraint visit_site_fk FOREIGN KEY (company_uid, site_uid) REFERENCES site(company_uid, uid)
);
CREATE INDEX visit_company_day_idx ON public.visit USING btree (company_uid, earliest_service_date, uid) INCLUDE (project_uid);
CREATE INDEX visit_company_discovered_idx ON public.visit USING btree (company_uid, created_at, uid) INCLUDE (project_uid);
CREATE INDEX visit_company_payor_idx ON public.visit USING btree (company_uid, payor_uid);
CREATE INDEX visit_company_ref_idx ON public.visit USING btree (company_uid, ref);
CREATE INDEX visit_company_site_idx ON public.visit USING btree (company_uid, site_uid);
CREATE INDEX visit_named_site_idx ON public.visit USING btree (named_site_uid) WHERE (named_site_uid IS NOT NULL);
CREATE INDEX visit_patient_day_idx ON public.visit USING btree (patient_uid, earliest_service_date, uid) INCLUDE (company_uid, project_uid);
CREATE INDEX visit_project_discovered_idx ON public.visit USING btree (project_uid, created_at, uid) INCLUDE (company_uid);
CREATE INDEX visit_search_text_idx ON public.visit USING gin (search_text gin_trgm_ops);
CREATE TRIGGER visit_site_environment_insert AFTER INSERT ON public.visit REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION assert_sites_of_environment();
CREATE TRIGGER visit_site_environment_update AFTER UPDATE ON public.visit REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION assert_sites_of_environment();
comment on column visit.named_site_uid is 'the site as it was named, if another one replaces it, so that this can be undone';
grant delete, insert, select, update on visit to recordwell_app;

create table webhook_attempt (
  delivery_uid uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  http_status integer,
  failure text,
  failure_detail text,
  duration_ms integer,
  response_headers jsonb,
  response_body bytea,
  due_at timestamp with time zone,
  is_repeat boolean not null default false,
  constraint webhook_attempt_pkey PRIMARY KEY (delivery_uid, number)
) partition by RANGE (delivery_uid);
CREATE UNIQUE INDEX webhook_attempt_due_key ON ONLY public.webhook_attempt USING btree (delivery_uid, due_at, is_repeat);
comment on table webhook_attempt is 'written before the POST leaves; a row without an end is an attempt whose worker died';
comment on column webhook_attempt.response_headers is 'those on an allow-list';
comment on column webhook_attempt.response_body is 'its first 4 KiB; a receiver may have put patient data there';
comment on column webhook_attempt.due_at is 'when it was due; null for a resent delivery, and for attempts of earlier releases';
comment on column webhook_attempt.is_repeat is 'whether it repeats an attempt whose worker stopped before it recorded the result';
grant delete, insert, select, update on webhook_attempt to recordwell_app;

create table webhook_attempt_default partition of webhook_attempt DEFAULT (
  delivery_uid uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  http_status integer,
  failure text,
  failure_detail text,
  duration_ms integer,
  response_headers jsonb,
  response_body bytea,
  due_at timestamp with time zone,
  is_repeat boolean not null default false,
  constraint webhook_attempt_default_pkey PRIMARY KEY (delivery_uid, number)
);
CREATE UNIQUE INDEX webhook_attempt_default_delivery_uid_due_at_is_repeat_idx ON public.webhook_attempt_default USING btree (delivery_uid, due_at, is_repeat);

create table webhook_classic_subscription (
  endpoint_uid uuid not null,
  event text not null,
  told_by text not null,
  is_tracked_only boolean not null,
  columns text[] not null,
  constraint webhook_classic_subscription_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid) ON DELETE CASCADE,
  constraint webhook_classic_subscription_event_check CHECK ((event = ANY (ARRAY['recordRequest.rowCreated'::text, 'recordRequest.columnChanged'::text, 'recordRequest.followUpDue'::text, 'patient.rowCreated'::text, 'patient.columnChanged'::text, 'note.rowCreated'::text, 'note.columnChanged'::text, 'clinicalDataAdded'::text, 'aiResearchCompleted'::text]))),
  constraint webhook_classic_subscription_pkey PRIMARY KEY (endpoint_uid, event)
);
comment on table webhook_classic_subscription is 'kept when its endpoint is no longer Classic, for deliveries that are on their way';
comment on column webhook_classic_subscription.told_by is 'the event in the outbox that it is made from';
comment on column webhook_classic_subscription.columns is 'the columns whose changes are sent, and that data has';
grant delete, insert, select, update on webhook_classic_subscription to recordwell_app;

create table webhook_delivery (
  uid uuid not null,
  endpoint_uid uuid not null,
  event_id bigint not null,
  event_uid uuid not null,
  event_type text not null,
  company_uid uuid not null,
  record_uid uuid not null,
  status text not null,
  is_released boolean not null,
  body bytea,
  attempts integer not null default 0,
  last_http_status integer,
  last_failure text,
  expunged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  queued_at timestamp with time zone,
  admitted_at timestamp with time zone,
  constraint webhook_delivery_endpoint_event_key UNIQUE (endpoint_uid, event_uid, uid),
  constraint webhook_delivery_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid),
  constraint webhook_delivery_pkey PRIMARY KEY (uid),
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text])))
) partition by RANGE (uid);
CREATE INDEX webhook_delivery_company_endpoint_idx ON ONLY public.webhook_delivery USING btree (company_uid, endpoint_uid, uid);
CREATE INDEX webhook_delivery_company_event_idx ON ONLY public.webhook_delivery USING btree (company_uid, event_type, uid);
CREATE INDEX webhook_delivery_company_http_status_idx ON ONLY public.webhook_delivery USING btree (company_uid, last_http_status, uid);
CREATE INDEX webhook_delivery_company_idx ON ONLY public.webhook_delivery USING btree (company_uid, uid);
CREATE INDEX webhook_delivery_company_record_idx ON ONLY public.webhook_delivery USING btree (company_uid, record_uid, uid);
CREATE INDEX webhook_delivery_company_status_idx ON ONLY public.webhook_delivery USING btree (company_uid, status, uid);
CREATE INDEX webhook_delivery_held_idx ON ONLY public.webhook_delivery USING btree (event_id) WHERE (NOT is_released);
CREATE INDEX webhook_delivery_place_idx ON ONLY public.webhook_delivery USING btree (endpoint_uid, admitted_at) WHERE (admitted_at IS NOT NULL);
CREATE INDEX webhook_delivery_queue_idx ON ONLY public.webhook_delivery USING btree (endpoint_uid, queued_at, event_id) WHERE (queued_at IS NOT NULL);
CREATE INDEX webhook_delivery_record_idx ON ONLY public.webhook_delivery USING btree (endpoint_uid, record_uid, event_id);
CREATE INDEX webhook_delivery_unattempted_idx ON ONLY public.webhook_delivery USING btree (endpoint_uid, record_uid, event_id) WHERE ((status = 'pending'::text) AND (attempts = 0));
comment on table webhook_delivery is 'partitioned by month: uid begins with the milliseconds of the event, and is derived from endpoint and event, so that there is one for both';
comment on column webhook_delivery.is_released is 'whether its workflow was started';
comment on column webhook_delivery.expunged_at is 'when its body and the receivers'' responses were removed for good';
comment on column webhook_delivery.queued_at is 'its position in the queue of its endpoint: when it was created, or when its retry was due; null if it doesn''t wait';
comment on column webhook_delivery.admitted_at is 'since when it has one of the places of its endpoint; null if it has none';
grant delete, insert, select, update on webhook_delivery to recordwell_app;

create table webhook_delivery_default partition of webhook_delivery DEFAULT (
  uid uuid not null,
  endpoint_uid uuid not null,
  event_id bigint not null,
  event_uid uuid not null,
  event_type text not null,
  company_uid uuid not null,
  record_uid uuid not null,
  status text not null,
  is_released boolean not null,
  body bytea,
  attempts integer not null default 0,
  last_http_status integer,
  last_failure text,
  expunged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  queued_at timestamp with time zone,
  admitted_at timestamp with time zone,
  constraint webhook_delivery_default_endpoint_uid_event_uid_uid_key UNIQUE (endpoint_uid, event_uid, uid),
  constraint webhook_delivery_default_pkey PRIMARY KEY (uid),
  constraint webhook_delivery_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid),
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text])))
);
CREATE INDEX webhook_delivery_default_company_uid_endpoint_uid_uid_idx ON public.webhook_delivery_default USING btree (company_uid, endpoint_uid, uid);
CREATE INDEX webhook_delivery_default_company_uid_event_type_uid_idx ON public.webhook_delivery_default USING btree (company_uid, event_type, uid);
CREATE INDEX webhook_delivery_default_company_uid_last_http_status_uid_idx ON public.webhook_delivery_default USING btree (company_uid, last_http_status, uid);
CREATE INDEX webhook_delivery_default_company_uid_record_uid_uid_idx ON public.webhook_delivery_default USING btree (company_uid, record_uid, uid);
CREATE INDEX webhook_delivery_default_company_uid_status_uid_idx ON public.webhook_delivery_default USING btree (company_uid, status, uid);
CREATE INDEX webhook_delivery_default_company_uid_uid_idx ON public.webhook_delivery_default USING btree (company_uid, uid);
CREATE INDEX webhook_delivery_default_endpoint_uid_admitted_at_idx ON public.webhook_delivery_default USING btree (endpoint_uid, admitted_at) WHERE (admitted_at IS NOT NULL);
CREATE INDEX webhook_delivery_default_endpoint_uid_queued_at_event_id_idx ON public.webhook_delivery_default USING btree (endpoint_uid, queued_at, event_id) WHERE (queued_at IS NOT NULL);
CREATE INDEX webhook_delivery_default_endpoint_uid_record_uid_event_id_idx ON public.webhook_delivery_default USING btree (endpoint_uid, record_uid, event_id);
CREATE INDEX webhook_delivery_default_endpoint_uid_record_uid_event_id_idx1 ON public.webhook_delivery_default USING btree (endpoint_uid, record_uid, event_id) WHERE ((status = 'pending'::text) AND (attempts = 0));
CREATE INDEX webhook_delivery_default_event_id_idx ON public.webhook_delivery_default USING btree (event_id) WHERE (NOT is_released);

create table webhook_endpoint (
  uid uuid not null,
  company_uid uuid not null,
  owner_membership_uid uuid not null,
  owner_user_uid uuid not null,
  url text,
  environment text not null,
  event_types text[] not null,
  has_all_projects boolean not null,
  is_tracked_only boolean not null,
  custom_headers jsonb not null default '{}'::jsonb,
  secret uuid,
  previous_secret uuid,
  previous_secret_until timestamp with time zone,
  consecutive_failures integer not null default 0,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sealed_headers text,
  replaced_secrets jsonb not null default '[]'::jsonb,
  disabled_by text,
  deleted_at timestamp with time zone,
  sends_standard_headers boolean not null default true,
  is_classic boolean not null default false,
  channel text not null default 'webhook'::text,
  sealed_secret text,
  places integer not null default 16,
  name text,
  constraint webhook_endpoint_channel_check CHECK ((channel = ANY (ARRAY['webhook'::text, 'email'::text, 'inbox'::text]))),
  constraint webhook_endpoint_channel_url_check CHECK (((channel = 'webhook'::text) = (url IS NOT NULL))),
  constraint webhook_endpoint_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint webhook_endpoint_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['owner'::text, 'failures'::text, 'gone'::text, 'deletion'::text]))),
  constraint webhook_endpoint_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint webhook_endpoint_inbox_check CHECK (((channel <> 'inbox'::text) OR (environment = 'sandbox'::text))),
  constraint webhook_endpoint_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint webhook_endpoint_owner_fk FOREIGN KEY (owner_membership_uid) REFERENCES membership(uid),
  constraint webhook_endpoint_owner_user_fk FOREIGN KEY (owner_user_uid) REFERENCES app_user(uid),
  constraint webhook_endpoint_pkey PRIMARY KEY (uid),
  constraint webhook_endpoint_places_check CHECK (((places >= 1) AND (places <= 16))),
  constraint webhook_endpoint_secret_check CHECK (((channel = 'email'::text) OR (deleted_at IS NOT NULL) OR (num_nonnulls(secret, sealed_secret) = 1))),
  constraint webhook_endpoint_url_check CHECK ((length(url) <= 2048))
);
CREATE INDEX webhook_endpoint_classic_idx ON public.webhook_endpoint USING btree (company_uid) WHERE (is_classic AND (deleted_at IS NULL));
CREATE INDEX webhook_endpoint_company_idx ON public.webhook_endpoint USING btree (company_uid);
CREATE INDEX webhook_endpoint_failed_idx ON public.webhook_endpoint USING btree (disabled_at, uid) WHERE ((disabled_by = 'failures'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX webhook_endpoint_notification_key ON public.webhook_endpoint USING btree (owner_membership_uid, environment) WHERE ((channel = 'email'::text) AND (deleted_at IS NULL));
comment on column webhook_endpoint.custom_headers is 'unused since sealed_headers';
comment on column webhook_endpoint.secret is 'unused since sealed_secret: not encrypted';
comment on column webhook_endpoint.previous_secret is 'unused since replaced_secrets';
comment on column webhook_endpoint.previous_secret_until is 'unused since replaced_secrets';
comment on column webhook_endpoint.sealed_headers is 'the custom headers, sealed with WEBHOOK_KEYS; their values are credentials';
comment on column webhook_endpoint.replaced_secrets is 'earlier secrets that still sign until their time is over: secret (sealed), from, until';
comment on column webhook_endpoint.disabled_by is 'null beside disabled_at if an earlier release disabled it';
comment on column webhook_endpoint.is_classic is 'receives what webhook_classic_subscription says, in the Classic envelope';
comment on column webhook_endpoint.channel is 'email: a member gets e-mails; inbox: kept here for a sandbox member to read';
comment on column webhook_endpoint.sealed_secret is 'the signing secret, sealed with WEBHOOK_KEYS; null if nothing is signed';
comment on column webhook_endpoint.places is 'how many of its deliveries may be attempted at once; half as many after an attempt that hung';
comment on column webhook_endpoint.name is 'the name that its owner gave it; null: none';
grant delete, insert, select, update on webhook_endpoint to recordwell_app;

create table webhook_endpoint_project (
  endpoint_uid uuid not null,
  project_uid uuid not null,
  constraint webhook_endpoint_project_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid) ON DELETE CASCADE,
  constraint webhook_endpoint_project_pkey PRIMARY KEY (endpoint_uid, project_uid),
  constraint webhook_endpoint_project_project_fk FOREIGN KEY (project_uid) REFERENCES project(uid)
);
grant delete, insert, select, update on webhook_endpoint_project to recordwell_app;

create table webhook_inbox (
  id bigint not null generated always as identity,
  company_uid uuid not null,
  endpoint_uid uuid not null,
  delivery_uid uuid not null,
  event_type text not null,
  received_at timestamp with time zone not null,
  headers jsonb not null,
  body bytea not null,
  constraint webhook_inbox_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint webhook_inbox_delivery_uid_key UNIQUE (delivery_uid),
  constraint webhook_inbox_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid),
  constraint webhook_inbox_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_inbox_company_idx ON public.webhook_inbox USING btree (company_uid, id);
comment on table webhook_inbox is 'the latest deliveries of each company''s sandbox to endpoints without an address';
grant delete, insert, select on webhook_inbox to recordwell_app;

create table webhook_notice (
  uid uuid not null,
  endpoint_uid uuid not null,
  delivery_uid uuid not null,
  kind text not null,
  failures integer not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint webhook_notice_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid),
  constraint webhook_notice_kind_check CHECK ((kind = ANY (ARRAY['warning'::text, 'disabled'::text, 'gone'::text]))),
  constraint webhook_notice_pkey PRIMARY KEY (uid)
);
CREATE INDEX webhook_notice_endpoint_idx ON public.webhook_notice USING btree (endpoint_uid, created_at);
comment on table webhook_notice is 'an e-mail to the owner of an endpoint; written with its cause, and sent by a separate workflow';
comment on column webhook_notice.failures is 'how many deliveries in a row had failed';
grant delete, insert, select, update on webhook_notice to recordwell_app;

create table webhook_replay (
  uid uuid not null,
  company_uid uuid not null,
  endpoint_uid uuid not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint webhook_replay_company_fk FOREIGN KEY (company_uid) REFERENCES company(uid),
  constraint webhook_replay_endpoint_fk FOREIGN KEY (endpoint_uid) REFERENCES webhook_endpoint(uid),
  constraint webhook_replay_pkey PRIMARY KEY (uid)
);
CREATE INDEX webhook_replay_endpoint_idx ON public.webhook_replay USING btree (endpoint_uid, created_at);
grant delete, insert, select, update on webhook_replay to recordwell_app;

create table webhook_replay_item (
  replay_uid uuid not null,
  place integer not null,
  delivery_uid uuid not null,
  outcome text not null,
  http_status integer,
  failure text,
  attempted_at timestamp with time zone,
  constraint webhook_replay_item_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'succeeded'::text, 'failed'::text, 'notSent'::text]))),
  constraint webhook_replay_item_pkey PRIMARY KEY (replay_uid, place),
  constraint webhook_replay_item_replay_fk FOREIGN KEY (replay_uid) REFERENCES webhook_replay(uid) ON DELETE CASCADE
);
CREATE INDEX webhook_replay_item_waiting_idx ON public.webhook_replay_item USING btree (replay_uid, place) WHERE (outcome = 'waiting'::text);
comment on table webhook_replay_item is 'a delivery to be sent again, in the order of the events';
grant delete, insert, select, update on webhook_replay_item to recordwell_app;

create table weekly_report (
  uid uuid not null,
  membership_uid uuid not null,
  environment text not null,
  mail_uid uuid not null,
  sent_on date,
  created_at timestamp with time zone not null,
  constraint weekly_report_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  constraint weekly_report_membership_fk FOREIGN KEY (membership_uid) REFERENCES membership(uid),
  constraint weekly_report_membership_key UNIQUE (membership_uid, environment),
  constraint weekly_report_pkey PRIMARY KEY (uid)
);
comment on table weekly_report is 'a member''s choice to get a weekly report by e-mail';
comment on column weekly_report.mail_uid is 'the id of the next e-mail, kept when it is sent again';
comment on column weekly_report.sent_on is 'the Monday of the last report, in the time zone of the company';
grant delete, insert, select, update on weekly_report to recordwell_app;

create table withdrawn_row (
  patient_uid uuid not null,
  row_kind text not null,
  key_hash bytea not null,
  uid uuid not null,
  source text not null,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone not null,
  reason text not null,
  constraint withdrawn_row_pkey PRIMARY KEY (patient_uid, row_kind, key_hash),
  constraint withdrawn_row_reason_check CHECK ((reason = ANY (ARRAY['identityChanged'::text, 'notProven'::text])))
);
CREATE INDEX withdrawn_row_at_idx ON public.withdrawn_row USING btree (withdrawn_at);
comment on table withdrawn_row is 'rows that were shown and no longer count as the patient''s; one that returns has the same uid';
grant delete, insert, select, update on withdrawn_row to recordwell_app;

grant usage on sequence outbox_command_id_seq to recordwell_app;

grant usage on sequence outbox_event_id_seq to recordwell_app;

CREATE OR REPLACE FUNCTION public.assert_sites_of_environment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if exists (
        select from written w join site s on s.uid = w.site_uid join project p on p.uid = w.project_uid
        where s.environment <> p.environment
      ) then
        raise exception 'a site of one environment cannot be on a row of the other'
          using errcode = 'check_violation', constraint = 'site_environment_of_project_check';
      end if;
      return null;
    end $function$;
comment on function assert_sites_of_environment() is NULL;
grant execute on function assert_sites_of_environment() to public;

CREATE OR REPLACE FUNCTION public.browse_day(value date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select lpad(extract(year from value)::text, 4, '0') || '-' || lpad(extract(month from value)::text, 2, '0')
        || '-' || lpad(extract(day from value)::text, 2, '0') $function$;
comment on function browse_day(date) is 'a date as rows show it; unlike to_char, immutable';
grant execute on function browse_day(date) to public;

CREATE OR REPLACE FUNCTION public.browse_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when octet_length(value) = length(value) then lower(value) else lower(browse_unaccent(value)) end $function$;
comment on function browse_fold(text) is 'a text without capitals and accents; most have no accents, which their length shows';
grant execute on function browse_fold(text) to public;

CREATE OR REPLACE FUNCTION public.browse_pattern(part text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select replace(replace(replace(browse_fold(part), E'\\', E'\\\\'), '%', E'\\%'), '_', E'\\_') $function$;
comment on function browse_pattern(text) is 'a part of a text for LIKE: folded, and with its wildcards escaped';
grant execute on function browse_pattern(text) to public;

CREATE OR REPLACE FUNCTION public.browse_unaccent(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return public.unaccent('public.unaccent'::regdictionary, value); end $function$;
comment on function browse_unaccent(text) is 'immutable, because its rules change only with PostgreSQL: after such a change, rebuild the indexes on search_text';
grant execute on function browse_unaccent(text) to public;

CREATE OR REPLACE FUNCTION public.drop_webhook_partitions(before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      partition text;
      dropped integer := 0;
    begin
      if before > now() - interval '7 days' then
        raise exception 'deliveries of the last seven days are not dropped';
      end if;
      perform pg_advisory_xact_lock(hashtext('webhook partitions'));
      for partition in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('webhook_delivery'::regclass, 'webhook_attempt'::regclass) and c.relname ~ '_\d{4}_\d{2}$'
          and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
      loop
        execute format('drop table %I', partition);
        dropped := dropped + 1;
      end loop;
      delete from webhook_attempt_default where delivery_uid < first_uid_of(before);
      delete from webhook_delivery_default where uid < first_uid_of(before);
      return dropped;
    end $function$;
comment on function drop_webhook_partitions(timestamp with time zone) is 'drops the months of the delivery log that ended before; runs as the owner, so that the application''s role doesn''t have to own them';
grant execute on function drop_webhook_partitions(timestamp with time zone) to recordwell_app;

CREATE OR REPLACE FUNCTION public.empty_directory_staging()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ truncate directory_staging $function$;
comment on function empty_directory_staging() is 'the application can''t truncate tables; if this one were emptied row by row, it would grow with every part of a file';
grant execute on function empty_directory_staging() to recordwell_app;

CREATE OR REPLACE FUNCTION public.ensure_audit_partitions(months_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      month date;
      partition text;
      starts_at timestamptz;
      ends_at timestamptz;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('ensure_audit_partitions'));
      for i in 0..least(greatest(months_ahead, 0), 24) loop
        month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
        partition := 'audit_event_' || to_char(month, 'YYYY_MM');
        if to_regclass(partition) is null then
          starts_at := month::timestamp at time zone 'UTC';
          ends_at := (month + interval '1 month') at time zone 'UTC';
          -- Rows of a month that nobody prepared are in the default partition, and would forbid its own for ever.
          lock table audit_event_default in access exclusive mode;
          execute format('create table %I (like audit_event including constraints)', partition);
          execute format('with moved as (delete from audit_event_default where occurred_at >= %L and occurred_at < %L returning *)
            insert into %I select * from moved', starts_at, ends_at, partition);
          execute format('alter table audit_event attach partition %I for values from (%L) to (%L)',
            partition, starts_at, ends_at);
          made := made + 1;
        end if;
      end loop;
      return made;
    end $function$;
comment on function ensure_audit_partitions(integer) is 'creates the monthly partitions of the audit log ahead of time; runs as the owner, so that the application''s role doesn''t have to own them';
grant execute on function ensure_audit_partitions(integer) to recordwell_app;

CREATE OR REPLACE FUNCTION public.ensure_webhook_partitions(months_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      month date;
      parent text;
      key text;
      partition text;
      starts_at uuid;
      ends_at uuid;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('webhook partitions'));
      for i in 0..least(greatest(months_ahead, 0), 24) loop
        month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
        starts_at := first_uid_of(month::timestamp at time zone 'UTC');
        ends_at := first_uid_of((month + interval '1 month') at time zone 'UTC');
        foreach parent in array array['webhook_delivery', 'webhook_attempt'] loop
          key := case parent when 'webhook_delivery' then 'uid' else 'delivery_uid' end;
          partition := parent || '_' || to_char(month, 'YYYY_MM');
          if to_regclass(partition) is null then
            -- Rows of a month that nobody prepared are in the default partition, and would forbid its own for ever.
            execute format('lock table %I in access exclusive mode', parent || '_default');
            execute format('create table %I (like %I including constraints including defaults)', partition, parent);
            execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
              parent || '_default', key, starts_at, key, ends_at, partition);
            execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, starts_at, ends_at);
            made := made + 1;
          end if;
        end loop;
      end loop;
      return made;
    end $function$;
comment on function ensure_webhook_partitions(integer) is 'creates the monthly partitions of the delivery log ahead of time; runs as the owner, so that the application''s role doesn''t have to own them';
grant execute on function ensure_webhook_partitions(integer) to recordwell_app;

CREATE OR REPLACE FUNCTION public.file_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NORMALIZE(casefold((NORMALIZE(name, NFC) COLLATE pg_unicode_fast)), NFC);
comment on function file_name_key(text) is 'the form in which file names are compared, whatever their case and Unicode form';
grant execute on function file_name_key(text) to public;

CREATE OR REPLACE FUNCTION public.first_uid_of(instant timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    $function$;
comment on function first_uid_of(timestamp with time zone) is 'comes before every uid (version 7) created at the instant or later';
grant execute on function first_uid_of(timestamp with time zone) to public;

CREATE OR REPLACE FUNCTION public.keep_api_request_partitions(days_ahead integer, keep_days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      today date := (now() at time zone 'UTC')::date;
      kept integer := greatest(keep_days, 7);
      partition text;
      starts_at timestamptz;
      ends_at timestamptz;
      changed integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('keep_api_request_partitions'));
      for i in 0..least(greatest(days_ahead, 0), 31) loop
        partition := 'api_request_' || to_char(today + i, 'YYYY_MM_DD');
        if to_regclass(partition) is null then
          starts_at := (today + i)::timestamp at time zone 'UTC';
          ends_at := (today + i + 1)::timestamp at time zone 'UTC';
          -- Rows of a day that wasn't prepared are in the default partition, and would forbid its own.
          lock table api_request_default in access exclusive mode;
          execute format('create table %I (like api_request including constraints)', partition);
          execute format('with moved as (delete from api_request_default where occurred_at >= %L and occurred_at < %L returning *)
            insert into %I select * from moved', starts_at, ends_at, partition);
          execute format('alter table api_request attach partition %I for values from (%L) to (%L)',
            partition, starts_at, ends_at);
          changed := changed + 1;
        end if;
      end loop;
      for partition in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'api_request'::regclass and c.relname ~ '^api_request_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
          and to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - kept
      loop
        execute format('drop table %I', partition);
        changed := changed + 1;
      end loop;
      delete from api_request_default where occurred_at < now() - make_interval(days => kept);
      return changed;
    end $function$;
comment on function keep_api_request_partitions(integer,integer) is NULL;
grant execute on function keep_api_request_partitions(integer,integer) to recordwell_app;

CREATE OR REPLACE FUNCTION public.new_request_number()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      digits text;
      total integer;
      candidate text;
    begin
      loop
        digits := lpad(floor(random() * 1000000000)::bigint::text, 9, '0');
        select sum(case when place % 2 = 0 then digit
            when digit > 4 then digit * 2 - 9 else digit * 2 end) into total
          from generate_series(1, 9) place, lateral (select substr(digits, place, 1)::integer as digit) d;
        candidate := 'RR-' || substr(digits, 1, 3) || '-' || substr(digits, 4, 3) || '-'
          || substr(digits, 7, 3) || (10 - total % 10) % 10;
        exit when not exists (select 1 from record_request where request_number = candidate);
      end loop;
      return candidate;
    end $function$;
comment on function new_request_number() is 'a number that no record request has: nine random digits and their check digit (Luhn)';
grant execute on function new_request_number() to recordwell_app;

CREATE OR REPLACE FUNCTION public.take_rate_limit_place(counted_key text, at_most integer, window_us bigint, OUT taken_at_us bigint, OUT free_in_us bigint, OUT remaining integer, OUT reset_in_us bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
    declare
      counted rate_limit%rowtype;
      at_us bigint;
      nth_last bigint;
      nth_last_at_us bigint;
      numbers bigint[];
      times bigint[];
      oldest_number bigint;
      oldest_at_us bigint;
    begin
      -- The lock puts all callers of a key in one order. Each statement below sees what the one before has committed.
      loop
        select * into counted from rate_limit where key = counted_key for update;
        exit when found;
        insert into rate_limit (key, taken, slots, last_taken_at_us) values (counted_key, 0, at_most, 0)
          on conflict on constraint rate_limit_key_key do nothing;
      end loop;
      -- Read under the lock, and the only clock there is.
      at_us := extract(epoch from clock_timestamp()) * 1000000;
      if counted.slots < at_most then
        select array_agg(number), array_agg(p.taken_at_us) into numbers, times
          from rate_limit_place p where rate_limit_id = counted.id;
        delete from rate_limit_place where rate_limit_id = counted.id;
        insert into rate_limit_place (rate_limit_id, slot, number, taken_at_us)
          select counted.id, n % at_most, n, t from unnest(numbers, times) as known(n, t);
        update rate_limit set slots = at_most where id = counted.id;
        counted.slots := at_most;
      end if;
      nth_last := counted.taken - at_most + 1;
      select p.taken_at_us into nth_last_at_us from rate_limit_place p
        where rate_limit_id = counted.id and slot = nth_last % counted.slots and number = nth_last;
      if nth_last_at_us > at_us - window_us then
        free_in_us := nth_last_at_us + window_us - at_us;
        remaining := 0;
        reset_in_us := free_in_us;
        return;
      end if;
      -- The n-th last and all before it have left the window. After a silence, all have.
      oldest_number := case
        when counted.last_taken_at_us <= at_us - window_us then counted.taken + 1
        else greatest(counted.oldest, nth_last + 1) end;
      loop
        oldest_at_us := null;
        exit when oldest_number > counted.taken;
        select p.taken_at_us into oldest_at_us from rate_limit_place p
          where rate_limit_id = counted.id and slot = oldest_number % counted.slots and number = oldest_number;
        exit when oldest_at_us > at_us - window_us;
        oldest_number := oldest_number + 1;
      end loop;
      update rate_limit set taken = counted.taken + 1, last_taken_at_us = at_us, oldest = oldest_number
        where id = counted.id;
      update rate_limit_place set number = counted.taken + 1, taken_at_us = at_us
        where rate_limit_id = counted.id and slot = (counted.taken + 1) % counted.slots;
      if not found then
        insert into rate_limit_place (rate_limit_id, slot, number, taken_at_us)
          values (counted.id, (counted.taken + 1) % counted.slots, counted.taken + 1, at_us);
      end if;
      taken_at_us := at_us;
      remaining := at_most - (counted.taken + 2 - oldest_number);
      reset_in_us := coalesce(oldest_at_us, at_us) + window_us - at_us;
    end $function$;
comment on function take_rate_limit_place(text,integer,bigint) is 'takes a place if fewer than at_most were taken within the window; returns when, or after what time one is free, how many are left, and after what time the oldest one leaves the window';
grant execute on function take_rate_limit_place(text,integer,bigint) to recordwell_app;
