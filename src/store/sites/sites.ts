// SQL text: a site is followed to the one that it stands for by recursion, for every visit that a run brings.
import { createHash } from 'node:crypto';
import { siteKey, type Site, type SiteStanding } from '../../domain/clinical/site';
import { siteMatchKey } from '../../domain/clinical/site-match';
import { environmentOf, type Environment, type Project } from '../../domain/projects/project';
import { uuidv7 } from '../../platform/ids';
import type { Executor, Transaction } from '../database';
import { findFacilityOf, type Facility } from './directory';
import { SiteModel, type SiteRow } from '../models/site';
import { named } from '../named';
import { insert, pick, selectList, valuesOf } from '../table';

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

/** A site that was named. */
export interface NamedSite extends FoundSite {
  /** Whether it was on file nowhere before. */
  readonly isNew: boolean;
}

// What of a facility is shown of the site that it is.
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

/** The tenant's site that the condition on `s` names, and from there on to the one that it stands for. */
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

const byUid = siteNamed<{ uid: string }>('s.uid = :uid');

/**
 * The tenant's site of this id. One that stands for another is found under its old id: callers may have kept
 * it.
 */
export async function findSite(
  executor: Executor,
  { companyUid, environment }: SiteTenant,
  uid: string,
): Promise<FoundSite | undefined> {
  return toFound((await byUid.run(executor, { companyUid, environment, uid }))[0]);
}

/**
 * What holds a site until the transaction ends, so that it is not linked before what is stored at it is there
 * to go along. One that was linked while it was waited for is not found; asked again, the one that it stands
 * for is.
 */
const held = 'and s.stands_for_uid is null for key share of s';
const heldByUid = siteNamed<{ uid: string }>('s.uid = :uid', held);

/** As {@link findSite}, for something that is stored at the site in this transaction. */
export async function holdSite(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  uid: string,
): Promise<FoundSite | undefined> {
  const asked = { companyUid, environment, uid };
  const [first] = await heldByUid.run(tx, asked);
  return toFound(first ?? (await heldByUid.run(tx, asked))[0]);
}

// By the very words before other spellings of them: rows from before there were spellings have no other key.
const heldByIdentity = siteNamed<Identity>(
  `s.uid = (
  select k.uid from site k
  where ${isTenants('k')}
    and (k.key_hash = decode(:keyHash::text, 'hex') or k.match_hash = decode(:matchHash::text, 'hex'))
  order by k.key_hash = decode(:keyHash::text, 'hex') desc nulls last limit 1)`,
  held,
);
const heldByFacility = siteNamed<{ directorySiteUid: string }>(
  's.directory_site_uid = :directorySiteUid',
  held,
);
const insertRow = named<never, SiteRow>(insert(SiteModel, { onConflict: 'on conflict do nothing' }));

/** The keys of a site as it was named, in hex. */
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

/** Stores a site unless there is one of its identity. @returns its id, if it was stored */
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

/**
 * The tenant's site that is a facility of the directory, or the one that it stands for; made when it is first
 * used.
 */
export async function holdSiteOf(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  facility: Facility,
  at: Date,
): Promise<FoundSite> {
  const asked = { companyUid, environment, directorySiteUid: facility.uid };
  const found = toFound((await heldByFacility.run(tx, asked))[0]);
  if (found !== undefined) return found;
  const shown = pick(facility, shownOfFacility);
  await store(tx, { ...shown, ...asked, standing: 'directory', createdAt: at });
  return stored(toFound((await heldByFacility.run(tx, asked))[0]));
}

/**
 * The tenant's site of this identity: the one on file, whatever its spelling there; else the facility of the
 * directory that it is for sure; else a new one that waits for the delivery team. It is held until the
 * transaction ends. Callers who resolve several in one transaction take them in the order of their keys.
 */
export async function resolveSite(
  tx: Transaction,
  { companyUid, environment }: SiteTenant,
  site: Site,
  at: Date,
): Promise<NamedSite> {
  const asked = { companyUid, environment, ...identityOf(site) };
  // What an operator decided of it stands, so the one on file comes first.
  const found = toFound((await heldByIdentity.run(tx, asked))[0]);
  if (found !== undefined) return { ...found, isNew: false };
  const facility = await findFacilityOf(tx, environment, site);
  if (facility !== undefined) return { ...(await holdSiteOf(tx, asked, facility, at)), isNew: false };
  const uid = await store(tx, { ...nothingKnown, ...site, ...asked, standing: 'unverified', createdAt: at });
  const named = stored(toFound((await heldByIdentity.run(tx, asked))[0]));
  // Another one that was faster with the same site made it.
  return { ...named, isNew: named.site.uid === uid };
}
