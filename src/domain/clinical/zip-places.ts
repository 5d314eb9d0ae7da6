import { milesBetween, type Place } from './distance';

/** A ZIP code of five digits, and how far it lies from another one. */
export interface NearZip {
  readonly zip: string;
  /** Between the points that stand for them: the middles of their areas, not doors. */
  readonly miles: number;
}

/** Knows where ZIP codes lie. */
export interface ZipPlaces {
  /**
   * The ZIP codes around one, itself first, the nearer before the farther; itself alone where nobody knows
   * where it lies.
   */
  readonly near: (zip: string, milesMax: number, countMax: number) => readonly NearZip[];
}

type Placed = readonly [zip: string, place: Place];

/** A degree of latitude is nowhere shorter, in miles. */
const milesOfDegree = 68.7;

/** Where the first place lies that is not south of a latitude, in places from south to north. */
function firstFrom(fromSouth: readonly Placed[], latitude: number): number {
  let [from, until] = [0, fromSouth.length];
  while (from < until) {
    const middle = Math.floor((from + until) / 2);
    if ((fromSouth[middle]?.[1].latitude ?? 0) < latitude) from = middle + 1;
    else until = middle;
  }
  return from;
}

/** Makes it. 33,000 places are put in order when somebody first asks. */
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
