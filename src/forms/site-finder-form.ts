import { z } from 'zod';
import { uspsCodes } from '../domain/usps-codes';
import { zipCode } from './contact';
import { singleLine } from './text';

/** The fields of the site finder, as they are typed. */
export const siteFinderFields = [
  'name',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zip',
  'isFacility',
] as const;

/** A field of the site finder. */
export type SiteFinderField = (typeof siteFinderFields)[number];

/** The most characters of each field. A link that prefills more is cut. */
export const siteFinderCharactersMax: Readonly<Record<SiteFinderField, number>> = {
  name: 200,
  addressLine1: 200,
  addressLine2: 200,
  city: 100,
  state: 2,
  zip: 10,
  isFacility: 5,
};

const optional = (field: SiteFinderField) => singleLine({ min: 0, max: siteFinderCharactersMax[field] });
const required = (field: SiteFinderField) => singleLine({ max: siteFinderCharactersMax[field] });
const nothing = z.literal('');
const state = z.enum(uspsCodes, 'must be a state');
const isFacility = z.enum(['true', 'false', '']).transform(text => text !== 'false');

/** The schema of a search. Every field is optional. */
export const siteSearchForm = z.object({
  name: optional('name'),
  addressLine1: optional('addressLine1'),
  city: optional('city'),
  state: nothing.or(state),
  zip: z.union([nothing, zipCode], 'must be a ZIP code, 12345 or 12345-6789'),
  isFacility,
});

/** The schema of a new site that a search didn't find. */
export const newSiteForm = z.object({
  name: required('name'),
  addressLine1: required('addressLine1'),
  addressLine2: optional('addressLine2').transform(line => (line === '' ? undefined : line)),
  city: required('city'),
  state,
  zip: zipCode,
});
