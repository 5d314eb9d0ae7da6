import { milesBetween, type Place } from './distance';

/** A five-digit ZIP code, and its distance from another one. */
export interface NearZip {
  readonly zip: string;
  /** Between the centers of their areas. */
  readonly miles: number;
}

/** Locations of ZIP codes. */
export interface ZipPlaces {
  /**
   * Returns the ZIP codes around one, itself first, then by distance; only itself if its location is unknown.
   */
  readonly near: (zip: string, milesMax: number, countMax: number) => readonly NearZip[];
}

type Placed = readonly [zip: string, place: Place];

/** The shortest degree of latitude, in miles. */
const milesOfDegree = 68.7;

/** Returns the index of the first place not south of a latitude, in places sorted from south to north. */
function firstFrom(fromSouth: readonly Placed[], latitude: number): number {
  let [from, until] = [0, fromSouth.length];
  while (from < until) {
    const middle = Math.floor((from + until) / 2);
    if ((fromSouth[middle]?.[1].latitude ?? 0) < latitude) from = middle + 1;
    else until = middle;
  }
  return from;
}

/** Creates it. The 33,000 places are sorted on first use. */
export function createZipPlaces(places: Readonly<Record<string, Place>>): ZipPlaces {
  const at = new Map(Object.entries(places));
  let ordered: readonly Placed[] | undefined;
  return {
    near: (zip, milesMax, countMax) => {
      const from = at.get(zip);
      if (from === undefined) return [{ zip, miles: 0 }];
      ordered ??= [...at].toSorted(([, one], [, other]) => one.latitude - other.latitude);
      const reach = milesMax / milesOfDegree;
      return ordered
        .slice(firstFrom(ordered, from.latitude - reach), firstFrom(ordered, from.latitude + reach))
        .map(([other, place]) => ({ zip: other, miles: milesBetween(from, place) }))
        .filter(({ miles }) => miles <= milesMax)
        .toSorted((one, other) => one.miles - other.miles || one.zip.localeCompare(other.zip))
        .slice(0, countMax);
    },
  };
}
