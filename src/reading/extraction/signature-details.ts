/**
 * What belongs to a signed row: its date, the signer's printed name, and their relationship to the
 * patient.
 */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { DocumentLayout } from '../document-layout';
import { cleanValue, findLabels, findValue } from './find-field';
import { anyLabel, fieldRules, latestYear } from './form-fields';
import type { SignatureRow, Signer } from './signature-rows';
import { nextCellOf, placeOf, placeUnder, type PageLines, type SigningPlace } from './signing-places';
import { type Segment, bottomOf, middleOf, rightOf } from './text-segments';
import { covered } from './value-areas';
import type { Piece } from './writing-lines';

/** What is read with a row. */
export interface RowContext {
  readonly layout: DocumentLayout;
  readonly segments: readonly Segment[];
  readonly pages: readonly PageLines[];
  /** All rows, for any signer. */
  readonly rows: readonly SignatureRow[];
  readonly row: SignatureRow;
}

/** How far below and above a row what belongs to it can be, in points. */
const reach = { below: 90, above: 70 } as const;
/** What is neither on a row's line nor above or below it is as far as this many points more. */
const asideMore = 40;
/** Baselines this near to each other are one line. */
const level = 9;
/** A form has a handful of labels of each kind. */
const labelsMax = 40;

const dateLabel =
  /^\W*(?:\d{1,2}[.)]\s*)?(?:today['’]s\s|(?:(?:patient|client|member)(?:['’]s)?\s)?sign(?:ature|ed|ing)\s)?(?:date|dated|dates?igned|fecha|data)\b(?:\s?\/\s?(?:time|hora|fecha))?(?! of (?:birth|service|disch|admi|treat|last|visit|injury|incident|event)|s? of serv)/i;
const notDate =
  /\b(?:birth|service|expir|treatment|admission|nacimiento|nac\b|vencimiento|injury|received|released|range|visit|event|condition|discharge|records?|from|to)\b/i;

interface Candidate {
  readonly label: Piece;
  readonly place: SigningPlace;
}

function pageOf({ pages }: RowContext, { place }: SignatureRow): PageLines | undefined {
  return pages.find(({ page }) => page.number === place.page);
}

/** Returns the part of a place in which typed letters are. */
function lettersIn({ kind, box, baseline }: SigningPlace): Box {
  return kind === 'line' ? { ...box, y: baseline - 18, height: 23 } : box;
}

/**
 * Returns what is typed in a place, from left to right: the contents of its form fields, or else its
 * words.
 */
function typedIn({ page }: PageLines, label: Piece, place: SigningPlace): Found | undefined {
  const space = lettersIn(place);
  const fields = page.widgets
    .filter(
      ({ kind, value, box }) =>
        (kind === 'text' || kind === 'choice') && value !== '' && covered(box, [space]) > 0.5,
    )
    .toSorted((a, b) => a.box.x - b.box.x);
  const [first] = fields;
  if (first !== undefined)
    return {
      text: cleanValue(fields.map(({ value }) => value).join(' ')),
      page: page.number,
      box: first.box,
    };
  const words = page.words
    .filter(({ box, text }) => {
      const [x, y] = [box.x + box.width / 2, middleOf(box)];
      const isInside =
        x > space.x - 3 &&
        x < rightOf(space) + 3 &&
        y > space.y &&
        y < bottomOf(space) &&
        /[^_\s]/.test(text);
      // The label may be inside of the same cell.
      return isInside && covered(box, [label.box]) < 0.5;
    })
    .toSorted((a, b) => a.box.x - b.box.x);
  if (words.length === 0) return undefined;
  const text = cleanValue(words.map(word => word.text.replaceAll('_', ' ')).join(' '));
  const [x, y] = [Math.min(...words.map(({ box }) => box.x)), Math.min(...words.map(({ box }) => box.y))];
  return {
    text,
    page: page.number,
    box: {
      x,
      y,
      width: Math.max(...words.map(({ box }) => rightOf(box))) - x,
      height: Math.max(...words.map(({ box }) => bottomOf(box))) - y,
    },
  };
}

/** Returns a date as `month/day/year` if its parts are in boxes or between slashes that are printed. */
function joined(text: string): string {
  const [, month = '', day = '', year = ''] =
    /^\D*(\d{1,2})[\s/.\-–]+(\d{1,2})[\s/.\-–]+(\d{4}|\d{2})\D*$/.exec(text) ?? [];
  const letters = text.replaceAll(/[\s/]+/g, '');
  if (/^\d{8}$/.test(letters)) return `${letters.slice(0, 2)}/${letters.slice(2, 4)}/${letters.slice(4)}`;
  return year === '' ? text : `${month}/${day}/${year}`;
}

