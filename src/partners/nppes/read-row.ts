import { isRealDate, type CalendarDate } from '../../domain/clinical/calendar-date';
import { isNpi } from '../../domain/clinical/npi';
import { matchAddressLine, siteMatch } from '../../domain/clinical/site-match';
import { uspsCodes } from '../../domain/usps-codes';
import type { NppesColumn, NppesFileKind, NppesHeader } from './header';

/** A location of an organization, as published; texts that a facility may lack are `null`. */
export interface PublishedPlace {
  readonly npi: string;
  /** Empty for the main practice location; otherwise what identifies a secondary one. */
  readonly place: string;
  readonly addressLine1: string;
  readonly matchLine: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly matchCity: string;
  readonly state: string;
  readonly zip: string;
  readonly zip5: string;
  readonly phone: string | null;
  readonly fax: string | null;
}

/** An organization at its main practice location. */
export interface PublishedOrganization extends PublishedPlace {
  readonly name: string;
  readonly matchName: string;
  readonly systemName: string | null;
  readonly updatedOn: CalendarDate | null;
}

/** Another name of an organization. */
export interface PublishedName {
  readonly npi: string;
  readonly name: string;
  readonly matchName: string;
}

/** An electronic address of an organization. */
export interface PublishedEndpoint {
  readonly npi: string;
  readonly kind: string;
  readonly address: string;
  readonly use: string | null;
  readonly content: string | null;
}

/** What can't be read in a row. */
export type RowFault = 'columns' | 'npi' | 'name' | 'address' | 'date' | 'text';

/** The content of a row. */
export type NppesEntry =
  | {
      readonly kind: 'organization';
      readonly organization: PublishedOrganization;
      readonly names: readonly PublishedName[];
    }
  | { readonly kind: 'deactivated'; readonly npi: string; readonly on: CalendarDate }
  | { readonly kind: 'place'; readonly place: PublishedPlace }
  | { readonly kind: 'name'; readonly name: PublishedName }
  | { readonly kind: 'endpoint'; readonly endpoint: PublishedEndpoint }
  | { readonly kind: 'passedOver'; readonly why: 'individual' | 'abroad' }
  /** An organization outside of the United States, which may have been in it before. */
  | { readonly kind: 'movedAbroad'; readonly npi: string; readonly on: CalendarDate | null }
  | { readonly kind: 'unreadable'; readonly fault: RowFault };

/** The most characters kept of a text; NPPES has no longer ones. */
export const publishedTextMax = 300;
/** The most characters of an electronic address, as in NPPES. */
export const endpointMax = 1_000;

/** An unreadable column of a row; only thrown within this file. */
class Unreadable extends Error {
  constructor(readonly fault: RowFault) {
    super(fault);
  }
}

function textOf(cell: string, max = publishedTextMax): string | null {
  const text = cell.replaceAll(/\s+/g, ' ').trim();
  if (/\p{Cc}/u.test(text) || !text.isWellFormed() || text.length > max) throw new Unreadable('text');
  return text === '' ? null : text;
}

function needed(text: string | null, fault: RowFault): string {
  if (text === null) throw new Unreadable(fault);
  return text;
}

function npiOf(cell: string): string {
  const npi = cell.trim();
  if (!isNpi(npi)) throw new Unreadable('npi');
  return npi;
}

/** `MM/DD/YYYY`, as NPPES writes it. */
function dateOf(cell: string): CalendarDate | null {
  if (cell.trim() === '') return null;
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cell.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isRealDate(date)) throw new Unreadable('date');
  return date;
}

/**
 * Returns a number of the North American plan; any other, or one with an extension, can't be dialed
 * automatically.
 */
function phoneOf(cell: string): string | null {
  const digits = cell.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^[2-9]\d{9}$/.test(digits) ? `+1${digits}` : null;
}

/** Normalizes a ZIP code: `021391234` and `02139-1234` are the same. */
function zipOf(cell: string): string {
  const [, five, four = ''] = /^(\d{5})-?(\d{4})?$/.exec(cell.trim()) ?? [];
  if (five === undefined) throw new Unreadable('address');
  return four === '' ? five : `${five}-${four}`;
}

type Cells<Kind extends NppesFileKind> = (column: NppesColumn<Kind>) => string;
type PlaceColumn = NppesColumn<'location'> & NppesColumn<'main'>;

