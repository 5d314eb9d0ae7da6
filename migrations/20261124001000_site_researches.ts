import type { Knex } from 'knex';

/** Creates researches about sites, and the answers of their sources. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table site_research (
      uid uuid not null constraint site_research_pkey primary key,
      company_uid uuid not null constraint site_research_company_fk references company (uid),
      environment text not null,
      site_uid uuid not null constraint site_research_site_fk references site (uid),
      started_by_uid uuid not null constraint site_research_user_fk references app_user (uid),
      started_at timestamptz not null,
      ended_at timestamptz,
      constraint site_research_environment_check check (environment in ('production', 'sandbox'))
    );
    create unique index site_research_running_key
      on site_research (company_uid, environment, site_uid, started_by_uid) where ended_at is null;
    create index site_research_time_idx on site_research (environment, started_at, uid);
    create index site_research_company_idx on site_research (company_uid, environment, started_at, uid);
    create index site_research_site_idx on site_research (site_uid);
    comment on column site_research.started_by_uid is 'who is told of its end, and billed';
    comment on column site_research.ended_at is 'null while it runs';
    grant select, insert, update (ended_at) on site_research to recordwell_app;

    create table site_research_answer (
      research_uid uuid not null constraint site_research_answer_research_fk references site_research (uid),
      source text not null,
      outcome text not null,
      findings jsonb not null,
      answered_at timestamptz not null,
      constraint site_research_answer_pkey primary key (research_uid, source),
      constraint site_research_answer_outcome_check check (outcome in ('answered', 'failed', 'late'))
    );
    comment on column site_research_answer.findings is 'label and value of each, about a facility; nothing of a patient';
    grant select, insert on site_research_answer to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table site_research_answer; drop table site_research');
}
