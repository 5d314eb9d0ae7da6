// SQL text: recursion follows a site to the one that replaces it, for every visit of a run.
import { createHash } from 'node:crypto';
import { siteKey, type Site, type SiteStanding } from '../../domain/clinical/site';
import { siteMatchKey } from '../../domain/clinical/site-match';
import { environmentOf, type Environment, type Project } from '../../domain/projects/project';
import { Problem } from '../../domain/problem';
import { uuidv7 } from '../../platform/ids';
import type { Executor, Transaction } from '../database';
import { findFacilityOf, type Facility } from './directory';
import { SiteModel, type SiteRow } from '../models/site';
import { named, type NamedStatement } from '../named';
import { insert, pick, selectList, valuesOf } from '../table';

/** The owner of sites: one company and one environment; nobody else sees them. */
export interface SiteTenant {
  readonly companyUid: string;
  readonly environment: Environment;
}

/** Returns the owner of the sites of a project's patients. */
export function siteTenantOf({ companyUid, status }: Pick<Project, 'companyUid' | 'status'>): SiteTenant {
  return { companyUid, environment: environmentOf(status) };
}

/** A stored site. */
export type StoredSite = Site & { readonly uid: string; readonly standing: SiteStanding };

/** The current site, and the originally named one if it was replaced. */
export interface FoundSite {
  readonly site: StoredSite;
  readonly namedUid: string | null;
}

/** A named site. */
export interface NamedSite extends FoundSite {
  /** Whether it was unknown before. */
  readonly isNew: boolean;
}

// The columns of a facility that its site shows.
const shownOfFacility = [
  ...(['name', 'systemName', 'npi', 'addressLine1', 'addressLine2', 'city', 'state', 'zip'] as const),
  ...(['phone', 'fax'] as const),
] as const;
const shownNames = ['uid', 'standing', ...shownOfFacility] as const;
type ShownRow = Pick<SiteRow, (typeof shownNames)[number]>;
type FoundRow = ShownRow & { readonly namedUid: string };

