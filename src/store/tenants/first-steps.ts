// SQL text: three questions in one statement, one of them about what a member sees.
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { isVisible } from './projects';

/** A new member's progress, from the database. */
export interface FirstFacts {
  readonly hasUsedKey: boolean;
  readonly hasPatient: boolean;
  readonly hasReceived: boolean;
}

const find = named<FirstFacts, ProjectScope & { userUid: string }>(`
  select
    exists (select from api_key k where k.membership_uid = :membershipUid and k.environment = :environment
      and k.last_used_at is not null) as "hasUsedKey",
    exists (select from project p join lateral (select from patient r where r.project_uid = p.uid limit 1) r
      on true
      where ${isVisible('p')}) as "hasPatient",
    exists (select from webhook_endpoint e join lateral (
        select from webhook_delivery d
        where d.company_uid = e.company_uid and d.endpoint_uid = e.uid and d.status = 'succeeded' limit 1) d
          on true
      where e.company_uid = :companyUid and e.environment = :environment and e.owner_user_uid = :userUid
        and e.channel = 'webhook' and e.deleted_at is null) as "hasReceived"
`);

/**
 * Returns a member's progress in an environment: with their key, in projects that they see, with their
 * endpoint.
 */
export async function findFirstFacts(
  executor: Executor,
  { companyUid, environment, membershipUid, seesAllProjects }: ProjectScope,
  userUid: string,
): Promise<FirstFacts> {
  const [facts] = await find.run(executor, {
    companyUid,
    environment,
    membershipUid,
    seesAllProjects,
    userUid,
  });
  return facts ?? { hasUsedKey: false, hasPatient: false, hasReceived: false };
}
