import { createHash } from 'node:crypto';
import { siteKey, type Site } from '../domain/clinical/site';
import type { Executor } from './database';
import { SiteModel, type SiteRow } from './models/clinical';
import { named } from './named';
import { insert, namesWithout, selectList, valuesOf } from './table';

/** A site on file. */
export type StoredSite = Site & { readonly uid: string };

type StoredSiteRow = Omit<SiteRow, 'keyHash' | 'createdAt'>;

const siteNames = namesWithout(SiteModel, ['keyHash', 'createdAt']);
const sites = `select ${selectList(SiteModel, 's', siteNames)} from site s`;

function toSite(row: StoredSiteRow): StoredSite {
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

const byUid = named<StoredSiteRow, { uid: string }>(`${sites} where s.uid = :uid`);

/** The site with this id. */
export async function findSite(executor: Executor, uid: string): Promise<StoredSite | undefined> {
  const [row] = await byUid.run(executor, { uid });
  return row === undefined ? undefined : toSite(row);
}

const insertRow = named<never, SiteRow>(
  insert(SiteModel, { onConflict: 'on conflict on constraint site_key_hash_key do nothing' }),
);
const byHash = named<StoredSiteRow, { keyHash: string }>(
  `${sites} where s.key_hash = decode(:keyHash, 'hex')`,
);

// What a site may lack.
const nothingKnown = { systemName: null, npi: null, addressLine2: null, phone: null, fax: null };

/** The site of this identity: the one on file, else a new one. */
export async function resolveSite(
  executor: Executor,
  site: Site,
  uid: string,
  at: Date,
): Promise<StoredSite> {
  const keyHash = createHash('sha256').update(siteKey(site)).digest('hex');
  const row = { ...nothingKnown, ...site, uid, keyHash, createdAt: at };
  await insertRow.run(executor, valuesOf(SiteModel, row));
  const [stored] = await byHash.run(executor, { keyHash });
  if (stored === undefined) throw new Error('a site that was just stored is missing');
  return toSite(stored);
}
