/** Made-up facilities, as many as there are organizations in NPPES, and the way people spell them. */
import { stringify } from 'csv-stringify/sync';
import { npiCheckDigit } from '../../src/domain/clinical/npi';
import type { Site } from '../../src/domain/clinical/site';
import { createDraw, type Draw } from '../seed/draw';
import { material } from '../seed/material';
import { pickEvenly } from '../seed/weighted';

/** The purposes of a facility's streams. */
const purposes = { facility: 1, spelling: 2 } as const;
/**
 * The number of ZIP codes with facilities. Of a million facilities, the first one has thousands, and most
 * have a few, as in the country.
 */
const zipCount = 20_000;
const zipsPerCity = 4;
const seed = 23;

const pickName = pickEvenly(material.siteNames);
const pickStreet = pickEvenly(material.streets);
const pickKind = pickEvenly(material.siteKinds);
const pickPlace = pickEvenly(material.places);

/** A facility with its NPI. */
export type MadeFacility = Site & { readonly npi: string };

/** Returns the facility with a number, always the same one. */
export function facilityOf(number: number, draw: Draw = createDraw(seed)): MadeFacility {
  draw.restart(number, purposes.facility, 0);
  const at = draw.next();
  const zip = Math.floor(zipCount * at * at);
  const place = pickPlace(draw.next());
  const firstNine = `1${String(number).padStart(8, '0')}`;
  return {
    npi: firstNine + npiCheckDigit(firstNine),
    name: `${pickName(draw.next())} ${pickName(draw.next())} ${pickKind(draw.next()).name}`,
    addressLine1: `${1 + draw.below(9_800)} ${pickStreet(draw.next())}`,
    city: `${place.city} ${Math.floor(zip / zipsPerCity)}`,
    state: place.state,
    zip: String(10_000 + zip),
  };
}

/**
 * A facility as a customer or partner submits it; `known` if only its spelling differs from the directory.
 */
export interface Saying {
  readonly kind: 'spelled' | 'npi' | 'unknown';
  readonly site: Site;
}

const spellings: ReadonlyArray<(site: MadeFacility) => Pick<Site, 'name' | 'addressLine1'>> = [
  ({ name, addressLine1 }) => ({ name: name.toUpperCase(), addressLine1: addressLine1.toUpperCase() }),
  ({ name, addressLine1 }) => ({ name: `The ${name}, Inc.`, addressLine1: `${addressLine1}, Suite 12` }),
  ({ name, addressLine1 }) => ({
    name: name.replace('Hospital', 'Hosp.').replace('Medical', 'Med.'),
    addressLine1: addressLine1.replace('Street', 'St').replace('Avenue', 'Ave.'),
  }),
];

/**
 * Returns a submitted site: six of ten have another spelling, one has the NPI, and three are only similar.
 */
export function sayingOf(number: number, of: number): Saying {
  const draw = createDraw(seed);
  draw.restart(number, purposes.spelling, 0);
  const { npi, ...facility } = facilityOf(draw.below(of));
  const at = draw.next();
  const spell = spellings[draw.below(spellings.length)];
  const site = { ...facility, ...spell?.({ ...facility, npi }) };
  if (at < 0.6) return { kind: 'spelled', site };
  if (at < 0.7) return { kind: 'npi', site: { ...site, npi } };
  return {
    kind: 'unknown',
    site: { ...site, name: `${site.name} ${pickName(draw.next())} Annex ${number}` },
  };
}

const columns = [
  'NPI',
  'Entity Type Code',
  'Provider Organization Name (Legal Business Name)',
  'Provider First Line Business Practice Location Address',
  'Provider Second Line Business Practice Location Address',
  'Provider Business Practice Location Address City Name',
  'Provider Business Practice Location Address State Name',
  'Provider Business Practice Location Address Postal Code',
  'Provider Business Practice Location Address Country Code (If outside U.S.)',
  'Provider Business Practice Location Address Telephone Number',
  'Provider Business Practice Location Address Fax Number',
  'Last Update Date',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
];
const rowsInChunk = 1_000;

/** Returns a main file with this many facilities, generated while it's read. */
export function* mainFileOf(count: number): Generator<Buffer> {
  const draw = createDraw(seed);
  yield Buffer.from(stringify([columns]));
  for (let from = 0; from < count; from += rowsInChunk) {
    const rows = Array.from({ length: Math.min(rowsInChunk, count - from) }, (_none, index) => {
      const { npi, name, addressLine1, city, state, zip } = facilityOf(from + index, draw);
      return [npi, '2', name, addressLine1, '', city, state, zip, 'US', '', '', '11/01/2026', '', ''];
    });
    yield Buffer.from(stringify(rows, { quoted: true }));
  }
}
