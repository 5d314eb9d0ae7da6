import { createHash } from 'node:crypto';
import { siteKey, type Site } from '../domain/clinical/site';
import type { Executor } from './database';
import { named } from './named';

/** A site on file. */
export type StoredSite = Site & { readonly uid: string };

interface SiteRow {
  readonly uid: string;
  readonly name: string;
  readonly systemName: string | null;
  readonly npi: string | null;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly phone: string | null;
  readonly fax: string | null;
}

const columns = `uid, name, system_name as "systemName", npi, address_line_1 as "addressLine1",
  address_line_2 as "addressLine2", city, state, zip, phone, fax`;

function toSite(row: SiteRow): StoredSite {
  const { uid, name, addressLine1, city, state, zip, systemName, npi, addressLine2, phone, fax } = row;
  return {
    ...{ uid, name, addressLine1, city, state, zip },
    ...(systemName === null ? {} : { systemName }),
    ...(npi === null ? {} : { npi }),
    ...(addressLine2 === null ? {} : { addressLine2 }),
    ...(phone === null ? {} : { phone }),
    ...(fax === null ? {} : { fax }),
  };
}

const byUid = named<SiteRow>(`select ${columns} from site where uid = ?`);

/** The site with this id. */
export async function findSite(executor: Executor, uid: string): Promise<StoredSite | undefined> {
  const [row] = await byUid.run(executor, [uid]);
  return row === undefined ? undefined : toSite(row);
}

const insert = named(`
  insert into site (uid, key_hash, name, address_line_1, address_line_2, city, state, zip, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict on constraint site_key_hash_key do nothing
`);
const byHash = named<SiteRow>(`select ${columns} from site where key_hash = ?`);

/** The site of this identity: the one on file, else a new one. */
export async function resolveSite(
  executor: Executor,
  site: Site,
  uid: string,
  at: Date,
): Promise<StoredSite> {
  const hash = createHash('sha256').update(siteKey(site)).digest();
  await insert.run(executor, [
    uid,
    hash,
    site.name,
    site.addressLine1,
    site.addressLine2 ?? null,
    site.city,
    site.state,
    site.zip,
    at,
  ]);
  const [row] = await byHash.run(executor, [hash]);
  if (row === undefined) throw new Error('a site that was just stored is missing');
  return toSite(row);
}