function asDate(found: Found | undefined): Found | undefined {
  if (found === undefined) return undefined;
  if (findDate(found.text, latestYear) !== undefined) return found;
  const text = joined(found.text);
  return findDate(text, latestYear) === undefined ? undefined : { ...found, text };
}

/** How far what belongs to a row is from it: nothing on its own line. `Infinity` if it is too far. */
function distanceTo(row: SignatureRow, { label, place }: Candidate): number {
  if (label.page !== row.place.page) return Infinity;
  const down = place.baseline - row.place.baseline;
  const isLevel = Math.abs(down) < level || Math.abs(label.box.y - row.label.box.y) < level - 3;
  if (isLevel) return 0;
  if (down > reach.below || -down > reach.above) return Infinity;
  const isAside =
    label.box.x > Math.max(rightOf(row.place.box), rightOf(row.label.box)) ||
    rightOf(place.box) < Math.min(row.place.box.x, row.label.box.x);
  return (down > 0 ? down : -down * 1.4) + (isAside ? asideMore : 0);
}

/**
 * On a line with several rows, each row has the date to its right, or, if the line starts with a date, the
 * one to its left.
 */
function isOfRowOnLine(
  candidates: readonly Candidate[],
  rows: readonly SignatureRow[],
  row: SignatureRow,
  own: Candidate,
) {
  const onLine = rows.filter(other => other.place.page === row.place.page && distanceTo(other, own) === 0);
  if (onLine.length < 2) return true;
  const dates = candidates.filter(candidate => distanceTo(row, candidate) === 0);
  const startsWithDate =
    Math.min(...dates.map(({ label }) => label.box.x)) <
    Math.min(...onLine.map(({ label }) => label.box.x)) - 5;
  const x = own.label.box.x;
  const sides = onLine.filter(({ label }) => (startsWithDate ? label.box.x > x : label.box.x < x));
  const nearest = sides.toSorted((a, b) => Math.abs(a.label.box.x - x) - Math.abs(b.label.box.x - x))[0];
  return nearest === row;
}

/** Returns the labels that belong to a row and to no nearer one, the nearest first. */
function ownOf({ rows, row }: RowContext, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map(candidate => ({ candidate, distance: distanceTo(row, candidate) }))
    .filter(
      ({ candidate, distance }) =>
        distance < Infinity &&
        rows.every(other => other === row || distanceTo(other, candidate) >= distance) &&
        (distance > 0 || isOfRowOnLine(candidates, rows, row, candidate)),
    )
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        Math.abs(a.candidate.label.box.x - rightOf(row.place.box)) -
          Math.abs(b.candidate.label.box.x - rightOf(row.place.box)),
    )
    .map(({ candidate }) => candidate);
}

/** Returns what is typed in the cell to the right of a label's, unless that cell has its own label. */
function inNextCell(lines: PageLines, label: Piece): Found | undefined {
  const next = nextCellOf(lines, label);
  return next === undefined ? undefined : typedIn(lines, label, next);
}

/** Returns what is typed on the line under a label whose form has all labels above their lines. */
function onLineUnder(lines: PageLines, label: Piece): Found | undefined {
  const place = placeUnder(lines, label);
  return place === undefined ? undefined : typedIn(lines, label, place);
}

/** The lines for month, day, and year: how long they are, and how far apart. */
const datePart = { widthMost: 55, gapMost: 14 } as const;

/** Returns a place with the short lines next to it: each part of a date may have its own. */
function widened({ lines }: PageLines, place: SigningPlace): SigningPlace {
  if (place.kind !== 'line' || place.box.width > 3 * datePart.widthMost) return place;
  let [left, right] = [place.box.x, rightOf(place.box)];
  const parts = lines
    .filter(line => Math.abs(line.y - place.baseline) < 3 && line.right - line.left <= datePart.widthMost)
    .toSorted((a, b) => a.left - b.left);
  for (const part of [...parts, ...parts.toReversed()])
    if (part.left - right < datePart.gapMost && left - part.right < datePart.gapMost)
      [left, right] = [Math.min(left, part.left), Math.max(right, part.right)];
  return { ...place, box: { ...place.box, x: left, width: right - left } };
}