function isAbroad(cell: (column: PlaceColumn) => string): boolean {
  return !['', 'US'].includes(cell('country').trim().toUpperCase());
}

function stateOf(cell: string): string {
  const state = cell.trim().toUpperCase();
  if (!uspsCodes.includes(state)) throw new Unreadable('address');
  return state;
}

function placeOf(
  cell: (column: PlaceColumn) => string,
  name: string,
): Omit<PublishedPlace, 'place'> & { readonly matchName: string } {
  const addressLine1 = needed(textOf(cell('addressLine1')), 'address');
  const city = needed(textOf(cell('city')), 'address');
  const zip = zipOf(cell('zip'));
  return {
    npi: npiOf(cell('npi')),
    ...siteMatch({ name, addressLine1, city, zip }),
    addressLine1,
    city,
    zip,
    addressLine2: textOf(cell('addressLine2')),
    state: stateOf(cell('state')),
    phone: phoneOf(cell('phone')),
    fax: phoneOf(cell('fax')),
  };
}

function nameOf(npi: string, name: string): PublishedName[] {
  const { matchName } = siteMatch({ name, addressLine1: '', city: '', zip: '' });
  return matchName === '' ? [] : [{ npi, name, matchName }];
}

function laterOf(one: CalendarDate | null, other: CalendarDate | null): CalendarDate | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function readMain(cell: Cells<'main'>): NppesEntry {
  const deactivatedOn = dateOf(cell('deactivatedOn'));
  const reactivatedOn = dateOf(cell('reactivatedOn'));
  // For a deactivated NPI nothing else is published, not even its owner.
  if (deactivatedOn !== null && (reactivatedOn === null || reactivatedOn < deactivatedOn))
    return { kind: 'deactivated', npi: npiOf(cell('npi')), on: deactivatedOn };
  if (cell('entityType').trim() !== '2') return { kind: 'passedOver', why: 'individual' };
  const updatedOn = laterOf(dateOf(cell('updatedOn')), reactivatedOn);
  if (isAbroad(cell)) return { kind: 'movedAbroad', npi: npiOf(cell('npi')), on: updatedOn };
  const name = needed(textOf(cell('name')), 'name');
  const organization = {
    ...placeOf(cell, name),
    place: '',
    name,
    systemName: textOf(cell('systemName')),
    updatedOn,
  };
  const otherName = textOf(cell('otherName'));
  return {
    kind: 'organization',
    organization,
    names: otherName === null ? [] : nameOf(organization.npi, otherName),
  };
}

function readLocation(cell: Cells<'location'>): NppesEntry {
  if (isAbroad(cell)) return { kind: 'passedOver', why: 'abroad' };
  const { matchName: _matchName, ...place } = placeOf(cell, '');
  // What distinguishes it from the organization's other locations, including its suite if only that differs.
  const suite = place.addressLine2 === null ? '' : matchAddressLine(place.addressLine2);
  const key = [place.matchLine, suite, place.zip5].join('|');
  return { kind: 'place', place: { ...place, place: key } };
}

function readName(cell: Cells<'name'>): NppesEntry {
  const [name] = nameOf(npiOf(cell('npi')), needed(textOf(cell('name')), 'name'));
  if (name === undefined) throw new Unreadable('name');
  return { kind: 'name', name };
}

function readEndpoint(cell: Cells<'endpoint'>): NppesEntry {
  return {
    kind: 'endpoint',
    endpoint: {
      npi: npiOf(cell('npi')),
      kind: needed(textOf(cell('kind')), 'text'),
      address: needed(textOf(cell('address'), endpointMax), 'text'),
      use: textOf(cell('use')),
      content: textOf(cell('content')),
    },
  };
}

function read(header: NppesHeader, cells: readonly string[]): NppesEntry {
  const at = (place: number): string => cells[place] ?? '';
  switch (header.kind) {
    case 'main':
      return readMain(column => at(header.places[column]));
    case 'location':
      return readLocation(column => at(header.places[column]));
    case 'name':
      return readName(column => at(header.places[column]));
    case 'endpoint':
      return readEndpoint(column => at(header.places[column]));
  }
}

/** Parses a row. Unreadable content is reported, never thrown. */
export function readNppesRow(header: NppesHeader, cells: readonly string[]): NppesEntry {
  if (cells.length !== header.width) return { kind: 'unreadable', fault: 'columns' };
  try {
    return read(header, cells);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', fault: error.fault };
    throw error;
  }
}
