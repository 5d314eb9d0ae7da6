import type { Knex } from 'knex';

/**
 * Keeps with withheld records the person as the partner describes them, so that an edit can be judged against
 * it, and marks the searches whose ambiguous answer is to be judged again. Adds a state for answers that came
 * and weren't understood.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table withheld_content rename column identity to candidate;
    alter table withheld_content add column person jsonb;
    comment on table withheld_content is
      'what a run found about people of whom it is not known who is the patient; shown to nobody until then';
    comment on column withheld_content.person is
      'the person as the partner describes them; null for the stand-ins of the sandbox';
    alter table patient_search add column is_to_be_judged boolean not null default false;
    comment on column patient_search.is_to_be_judged is
      'whether details changed since the ambiguous answer was judged';
    update patient_search s set is_to_be_judged = true
      from patient p
      where p.uid = s.patient_uid and s.phase = 'answered' and s.outcome = 'AmbiguousIdentity'
        and p.sex is distinct from s.judged_sex;
    alter table patient_search drop column judged_sex;

    alter table roster_entry drop constraint roster_entry_state_check;
    alter table roster_entry add constraint roster_entry_state_check check (
      state in ('queued', 'sent', 'accepted', 'notUnderstood', 'refused', 'answered'));
    drop index roster_entry_unanswered_idx;
    create index roster_entry_unanswered_idx on roster_entry (partner, sent_at)
      where state in ('sent', 'accepted', 'notUnderstood');
  `);
}

/** Reverts it; which sex an answer was judged with is lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update roster_entry set state = 'accepted' where state = 'notUnderstood';
    drop index roster_entry_unanswered_idx;
    create index roster_entry_unanswered_idx on roster_entry (partner, sent_at)
      where state in ('sent', 'accepted');
    alter table roster_entry drop constraint roster_entry_state_check;
    alter table roster_entry add constraint roster_entry_state_check check (
      state in ('queued', 'sent', 'accepted', 'refused', 'answered'));

    alter table patient_search add column judged_sex text;
    comment on column patient_search.judged_sex is
      'the sex on file when the identities of the last answer were told apart';
    alter table patient_search drop column is_to_be_judged;
    alter table withheld_content drop column person;
    alter table withheld_content rename column candidate to identity;
    comment on table withheld_content is
      'what a run found under conflicting identities; shown to nobody until the sex on file tells which is the patient';
  `);
}
