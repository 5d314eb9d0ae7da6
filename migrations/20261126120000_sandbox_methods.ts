import type { Knex } from 'knex';

/**
 * Authorization methods that a company can use in its sandbox only. Every company that exists gets both of
 * them, as a new one does.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table company_sandbox_method (
      company_uid uuid not null constraint company_sandbox_method_company_fk references company (uid),
      method text not null,
      approved_at timestamptz not null,
      constraint company_sandbox_method_pkey primary key (company_uid, method),
      constraint company_sandbox_method_method_check check (method in ('authorizationPdf', 'ial2Tokens'))
    );
    comment on table company_sandbox_method is
      'rows of company_feature count in both environments; these count in the sandbox only';
    grant select, insert, update, delete on company_sandbox_method to recordwell_app;
    insert into company_sandbox_method (company_uid, method, approved_at)
      select uid, method, now() from company, unnest(array['authorizationPdf', 'ial2Tokens']) as method;
  `);
}

/** Reverts it: what was approved for a sandbox only is gone. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table company_sandbox_method');
}
