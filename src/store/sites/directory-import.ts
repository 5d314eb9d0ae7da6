/**
 * Imports rows of files into the directory, many per statement; importing the same or older rows again
 * changes nothing.
 */
// SQL text: the rows of a file are merged many at a time.
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { stringify } from 'csv-stringify/sync';
import type { Transaction } from '../database';
import {
  DirectoryDeactivationModel,
  DirectoryEndpointModel,
  DirectoryListingModel,
  DirectoryNameModel,
  DirectoryStagingModel,
  type DirectoryEndpointRow,
  type DirectoryListingKind,
  type DirectoryNameRow,
  type StagedFacility,
} from '../models/directory';
import { SiteModel } from '../models/site';
import { named } from '../named';
import { excluded, insertMany, namesOf, type Table } from '../table';

function columnNames<Name extends string>(model: Table<Name>, names: readonly Name[]): string[] {
  return names.map(name => model.propertyNameToColumnName(name));
}

function listed(names: readonly string[], alias?: string): string {
  return names.map(name => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}

const stagedNames = namesOf(DirectoryStagingModel);
const staged = columnNames(DirectoryStagingModel, stagedNames);
const copyStatement =
  `copy ${DirectoryStagingModel.tableName} (${listed(staged)})` + ' from stdin with (format csv)';
const emptyStaging = named<never>('select from empty_directory_staging()');

/**
 * Writes rows into the empty staging table. It is locked until the transaction ends, so imports take turns.
 */
async function stage(tx: Transaction, rows: readonly StagedFacility[]): Promise<void> {
  await emptyStaging.run(tx, {});
  // Texts are quoted and may be empty; missing values are null, as COPY reads them.
  const csv = stringify(
    rows.map(row => stagedNames.map(name => row[name])),
    { quoted_string: true, cast: { boolean: value => String(value) } },
  );
  // knex's types leave it untyped; a transaction has one connection.
  const client = tx.client as {
    acquireConnection: () => Promise<Client>;
    releaseConnection: (connection: Client) => Promise<void>;
  };
  const connection = await client.acquireConnection();
  try {
    await pipeline(Readable.from([csv]), connection.query(copyFrom(copyStatement)));
  } finally {
    await client.releaseConnection(connection);
  }
}

/** The columns of a facility that may change and are compared. */
const changing = columnNames(
  DirectoryStagingModel,
  stagedNames.filter(name => name !== 'npi' && name !== 'place'),
);
const compared = changing.filter(column => column !== 'updated_on');
const notOlder = '(directory_site.updated_on is null or excluded.updated_on >= directory_site.updated_on)';
// An NPI is active again only by a row that is newer than its deactivation.
const notDeactivatedSince =
  '(directory_site.deactivated_on is null or excluded.updated_on > directory_site.deactivated_on)';
// A stub file never changes real facilities.
const notMadeUp = '(directory_site.is_synthetic or not excluded.is_synthetic)';
const differs =
  `((${listed(compared, 'directory_site')}) is distinct from (${listed(compared, 'excluded')}) or ` +
  'directory_site.deactivated_on is not null)';
const setAll = changing.map(column => `${column} = excluded.${column}`).join(', ');

interface Changed {
  readonly uid: string;
}

// A row that is older than the deactivation of its NPI isn't brought in.
const mergeMain = named<Changed>(`
  insert into directory_site (uid, ${listed(staged)})
  select uuidv7(), ${listed(staged, 's')} from directory_staging s
  where not exists (select from directory_deactivation g where g.npi = s.npi
    and g.deactivated_on >= coalesce(s.updated_on, g.deactivated_on))
  on conflict on constraint directory_site_npi_place_key
  do update set ${setAll}, deactivated_on = null where ${notOlder} and ${notDeactivatedSince}
    and ${notMadeUp} and ${differs}
  returning uid`);

/** What a secondary location has from its organization. */
const ofOrganization = ['name', 'match_name', 'system_name', 'is_synthetic'];
const ofPlace = staged.filter(column => !ofOrganization.includes(column) && column !== 'updated_on');
const setPlace = ofPlace
  .filter(column => column !== 'npi' && column !== 'place')
  .map(column => `${column} = excluded.${column}`)
  .join(', ');

// A location whose organization isn't in the directory is skipped: it would have no name.
const mergePlaces = named<Changed>(`
  insert into directory_site (uid, ${listed(ofPlace)}, ${listed(ofOrganization)}, deactivated_on)
  select uuidv7(), ${listed(ofPlace, 's')}, ${listed(ofOrganization, 'm')}, m.deactivated_on
  from directory_staging s join directory_site m on m.npi = s.npi and m.place = ''
  on conflict on constraint directory_site_npi_place_key
  do update set ${setPlace}
  where (${listed(ofPlace, 'directory_site')}) is distinct from (${listed(ofPlace, 'excluded')})
  returning uid`);

const ofMain = [...ofOrganization, 'deactivated_on'];
const followMain = named<Changed, { uids: readonly string[] }>(`
  update directory_site d set ${ofMain.map(column => `${column} = m.${column}`).join(', ')}
  from directory_site m
  where m.uid = any(:uids::uuid[]) and m.place = '' and d.npi = m.npi and d.place <> ''
    and (${listed(ofMain, 'd')}) is distinct from (${listed(ofMain, 'm')})
  returning d.uid`);

const deactivateAll = named<Changed, { npis: readonly string[]; dates: readonly string[] }>(`
  update directory_site d set deactivated_on = g.on_date
  from unnest(:npis::text[], :dates::date[]) as g(npi, on_date)
  join directory_site m on m.npi = g.npi and m.place = ''
  where d.npi = g.npi and d.deactivated_on is distinct from g.on_date
    and (m.updated_on is null or g.on_date >= m.updated_on)
    and (m.deactivated_on is null or g.on_date >= m.deactivated_on)
  returning d.uid`);

// The directory may see the active row of an NPI only after its deactivation, in an older file.
const rememberDeactivated = named<never, { npis: readonly string[]; dates: readonly string[] }>(`
  insert into ${DirectoryDeactivationModel.tableName} (npi, deactivated_on)
  select g.npi, g.on_date from unnest(:npis::text[], :dates::date[]) as g(npi, on_date)
  where not exists (select from directory_site m where m.npi = g.npi and m.place = '')
  on conflict on constraint directory_deactivation_pkey do update set deactivated_on = excluded.deactivated_on
  where excluded.deactivated_on > directory_deactivation.deactivated_on`);

/** The columns of a facility that tenants see. */
const shown = columnNames(SiteModel, [
  ...(['name', 'systemName', 'npi', 'addressLine1', 'addressLine2', 'city', 'state', 'zip'] as const),
  ...(['phone', 'fax'] as const),
]);
const followDirectory = named<never, { uids: readonly string[] }>(`
  update site s set ${shown.map(column => `${column} = d.${column}`).join(', ')}
  from directory_site d
  where d.uid = any(:uids::uuid[]) and s.directory_site_uid = d.uid
    and (${listed(shown, 's')}) is distinct from (${listed(shown, 'd')})`);

async function follow(tx: Transaction, changed: readonly Changed[]): Promise<number> {
  const uids = changed.map(({ uid }) => uid);
  if (uids.length > 0) await followDirectory.run(tx, { uids });
  return uids.length;
}

/** Stores organizations at their main practice locations. @returns how many facilities are new or changed */
export async function putOrganizations(tx: Transaction, rows: readonly StagedFacility[]): Promise<number> {
  if (rows.length === 0) return 0;
  await stage(tx, rows);
  const changed = await mergeMain.run(tx, {});
  const along = await followMain.run(tx, { uids: changed.map(({ uid }) => uid) });
  return follow(tx, [...changed, ...along]);
}

/** Stores additional locations of known organizations. @returns how many facilities are new or changed */
export async function putPlaces(tx: Transaction, rows: readonly StagedFacility[]): Promise<number> {
  if (rows.length === 0) return 0;
  await stage(tx, rows);
  return follow(tx, await mergePlaces.run(tx, {}));
}

/**
 * Marks the facilities of NPIs as deactivated, except for those that were updated or deactivated later.
 * @returns how many were marked
 */
export async function deactivate(
  tx: Transaction,
  rows: ReadonlyArray<{ readonly npi: string; readonly on: string }>,
): Promise<number> {
  if (rows.length === 0) return 0;
  const params = { npis: rows.map(({ npi }) => npi), dates: rows.map(({ on }) => on) };
  await rememberDeactivated.run(tx, params);
  return (await deactivateAll.run(tx, params)).length;
}

const currentOf = named<{ npi: string }, { npis: readonly string[]; dates: ReadonlyArray<string | null> }>(`
  select m.npi from unnest(:npis::text[], :dates::date[]) as g(npi, on_date)
  join directory_site m on m.npi = g.npi and m.place = ''
  where m.deactivated_on is null and (m.updated_on is null or g.on_date >= m.updated_on)`);

/** Returns the NPIs of those rows that the directory has, unless it has a newer row. */
export async function currentNpis(
  tx: Transaction,
  rows: ReadonlyArray<{ readonly npi: string; readonly updatedOn: string | null }>,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const params = { npis: rows.map(({ npi }) => npi), dates: rows.map(({ updatedOn }) => updatedOn) };
  return new Set((await currentOf.run(tx, params)).map(({ npi }) => npi));
}

/** A file whose lines have no dates. */
export interface UndatedLines {
  readonly kind: DirectoryListingKind;
  /** The date of the file, or null if it isn't known. */
  readonly listedOn: string | null;
  readonly importUid: string;
}

// Everything of an organization is at least as new as its last update, which NPPES dates. A file without a
// date never changes what another file listed.
const takeAll = named<{ npi: string }, UndatedLines & { npis: readonly string[] }>(`
  insert into ${DirectoryListingModel.tableName} (npi, kind, listed_on, import_uid)
  select g.npi, :kind::text, :listedOn::date, :importUid::uuid from unnest(:npis::text[]) as g(npi)
  join directory_site m on m.npi = g.npi and m.place = ''
  where :listedOn::date is null
    or :listedOn::date >= coalesce(greatest(m.updated_on, m.deactivated_on), :listedOn::date)
  on conflict on constraint directory_listing_pkey
  do update set listed_on = excluded.listed_on, import_uid = excluded.import_uid
  where directory_listing.import_uid = excluded.import_uid
    or excluded.listed_on >= coalesce(directory_listing.listed_on, excluded.listed_on)
  returning npi`);

/**
 * Notes that a file lists these organizations.
 * @returns the known ones that no newer file listed, and that weren't updated since
 */
export async function takeListed(
  tx: Transaction,
  lines: UndatedLines,
  npis: readonly string[],
): Promise<ReadonlySet<string>> {
  if (npis.length === 0) return new Set();
  const taken = await takeAll.run(tx, { ...lines, npis: [...new Set(npis)] });
  return new Set(taken.map(({ npi }) => npi));
}

// Only for known organizations: the files include individuals too.
const ofKnown = `join directory_site m on m.npi = r.npi and m.place = ''`;

const putAllNames = named<{ npi: string }, { rows: readonly object[] }>(
  insertMany(DirectoryNameModel, {
    joins: ofKnown,
    onConflict: `on conflict on constraint directory_name_pkey do update set ${excluded(DirectoryNameModel)}
      where directory_name.name is distinct from excluded.name`,
    returning: 'npi',
  }),
);

/** Stores other names of known organizations. @returns how many are new or changed */
export async function putNames(tx: Transaction, rows: readonly DirectoryNameRow[]): Promise<number> {
  return rows.length === 0 ? 0 : (await putAllNames.run(tx, { rows })).length;
}

const putAllEndpoints = named<{ npi: string }, { rows: readonly object[] }>(
  insertMany(DirectoryEndpointModel, {
    joins: ofKnown,
    onConflict: `on conflict on constraint directory_endpoint_pkey do update
      set ${excluded(DirectoryEndpointModel)}
      where (directory_endpoint.use, directory_endpoint.content) is distinct from (excluded.use,
        excluded.content)`,
    returning: 'npi',
  }),
);

/** Stores electronic addresses of known organizations. @returns how many are new or changed */
export async function putEndpoints(tx: Transaction, rows: readonly DirectoryEndpointRow[]): Promise<number> {
  return rows.length === 0 ? 0 : (await putAllEndpoints.run(tx, { rows })).length;
}
