/** The places of a description, resolved on the pages of its form, and what is wrong with them. */
import type { Description, Place } from './description';
import type { Corners } from './drawn-lines';
import type { FormField, FormPage, FormPages } from './form-pages';

/** A place with its path in the description, for example `birthDate.0.month`. */
export interface DescribedPlace {
  readonly path: string;
  readonly place: Place;
}

/** Where a place is. */
export interface ResolvedPlace extends DescribedPlace {
  readonly page: number;
  readonly box: Corners;
  /** The form field there; absent for a place on the paper. */
  readonly field?: FormField | undefined;
}

/** Returns all places of a description in its own order. */
export function placesOf({ elements }: Description): DescribedPlace[] {
  const places: DescribedPlace[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    if (Array.isArray(value)) value.forEach((entry, index) => walk(entry, [...path, index]));
    else if (typeof value === 'object' && value !== null) {
      if ('field' in value || 'box' in value) places.push({ path: path.join('.'), place: value as Place });
      else for (const [key, entry] of Object.entries(value)) walk(entry, [...path, key]);
    }
  };
  walk(elements, []);
  return places;
}

/** Returns where a place is: its form fields, or its box. Empty if there is no such field or page. */
export function resolvePlace({ path, place }: DescribedPlace, pages: readonly FormPage[]): ResolvedPlace[] {
  const { field: name, widget, option, page, box } = place;
  const fields = pages
    .flatMap(({ number, fields }) => fields.map(field => ({ number, field })))
    .filter(({ field }) => field.name === name && (option === undefined || field.option === option));
  const own = widget === undefined ? fields : fields.slice(widget - 1, widget);
  if (name !== undefined && own.length === 0) return [];
  if (page !== undefined && box !== undefined)
    return pages.some(({ number }) => number === page)
      ? [{ path, place, page, box, field: own[0]?.field }]
      : [];
  return own.map(({ number, field }) => ({ path, place, page: number, box: field.box, field }));
}

const overlapOf = (a: Corners, b: Corners): number =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
  Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
const areaOf = ([left, top, right, bottom]: Corners): number => (right - left) * (bottom - top);

const isMark = (path: string): boolean =>
  /(?:^|\.)(?:options|sensitive|signerCapacity|direction)\./.test(path);

function faultsOfPlace(described: DescribedPlace, pages: readonly FormPage[]): string[] {
  const { path, place } = described;
  const found = resolvePlace(described, pages);
  const all = pages.flatMap(({ fields }) => fields);
  const fields = all.filter(({ name }) => name === place.field);
  if (place.field !== undefined && fields.length === 0)
    return [`${path}: the form has no field "${place.field}"`];
  if (found.length === 0)
    return [
      place.option === undefined
        ? `${path}: there is no such place: page ${place.page ?? '–'}, widget ${place.widget ?? '–'}`
        : `${path}: field "${place.field}" has no option "${place.option}", only ` +
          fields.map(({ option }) => `"${option}"`).join(', '),
    ];
  const faults: string[] = [];
  for (const { box, page, field } of found) {
    const shown = pages.find(({ number }) => number === page);
    if (shown !== undefined && (box[2] > shown.width + 1 || box[3] > shown.height + 1))
      faults.push(`${path}: the box reaches beyond the page of ${shown.width} by ${shown.height} points`);
    const isButton = field?.kind === 'checkbox' || field?.kind === 'radio';
    if (field !== undefined && !isMark(path) && isButton && !path.startsWith('keepEmpty'))
      faults.push(`${path}: field "${field.name}" is a ${field.kind}, and nothing can be written into it`);
    if (field !== undefined && isButton && place.option === undefined && fields.length > 1)
      faults.push(`${path}: field "${field.name}" has several buttons: say which "option"`);
  }
  return faults;
}

/** Returns the faults that make a description unusable: another file, fields and pages that don't exist. */
export function faultsOf(description: Description, form: FormPages): string[] {
  const { sha256, pages } = form;
  return [
    ...(description.sha256 === sha256 ? [] : [`sha256: the PDF's is ${sha256}`]),
    ...(description.pages === pages.length ? [] : [`pages: the PDF has ${pages.length}`]),
    ...placesOf(description).flatMap(described => faultsOfPlace(described, pages)),
  ];
}

/** Returns what may be wrong: printed words in a place, places that overlap, unused fields. */
export function doubtsOf(description: Description, { pages }: FormPages): string[] {
  const doubts: string[] = [];
  const resolved = placesOf(description).flatMap(described => resolvePlace(described, pages));
  for (const { path, page, box, field } of resolved) {
    const shown = pages.find(({ number }) => number === page);
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    if (isMark(path)) {
      if (field === undefined && Math.max(width, height) > 30)
        doubts.push(`${path}: a box of ${width.toFixed(0)} by ${height.toFixed(0)} is large for a mark`);
    } else if (height < 8) doubts.push(`${path}: only ${height.toFixed(1)} points high`);
    else if (height > 60 && !/records|address|purpose/i.test(path))
      doubts.push(`${path}: ${height.toFixed(0)} points high; is it one line?`);
    if (field !== undefined) continue;
    for (const line of shown?.lines ?? []) {
      // Its letters sit in the middle of a line's box.
      const [left, top, right, bottom] = line.box;
      const core: Corners = [left, top + (bottom - top) * 0.25, right, bottom - (bottom - top) * 0.25];
      const isBlank = !/[\p{L}\d]/u.test(line.text);
      if (!isBlank && !/_{4}/.test(line.text) && overlapOf(core, box) > areaOf(core) * 0.25)
        doubts.push(`${path}: the printed words "${line.text.slice(0, 40)}" are inside the box`);
    }
  }
  resolved.forEach((one, index) => {
    for (const other of resolved.slice(index + 1)) {
      const smaller = Math.min(areaOf(one.box), areaOf(other.box));
      // A line for "date or event" is described as both.
      if (one.box.join() === other.box.join() && one.path.startsWith('expiration')) continue;
      if (one.page === other.page && overlapOf(one.box, other.box) > smaller * 0.3)
        doubts.push(`${one.path} and ${other.path} overlap`);
    }
  });
  const used = new Set(placesOf(description).map(({ place }) => place.field));
  const names = new Set(
    pages
      .filter(({ number }) => description.formPages.includes(number))
      .flatMap(({ fields }) => fields.filter(({ kind }) => kind !== 'button').map(({ name }) => name)),
  );
  const unused = [...names].filter(name => !used.has(name));
  if (unused.length > 0)
    doubts.push(`fields that nothing describes: ${unused.map(name => `"${name}"`).join(', ')}`);
  return doubts;
}