/** Returns the date of a row: on its line, else in the lines around it. */
export function dateOf(context: RowContext): Found | undefined {
  const { row } = context;
  const lines = pageOf(context, row);
  if (lines === undefined) return undefined;
  const candidates = lines.pieces
    .filter(
      ({ text }) => dateLabel.test(text) && !notDate.test(text.slice(0, 60)) && text.split(' ').length <= 9,
    )
    .slice(0, labelsMax)
    .map(label => ({ label, place: placeOf(lines, label) }));
  const own = ownOf(context, candidates);
  for (const { label, place } of own) {
    const rest = label.text.replace(dateLabel, '');
    const inLabel = asDate({ text: cleanValue(rest), page: label.page, box: label.box });
    const found =
      inLabel ??
      asDate(typedIn(lines, label, widened(lines, place))) ??
      asDate(inNextCell(lines, label)) ??
      asDate(onLineUnder(lines, label));
    if (found !== undefined) return found;
  }
  // `Signature and date` share a line.
  if (own.some(candidate => distanceTo(row, candidate) === 0)) return undefined;
  return lines.pieces
    .filter(
      piece =>
        piece !== row.label &&
        Math.abs(bottomOf(piece.box) - row.place.baseline) < level &&
        piece.box.x > row.place.box.x,
    )
    .map(({ text, page, box }) => asDate({ text: cleanValue(text), page, box }))
    .find(found => found !== undefined);
}

const kinship =
  /\b(?:self|myself|parent|mother|father|mom|dad|guardian|spouse|wife|husband|partner|son|daughter|child|brother|sister|sibling|grand\w+|aunt|uncle|niece|nephew|executor|executrix|administrat(?:or|rix)|attorney|p\.?o\.?a\.?|agent|proxy|surrogate|conservator|next of kin|trustee|mism[oa]|madre|padre|tutora?|espos[oa]|hij[oa]|herman[oa]|abuel[oa]|apoderad[oa])\b|^patient$|^paciente$/i;
const printedWords =
  /\b(?:signature|name|date|verification|authority|print|representative['’]s|personal|relationship|if|or|please|copy|attached|firma|nombre|fecha)\b/i;

const representativeOnly = /\b(?:representative|guardian|parent|agent|proxy|representante|tutor)\b/i;
const patientToo = /\b(?:patient|client|individual|signer|paciente)\b/i;

/** Whether a label belongs to the signer of a row: a patient isn't their own representative. */
function isForSigner(signer: Signer, text: string): boolean {
  return signer !== 'patient' || !representativeOnly.test(text) || patientToo.test(text);
}

interface DetailRule {
  readonly name: 'signerName' | 'relationship';
  readonly isOthers: RegExp;
  /** Whether words that aren't in a form field can be the value, and not print around the label. */
  readonly accepts: (text: string) => boolean;
}

/** Returns the value of a label that belongs to a row. */
function nearRow(context: RowContext, { name, isOthers, accepts }: DetailRule): Found | undefined {
  const { layout, segments, row } = context;
  const lines = pageOf(context, row);
  if (lines === undefined) return undefined;
  const rule = fieldRules[name];
  const candidates = lines.pieces
    .filter(
      ({ text, isOnLine }) =>
        !isOnLine && rule.label.test(text) && rule.not?.test(text) !== true && !isOthers.test(text),
    )
    .slice(0, labelsMax)
    .map(label => ({ label, place: placeOf(lines, label) }));
  for (const { label, place } of ownOf(context, candidates)) {
    if (!isForSigner(row.signer, label.text)) continue;
    const typed =
      place.kind === 'open' ? undefined : (typedIn(lines, label, place) ?? inNextCell(lines, label));
    const isField = lines.page.widgets.some(({ box }) => box === typed?.box);
    if (typed !== undefined && rule.accepts(typed.text) && (isField || accepts(typed.text))) return typed;
    const value = findLabels(
      segments.filter(({ page, box }) => page === label.page && covered(label.box, [box]) > 0.5),
      rule,
    )
      .map(found => findValue(layout, segments, found, rule, anyLabel))
      .find(found => found !== undefined && accepts(found.text));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the printed name of the person who signed a row. */
export function signerNameOf(context: RowContext): Found | undefined {
  return nearRow(context, {
    name: 'signerName',
    isOthers: /\b(?:witness|staff|employee|interpreter|provider|testigo)\b/i,
    accepts: text => anyLabel.exec(text)?.index !== 0,
  });
}

/** Returns the relationship to the patient that is stated with a row. */
export function relationshipOf(context: RowContext): Found | undefined {
  return nearRow(context, {
    name: 'relationship',
    isOthers: /\bwitness\b/i,
    accepts: text => kinship.test(text) && !printedWords.test(text),
  });
}