function toFound(row: FoundRow | undefined): FoundSite | undefined {
  if (row === undefined) return undefined;
  const { uid, standing, name, addressLine1, city, state, zip } = row;
  const { systemName, npi, addressLine2, phone, fax, namedUid } = row;
  const site = {
    uid,
    standing,
    name,
    addressLine1,
    city,
    state,
    zip,
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

/**
 * Returns a statement for the tenant's site that the condition on `s` finds, followed to the one that
 * replaces it.
 */
function siteNamed<Params extends object>(condition: string, rest = '') {
  return named<FoundRow, SiteTenant & Params>(`
    with recursive meant as (
      select s.uid as named_uid, s.uid, s.stands_for_uid from site s where ${isTenants('s')} and ${condition}
      union all
      select m.named_uid, t.uid, t.stands_for_uid from meant m join site t on t.uid = m.stands_for_uid
    )
    select ${selectList(SiteModel, 's', shownNames)}, m.named_uid as "namedUid"
    from meant m join site s on s.uid = m.uid where m.stands_for_uid is null ${rest}
  `);
}

/**
 * Finds the tenant's site with this id. A replaced site is found by its old id, because callers may have kept
 * it.
 */
export async function findSite(
  executor: Executor,
  { companyUid, environment }: SiteTenant,
  uid: string,
): Promise<FoundSite | undefined> {
  return toFound((await siteByUid.find.run(executor, { companyUid, environment, uid }))[0]);
}

/** A statement that finds a site, and one that also locks it. */
interface Lookup<Params extends object> {
  readonly find: NamedStatement<FoundRow, SiteTenant & Params>;
  readonly hold: NamedStatement<FoundRow, SiteTenant & Params>;
}

function lookup<Params extends object>(condition: string): Lookup<Params> {
  const locked = 'and s.stands_for_uid is null for key share of s';
  return { find: siteNamed<Params>(condition), hold: siteNamed<Params>(condition, locked) };
}

/** How often a site may be replaced while someone waits for it. */
const replacementsMax = 10;

/**
 * Locks a site until the transaction ends, so that it isn't linked before what is being stored there can move
 * along. One that was replaced while this waited isn't found; a repeated query finds the one that stands for
 * it.
 */
async function hold<Params extends object>(
  tx: Transaction,
  { find, hold: holding }: Lookup<Params>,
  asked: SiteTenant & Params,
): Promise<FoundSite | undefined> {
  for (let replacements = 0; replacements < replacementsMax; replacements += 1) {
    const held = toFound((await holding.run(tx, asked))[0]);
    if (held !== undefined || (await find.run(tx, asked)).length === 0) return held;
  }
  throw new Problem('service.unavailable', { internal: 'the site is being replaced again and again' });
}

const siteByUid = lookup<{ uid: string }>('s.uid = :uid');

/** Like {@link findSite}, for storing something at the site in this transaction. */
export async function holdSite(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  uid: string,
): Promise<FoundSite | undefined> {
  return hold(tx, siteByUid, { companyUid, environment, uid });
}

// Exact words before other spellings: rows from before spellings were normalized have no other key.
const siteByIdentity = lookup<Identity>(
  `s.uid = (
  select k.uid from site k
  where ${isTenants('k')}
    and (k.key_hash = decode(:keyHash::text, 'hex') or k.match_hash = decode(:matchHash::text, 'hex'))
  order by k.key_hash = decode(:keyHash::text, 'hex') desc nulls last limit 1)`,
);
const siteByFacility = lookup<{ directorySiteUid: string }>('s.directory_site_uid = :directorySiteUid');
const insertRow = named<never, SiteRow>(insert(SiteModel, { onConflict: 'on conflict do nothing' }));

/** The keys of a site as named, in hex. */
interface Identity {
  readonly keyHash: string;
  readonly matchHash: string | null;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function identityOf(site: Site): Identity {
  const matchKey = siteMatchKey(site);
  return { keyHash: hashOf(siteKey(site)), matchHash: matchKey === undefined ? null : hashOf(matchKey) };
}

// What a site may lack.
const nothingKnown = { systemName: null, npi: null, addressLine2: null, phone: null, fax: null };
const noIdentity = { keyHash: null, matchHash: null, standsForUid: null, directorySiteUid: null };

/** Stores a site unless one with its identity exists. @returns its id, if it was stored */
async function store(
  tx: Transaction,
  row: Omit<SiteRow, 'uid' | keyof typeof noIdentity> & Partial<SiteRow>,
): Promise<string> {
  const uid = uuidv7(row.createdAt);
  await insertRow.run(tx, valuesOf(SiteModel, { ...noIdentity, uid, ...row }));
  return uid;
}

function stored(found: FoundSite | undefined): FoundSite {
  if (found === undefined) throw new Error('a site that was just stored is missing');
  return found;
}

/** Returns the tenant's site for a facility of the directory, or its replacement; creates it on first use. */
export async function holdSiteOf(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  facility: Facility,
  at: Date,
): Promise<FoundSite> {
  const asked = { companyUid, environment, directorySiteUid: facility.uid };
  const found = await hold(tx, siteByFacility, asked);
  if (found !== undefined) return found;
  const shown = pick(facility, shownOfFacility);
  await store(tx, { ...shown, ...asked, standing: 'directory', createdAt: at });
  return stored(await hold(tx, siteByFacility, asked));
}

/**
 * Finds the tenant's site with this identity: the stored one, whatever its spelling; otherwise the facility
 * of the directory that it certainly is; otherwise a new one that waits for operators. It is locked until the
 * transaction ends. For several in one transaction, see {@link resolveSites}.
 */
export async function resolveSite(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  site: Site,
  at: Date,
): Promise<NamedSite> {
  const asked = { companyUid, environment, ...identityOf(site) };
  // An operator's decision stays valid, so the stored site comes first.
  const found = await hold(tx, siteByIdentity, asked);
  if (found !== undefined) return { ...found, isNew: false };
  const facility = await findFacilityOf(tx, environment, site);
  if (facility !== undefined) return { ...(await holdSiteOf(tx, asked, facility, at)), isNew: false };
  const uid = await store(tx, { ...nothingKnown, ...site, ...asked, standing: 'unverified', createdAt: at });
  const named = stored(await hold(tx, siteByIdentity, asked));
  // A concurrent transaction created it.
  return { ...named, isNew: named.site.uid === uid };
}

function inOrder(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/**
 * Finds the tenant's site of each of these, as {@link resolveSite}. Known ones are locked before any is
 * created: an operator who decides on one of them may be waiting for a new one. New ones are created in the
 * order of what makes two of them the same, so that two transactions with the same ones wait for one another.
 * @returns them by natural key
 */
export async function resolveSites(
  tx: Transaction,
  tenant: SiteTenant,
  sites: readonly Site[],
  at: Date,
): Promise<ReadonlyMap<string, FoundSite>> {
  const { companyUid, environment } = tenant;
  const found = new Map<string, FoundSite>();
  const unknown: Array<{ readonly same: string; readonly key: string; readonly site: Site }> = [];
  for (const [key, site] of new Map(sites.map(each => [siteKey(each), each]))) {
    const known = await hold(tx, siteByIdentity, { companyUid, environment, ...identityOf(site) });
    if (known !== undefined) found.set(key, known);
    else {
      const facility = await findFacilityOf(tx, environment, site);
      unknown.push({ same: facility?.uid ?? siteMatchKey(site) ?? key, key, site });
    }
  }
  for (const { key, site } of unknown.toSorted((a, b) => inOrder(a.same, b.same) || inOrder(a.key, b.key)))
    found.set(key, await resolveSite(tx, tenant, site, at));
  return found;
}
