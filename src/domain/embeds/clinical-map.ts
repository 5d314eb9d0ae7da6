/** Counts of where a patient was seen, for a map. */

/** The site of a row, as a map needs it. */
export interface MappedSite {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  /** USPS code. */
  readonly state: string;
  readonly zip: string;
}

/** A site and its number of rows. */
export interface SiteCount extends MappedSite {
  readonly count: number;
}

/** Rows counted by site. */
export interface CountedSites {
  readonly sites: readonly SiteCount[];
  /** The number of rows counted, which is limited. */
  readonly rows: number;
  readonly rowsWithoutSite: number;
}

/** Counts rows by site, most frequent first; `undefined` is a row without a site. */
export function countSites(sites: ReadonlyArray<MappedSite | undefined>): CountedSites {
  const counts = new Map<string, SiteCount>();
  for (const site of sites) {
    if (site === undefined) continue;
    counts.set(site.id, { ...site, count: (counts.get(site.id)?.count ?? 0) + 1 });
  }
  return {
    sites: [...counts.values()].toSorted(
      (one, other) =>
        other.count - one.count || one.name.localeCompare(other.name) || one.id.localeCompare(other.id),
    ),
    rows: sites.length,
    rowsWithoutSite: sites.filter(site => site === undefined).length,
  };
}

/** A circle on the map: the sites whose ZIP codes start with the same three digits. */
export interface MapPlace {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/**
 * Places sites on a map.
 * @param positionOf returns where ZIP codes with a prefix are; `undefined` for those outside the map
 * @returns the circles, the largest first so that none hides a smaller one, and the number of rows whose site
 * has no place
 */
export function placeSites(
  sites: readonly SiteCount[],
  positionOf: (zipPrefix: string) => readonly [x: number, y: number] | undefined,
): { readonly places: readonly MapPlace[]; readonly unplaced: number } {
  const places = new Map<string, MapPlace>();
  let unplaced = 0;
  for (const { zip, count } of sites) {
    const prefix = zip.slice(0, 3);
    const at = positionOf(prefix);
    if (at === undefined) unplaced += count;
    else places.set(prefix, { x: at[0], y: at[1], count: (places.get(prefix)?.count ?? 0) + count });
  }
  return { places: [...places.values()].toSorted((one, other) => other.count - one.count), unplaced };
}
