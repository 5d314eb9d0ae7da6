/** A place on the earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The mean radius of the earth (IUGG), in miles of 1,609.344 m. */
const earthMiles = 6_371.0088 / 1.609344;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the distance between two places as the crow flies, in miles (haversine, within half a percent). */
export function milesBetween(one: Place, other: Place): number {
  const across = radians(other.latitude - one.latitude) / 2;
  const along = radians(other.longitude - one.longitude) / 2;
  const share =
    Math.sin(across) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(along) ** 2;
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(share)));
}
