// SQL text: facilities are found and sorted by similarity.
import { foundMax, type SiteSearch } from '../../domain/clinical/site-search';
import { siteMatch } from '../../domain/clinical/site-match';
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { facilityColumns, isFound, type Facility } from './directory';
import { named } from '../named';

interface SearchParams {
  readonly seesSynthetic: boolean;
  readonly matchName: string;
  readonly matchLine: string;
  readonly matchCity: string;
  readonly state: string;
  readonly zip5: string;
  /** The surrounding ZIP codes, nearest first. */
  readonly zips: readonly string[];
}

const likeness = 'word_similarity(:matchName, d.match_name) + similarity(:matchLine, d.match_line)';

// A name may match a part of the whole name, because people omit words. In the given ZIP code everything is
// shown, most similar first, since the words may be wrong; around it, what matches the name, or everything
// without one, nearest first.
const search = named<Facility, SearchParams>(`
  with near as (
    (select d.uid from directory_site d where :zip5 <> '' and d.zip_5 = :zip5 and ${isFound}
      order by ${likeness} desc, d.uid
      limit ${foundMax + 1})
    union
    (select d.uid from unnest(:zips::text[]) as around(zip) cross join lateral (
        select d.uid from directory_site d
        where :matchName = '' and :matchLine = '' and d.zip_5 = around.zip and ${isFound}
        order by d.uid limit ${foundMax + 1}) as d)
    union
    (select d.uid from directory_site d
      where :zip5 <> '' and :matchName <% d.match_name and d.zip_5 = any(:zips::text[]) and ${isFound}
      order by ${likeness} desc, d.uid
      limit ${foundMax + 1})
    union
    (select d.uid from directory_site d
      where :zip5 = '' and :matchName <% d.match_name and d.state = :state and ${isFound}
        and (:matchCity = '' or d.match_city = :matchCity)
      order by ${likeness} desc, d.uid
      limit ${foundMax + 1})
  )
  select ${facilityColumns} from near join directory_site d on d.uid = near.uid
  order by ${likeness} desc,
    array_position(:zips::text[], d.zip_5), d.uid
  limit ${foundMax + 1}`);

/**
 * Searches the directory for similar facilities, most similar first: at most `foundMax` plus one, which shows
 * that there are more. None for what `isSearchable` refuses.
 * @param around the ZIP codes around the given one, nearest first
 */
export async function searchDirectory(
  executor: Executor,
  environment: Environment,
  { name, addressLine1, city, state, zip }: Omit<SiteSearch, 'isFacility'>,
  around: readonly string[],
): Promise<Facility[]> {
  const seesSynthetic = environment === 'sandbox';
  const asked = siteMatch({ name, addressLine1, city, zip });
  return search.run(executor, { ...asked, state, seesSynthetic, zips: around });
}
