// SQL text: facilities are found by similarity, and for many sites at once. Objection: details of one
// facility.
import type { Site } from '../../domain/clinical/site';
import { byLikelihood, identicalMax, likelihoodOf, soleFacility } from '../../domain/clinical/facility-match';
import type { Likelihood, Likeness } from '../../domain/clinical/facility-match';
import { siteMatch } from '../../domain/clinical/site-match';
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { DirectoryEndpointModel, DirectoryNameModel, DirectorySiteModel } from '../models/directory';
import type { DirectoryEndpointRow, DirectorySiteRow } from '../models/directory';
import { named } from '../named';
import { columnsOf, namesWithout, selectList } from '../table';

/** A facility of the directory, as shown. */
export type Facility = Omit<DirectorySiteRow, 'place' | 'matchName' | 'matchCity' | 'zip5' | 'updatedOn'>;

const facilityNames = namesWithout(DirectorySiteModel, [
  'place',
  'matchName',
  'matchCity',
  'zip5',
  'updatedOn',
]);

/** The columns of a facility `d` of the directory, for a SELECT list. */
export const facilityColumns = selectList(DirectorySiteModel, 'd', facilityNames);

// Real facilities are also found on sandbox, so that names can be tried.
/** Whether a facility `d` is found, for `seesSynthetic`: stub facilities are found only on sandbox. */
export const isFound = 'd.deactivated_on is null and (:seesSynthetic::boolean or not d.is_synthetic)';

interface Seeing {
  readonly seesSynthetic: boolean;
}

const byNpi = named<Facility, Seeing & { npi: string; zip5: string }>(`
  select ${facilityColumns} from directory_site d
  where d.npi = :npi and d.zip_5 = :zip5 and ${isFound} limit ${identicalMax}`);

const byName = named<Facility, Seeing & { matchName: string; matchLine: string; zip5: string }>(`
  select ${facilityColumns} from directory_site d
  where d.zip_5 = :zip5 and d.match_line = :matchLine and ${isFound}
    and (d.match_name = :matchName
      or exists (select from directory_name n where n.npi = d.npi and n.match_name = :matchName))
  limit ${identicalMax}`);

/**
 * Finds the facility that a site certainly is, by its NPI and ZIP code, or by its name, address line, and ZIP
 * code in any spelling.
 */
export async function findFacilityOf(
  executor: Executor,
  environment: Environment,
  site: Site,
): Promise<Facility | undefined> {
  const seesSynthetic = environment === 'sandbox';
  const { matchName, matchLine, zip5 } = siteMatch(site);
  const { npi } = site;
  const ofNpi = npi === undefined ? [] : await byNpi.run(executor, { npi, zip5, seesSynthetic });
  if (ofNpi.length > 0) return soleFacility(ofNpi, { matchLine });
  if (matchName === '' || matchLine === '') return undefined;
  const identical = await byName.run(executor, { matchName, matchLine, zip5, seesSynthetic });
  return soleFacility(identical, { matchLine });
}

/** Returns the facility with this id, even a deactivated one. */
export async function findFacility(executor: Executor, uid: string): Promise<Facility | undefined> {
  return DirectorySiteModel.query(executor)
    .select(columnsOf(DirectorySiteModel, facilityNames))
    .findById(uid);
}

/** The most facilities that a person is shown for a site. */
export const candidatesMax = 20;

/** The most facilities near a site that are compared with it, those with the most similar names first. */
const comparedMax = 200;

interface CandidateParams extends Seeing {
  readonly npi: string | null;
  readonly matchName: string;
  readonly matchLine: string;
  readonly matchCity: string;
  readonly state: string;
  readonly zip5: string;
}

interface Near extends Facility, Omit<Likeness, 'name' | 'line'> {
  readonly nameLikeness: number;
  readonly lineLikeness: number;
}

const near = named<Near, CandidateParams>(`
  with near as (
    (select d.uid from directory_site d where d.zip_5 = :zip5 and ${isFound}
      order by similarity(d.match_name, :matchName) + similarity(d.match_line, :matchLine) desc
        limit ${comparedMax})
    union
    (select d.uid from directory_site d
      where d.match_name % :matchName and d.state = :state and d.match_city = :matchCity and ${isFound}
      order by similarity(d.match_name, :matchName) desc limit ${comparedMax})
    union
    (select d.uid from directory_site d where d.npi = :npi and ${isFound} limit ${comparedMax})
  )
  select ${facilityColumns}, similarity(d.match_line, :matchLine)::float8 as "lineLikeness", d.zip_5 = :zip5
    as "isSameZip",
    coalesce(d.npi = :npi, false) as "isSameNpi",
    greatest(similarity(d.match_name, :matchName), (
      select max(similarity(n.match_name, :matchName)) from directory_name n where n.npi = d.npi))::float8
        as "nameLikeness"
  from near join directory_site d on d.uid = near.uid`);

/** A facility that may be the site, and why. */
export interface Candidate extends Likeness {
  readonly facility: Facility;
  readonly likelihood: Likelihood;
}

/** Lists the facilities in its ZIP code or city, or with its NPI, that may be the site, most likely first. */
export async function listCandidates(
  executor: Executor,
  environment: Environment,
  site: Pick<Site, 'name' | 'addressLine1' | 'city' | 'state' | 'zip' | 'npi'>,
): Promise<Candidate[]> {
  const { state, npi = null } = site;
  const seesSynthetic = environment === 'sandbox';
  const found = await near.run(executor, { ...siteMatch(site), state, npi, seesSynthetic });
  return found
    .flatMap(({ nameLikeness: name, lineLikeness: line, isSameZip, isSameNpi, ...facility }) => {
      const likeness = { name, line, isSameZip, isSameNpi };
      const likelihood = likelihoodOf(likeness);
      return likelihood === undefined ? [] : [{ ...likeness, likelihood, facility }];
    })
    .toSorted(byLikelihood)
    .slice(0, candidatesMax);
}

/** Lists an organization's trade names and former names. */
export async function listOtherNames(executor: Executor, npi: string, limit: number): Promise<string[]> {
  const names = await DirectoryNameModel.query(executor)
    .select('name')
    .where({ npi })
    .orderBy('name')
    .limit(limit);
  return names.map(({ name }) => name);
}

/** An electronic address of an organization. */
export type Endpoint = Omit<DirectoryEndpointRow, 'keyHash'>;

const endpointNames = namesWithout(DirectoryEndpointModel, ['keyHash']);

/** Lists an organization's electronic addresses; at most twenty. */
export async function listEndpoints(executor: Executor, npi: string): Promise<Endpoint[]> {
  return DirectoryEndpointModel.query(executor)
    .select(columnsOf(DirectoryEndpointModel, endpointNames))
    .where({ npi })
    .orderBy(['kind', 'address'])
    .limit(20);
}
