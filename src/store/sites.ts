import { createHash } from 'node:crypto';
import { siteKey, type Site } from '../domain/clinical/site';
import { siteMatchKey } from '../domain/clinical/site-match';
import type { SiteStanding } from '../domain/clinical/site-standing';
import { environmentOf, type Environment, type Project } from '../domain/projects/project';
import { uuidv7 } from '../platform/ids';
import type { Executor, Transaction } from './database';
import { SiteModel, type SiteRow } from './models/site';
import { named } from './named';
import { insert, selectList, valuesOf } from './table';

/** Whose sites are meant: a site is of one company and one environment, and nobody else sees it. */
export interface SiteTenant {
  readonly companyUid: string;
  readonly environment: Environment;
}

/** Whose sites the patients of a project go to. */
export function siteTenantOf({ companyUid, status }: Pick<Project, 'companyUid' | 'status'>): SiteTenant {
  return { companyUid, environment: environmentOf(status) };
}

/** A site on file. */
export type StoredSite = Site & { readonly uid: string; readonly standing: SiteStanding };

/** The site that is meant, and the one that was named, where that stands for another one. */
export interface FoundSite {
  readonly site: StoredSite;
  readonly namedUid: string | null;
}

const shownNames = [
  ...(['uid', 'standing', 'name', 'systemName', 'npi', 'addressLine1', 'addressLine2', 'city'] as const),
  ...(['state', 'zip', 'phone', 'fax'] as const),
] as const;
type ShownRow = Pick<SiteRow, (typeof shownNames)[number]>;
type FoundRow = ShownRow & { readonly namedUid: string };

function toFound(row: FoundRow | undefined): FoundSite | undefined {
  if (row === undefined) return undefined;
  const { uid, standing, name, addressLine1, city, state, zip } = row;
  const { systemName, npi, addressLine2, phone, fax, namedUid } = row;
  const site = {
    ...{ uid, standing, name, addressLine1, city, state, zip },
    ...(systemName === null ? {} : { systemName }),
    ...(npi === null ? {} : { npi }),
    ...(addressLine2 === null ? {} : { addressLine2 }),
    ...(phone === null ? {} : { phone }),
    ...(fax === null ? {} : { fax }),
  };
  return { site, namedUid: namedUid === uid ? null : namedUid };
}

const isTenants = (alias: string): string =>
  `${alias}.company_uid = :companyUid and ${alias}.environment = :environment`;

/** The tenant's site that the condition on `s` names, and from there on to the one that it stands for. */
function siteNamed<Params extends object>(condition: string) {
  return named<FoundRow, SiteTenant & Params>(`
    with recursive meant as (
      select s.uid as named_uid, s.uid, s.stands_for_uid from site s where ${isTenants('s')} and ${condition}
      union all
      select m.named_uid, t.uid, t.stands_for_uid from meant m join site t on t.uid = m.stands_for_uid
    )
    select ${selectList(SiteModel, 's', shownNames)}, m.named_uid as "namedUid"
    from meant m join site s on s.uid = m.uid where m.stands_for_uid is null
  `);
}

const byUid = siteNamed<{ uid: string }>('s.uid = :uid');

/** The tenant's site of this id. One that stands for another is found under its old id: callers may have kept it. */
export async function findSite(
  executor: Executor,
  { companyUid, environment }: SiteTenant,
  uid: string,
): Promise<FoundSite | undefined> {
  return toFound((await byUid.run(executor, { companyUid, environment, uid }))[0]);
}

// By the very words before other spellings of them: rows from before there were spellings have no other key.
const byIdentity = siteNamed<{ keyHash: string; matchHash: string | null }>(`s.uid = (
  select k.uid from site k
  where ${isTenants('k')}
    and (k.key_hash = decode(:keyHash::text, 'hex') or k.match_hash = decode(:matchHash::text, 'hex'))
  order by k.key_hash = decode(:keyHash::text, 'hex') desc nulls last limit 1)`);
const insertRow = named<never, SiteRow>(insert(SiteModel, { onConflict: 'on conflict do nothing' }));

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function identityOf(site: Site): { readonly keyHash: string; readonly matchHash: string | null } {
  const matchKey = siteMatchKey(site);
  return { keyHash: hashOf(siteKey(site)), matchHash: matchKey === undefined ? null : hashOf(matchKey) };
}

// What a site may lack.
const nothingKnown = { systemName: null, npi: null, addressLine2: null, phone: null, fax: null };

/**
 * The tenant's site of this identity: the one on file, whatever its spelling there, else a new one that waits for the
 * delivery team. Callers who resolve several in one transaction take them in the order of their keys.
 */
export async function resolveSite(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  site: Site,
  at: Date,
): Promise<FoundSite> {
  const tenant = { companyUid, environment };
  const identity = identityOf(site);
  const [known] = await byIdentity.run(tx, { ...tenant, ...identity });
  const found = toFound(known);
  if (found !== undefined) return found;
  const made = {
    ...tenant,
    ...identity,
    uid: uuidv7(at),
    standing: 'unverified',
    standsForUid: null,
  } as const;
  const row: SiteRow = { ...nothingKnown, ...site, ...made, createdAt: at };
  await insertRow.run(tx, valuesOf(SiteModel, row));
  const stored = toFound((await byIdentity.run(tx, { ...tenant, ...identity }))[0]);
  if (stored === undefined) throw new Error('a site that was just stored is missing');
  return stored;
}
