import type { Box, Found } from '../../domain/auth-checks/extraction';
import type { DocumentLayout, PageLayout, Widget } from '../document-layout';
import { bottomOf, cut, overlaps, plainText, rightOf, type Segment } from './text-segments';
import { boxState, isPrintedOption } from './tick-boxes';
import { covered, ruledArea, wordsAfter } from './value-areas';

/** A label on the document: words that say what belongs next to, below, or above them. */
export interface Label {
  readonly segment: Segment;
  /** Where the label starts and ends in its segment's text. */
  readonly from: number;
  readonly to: number;
}

/** How a form's field is found. */
export interface FieldRule {
  /** The pattern of its label. */
  readonly label: RegExp;
  /** A pattern that excludes misleading labels. */
  readonly not?: RegExp;
  /** Whether a text can be its value. */
  readonly accepts: (text: string) => boolean;
  /** Whether any words can be the value, so that text after the label must be set apart from it. */
  readonly isFreeText?: boolean;
  /** Whether forms print its usual values as options: several of them in a row or a column aren't a value. */
  readonly isOftenListed?: boolean;
  /** Where a value may be, most likely first; by default beside, below, above. */
  readonly places?: ReadonlyArray<'beside' | 'below' | 'above'>;
}

/** How far a value may be from its label, in points. */
const reach = 24;
const columnLeast = 150;
/** How far above a line a single-line value is written. */
const valueHeight = 17;
const labelWordsMax = 14;
/** A form has a handful of each label; a malicious document has thousands. */
const labelsMax = 40;

/** Returns a value without its line, truncated to what a form field holds. */
export function cleanValue(text: string): string {
  const value = plainText(cut(text, 600))
    .replaceAll(/_{2,}|\.{4,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s:;,.\-–—*]+/, '')
    .replace(/[\s:;,\-–—]+$/, '');
  return cut(value, 300);
}

/** Whether a text is a numbered heading: a label only if there is no better one. */
export function isHeading(text: string): boolean {
  return /^\s*(?:section\s)?\d{1,2}[.)]\s/i.test(text) && !/[:_]/.test(text);
}

/** Returns how far a label continues in another language: `Print name / Nombre en letra de molde`. */
function inOtherWords(rest: string, label: RegExp): number {
  const slash = /^\s*\/\s*/.exec(rest)?.[0].length ?? 0;
  const again = slash === 0 ? null : label.exec(rest.slice(slash));
  return again?.index === 0 ? slash + again[0].length : 0;
}

/** Returns the labels of a rule in reading order, headings last. Long sentences don't count. */
export function findLabels(segments: readonly Segment[], rule: Pick<FieldRule, 'label' | 'not'>): Label[] {
  const labels = segments.flatMap(segment => {
    const match = rule.label.exec(segment.text);
    if (match === null || rule.not?.test(segment.text) === true) return [];
    const before = segment.text.slice(0, match.index).trim();
    if (before.split(/\s+/).length > labelWordsMax) return [];
    const end = match.index + match[0].length;
    return [{ segment, from: match.index, to: end + inOtherWords(segment.text.slice(end), rule.label) }];
  });
  return labels
    .toSorted((a, b) => Number(isHeading(a.segment.text)) - Number(isHeading(b.segment.text)))
    .slice(0, labelsMax);
}

/**
 * Words that continue a label: `Name of patient or individual`, `Parentesco con el paciente`. No value starts
 * with them.
 */
const goesOn = /^\s*(?:\/|(?:or|and|of|for|if|with|o|u|y|con|si)\s|(?:OR|AND|OF|FOR|IF|WITH)\s)/;

function boxAfter({ segment, to }: Label): Box {
  const share = segment.text.length === 0 ? 1 : to / segment.text.length;
  const x = segment.box.x + segment.box.width * share;
  return { ...segment.box, x, width: rightOf(segment.box) - x };
}

const chooses =
  /\b(?:check|mark|choose|select|circle|tick)\s(?:only\s)?(?:one|all|any|each|the)\b|\b(?:marque|elija|seleccione)\b/i;

/** Whether a text asks to mark some of what follows. */
function asksToChoose(text: string): boolean {
  return chooses.test(text);
}

/** Returns what follows a label in its own segment, up to the next label. */
function inline(label: Label, anyLabel: RegExp): string {
  const rest = label.segment.text
    .slice(label.to)
    .replace(/^\s*(?:\([^)]{0,90}\)|\[(?! ?[xX]? ?\])[^\]]{0,90}\])/, '');
  if (goesOn.test(rest)) return '';
  const next = anyLabel.exec(rest);
  return cleanValue(next === null ? rest : rest.slice(0, next.index));
}

function isInColumn(label: Box, value: Box): boolean {
  return value.x < label.x + Math.max(label.width, columnLeast) && rightOf(value) > label.x - 6;
}

/** Whether another adjacent text could be the value just as well: then they are options. */
function isListed(segments: readonly Segment[], { page, line, box }: Segment, rule: FieldRule): boolean {
  return segments.some(
    other =>
      other.page === page &&
      other.box !== box &&
      (other.line === line ||
        (Math.abs(other.box.x - box.x) < 3 && Math.abs(other.box.y - box.y) < 2.2 * box.height)) &&
      (rule.accepts(other.text) || /^(?:other|otr[oa])\b/i.test(other.text)) &&
      !rule.label.test(other.text),
  );
}

function candidates(segments: readonly Segment[], { segment }: Label, place: 'beside' | 'below' | 'above') {
  const { box, page, line } = segment;
  const others = segments.filter(other => other.page === page && other !== segment);
  if (place === 'beside')
    return others.filter(other => other.line === line && other.box.x >= rightOf(box) - 2).slice(0, 1);
  const distance = (other: Segment): number =>
    place === 'below' ? other.box.y - bottomOf(box) : box.y - bottomOf(other.box);
  return others
    .filter(other => other.line !== line && isInColumn(box, other.box))
    .filter(other => distance(other) > -box.height && distance(other) <= reach)
    .filter(other => (place === 'below' ? other.box.y > box.y : other.box.y < box.y))
    .toSorted((a, b) => distance(a) - distance(b) || Math.abs(a.box.x - box.x) - Math.abs(b.box.x - box.x))
    .slice(0, 3);
}

/** How close a field is to its own label, in points. */
const touch = { beside: 14, above: 6, aside: 8 } as const;

/** Whether a label is directly before or above a field. */
function touches(label: Box, field: Box): boolean {
  const isLevel = label.y < bottomOf(field) && field.y < bottomOf(label);
  const gap = field.x - rightOf(label);
  if (isLevel) return gap > -touch.aside && gap < touch.beside;
  const isOver = Math.abs(label.x - field.x) < touch.aside && label.y < field.y;
  return isOver && field.y - bottomOf(label) < touch.above;
}

/**
 * Whether a field directly follows words other than a label: then it is theirs, even if the label is near.
 */
function isOfAnother(segments: readonly Segment[], { segment }: Label, { box }: Widget): boolean {
  return (
    !touches(segment.box, box) &&
    !touches(box, segment.box) &&
    segments.some(other => other !== segment && other.page === segment.page && touches(other.box, box))
  );
}

function widgetOf(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: Label,
  rule: FieldRule,
): (Found & { readonly widget: Widget }) | undefined {
  const { segment } = label;
  const page = layout.pages.find(({ number }) => number === segment.page);
  const around: Box = {
    x: segment.box.x - 6,
    y: segment.box.y - reach,
    width: Math.max(segment.box.width + 220, columnLeast),
    height: segment.box.height + 2 * reach,
  };
  const filled = (page?.widgets ?? []).filter(
    field =>
      (field.kind === 'text' || field.kind === 'choice') &&
      field.value !== '' &&
      overlaps(around, field.box) &&
      rule.accepts(cleanValue(field.value)) &&
      !isOfAnother(segments, label, field),
  );
  const named = filled.filter(({ name, tooltip }) => rule.label.test(tooltip) || rule.label.test(name));
  const distance = ({ box }: Widget): number =>
    Math.abs(box.y + box.height / 2 - (segment.box.y + segment.box.height / 2)) * 3 +
    Math.min(Math.abs(box.x - segment.box.x), Math.abs(box.x - rightOf(segment.box)));
  const [nearest] = (named.length > 0 ? named : filled).toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return undefined;
  return { text: cleanValue(nearest.value), page: segment.page, box: nearest.box, widget: nearest };
}

/** Returns the rest of a label's own segment if a line starts so close to it that the two run together. */
function wordsBehind(page: PageLayout, label: Label, area: Box): Segment[] {
  return wordsAfter(page, label)
    .filter(({ box }) => box.x >= area.x && covered(box, [area]) > 0.5)
    .map(({ text, box }) => ({ ...label.segment, text, box }));
}

/**
 * Returns the words in an area from left to right; letters in separate frames form one word. Options are
 * printed, not written.
 */
function wordsIn(page: PageLayout, segments: readonly Segment[], label: Label, area: Box): Found | undefined {
  const around = segments.filter(
    segment =>
      segment.page === label.segment.page && segment !== label.segment && covered(segment.box, [area]) > 0.5,
  );
  const own = around.length > 0 ? around : wordsBehind(page, label, area);
  const [first] = own;
  if (first === undefined || own.some(({ text }) => isPrintedOption(text))) return undefined;
  const texts = own.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x).map(({ text }) => text);
  const joined = texts.join(' ');
  const isComb = /^\S(?: \S)+$/u.test(joined);
  return {
    text: cleanValue(isComb ? joined.replaceAll(' ', '') : joined),
    page: first.page,
    box: { ...area },
  };
}

/** Returns what is written where the rules around a label say it belongs; `undefined` without such rules. */
function ruledValue(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: Label,
  rule: FieldRule,
  anyLabel: RegExp,
): { readonly value: Found | undefined } | undefined {
  const page = layout.pages.find(({ number }) => number === label.segment.page);
  const area = page === undefined ? undefined : ruledArea(page, label, valueHeight);
  if (page === undefined || area === undefined) return undefined;
  const fields = page.widgets.filter(
    ({ kind, box }) => (kind === 'text' || kind === 'choice') && covered(box, [area]) > 0.5,
  );
  const filled = fields.find(({ value }) => value !== '');
  const found =
    filled === undefined
      ? wordsIn(page, segments, label, area)
      : { text: cleanValue(filled.value), page: page.number, box: filled.box };
  const isValue =
    found !== undefined &&
    found.text !== '' &&
    rule.accepts(found.text) &&
    anyLabel.exec(found.text)?.index !== 0;
  return { value: isValue ? found : undefined };
}

/**
 * Returns the value at a label: the content of a form field near it, otherwise the text after, beside, below,
 * or above it, in that order (forms put labels on every side: 473 real ones were examined), if the rule
 * accepts it and it isn't another label.
 */
export function findValue(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: Label,
  rule: FieldRule,
  anyLabel: RegExp,
): Found | undefined {
  const ruled = ruledValue(layout, segments, label, rule, anyLabel);
  if (ruled?.value !== undefined) return ruled.value;
  const widget = ruled === undefined ? widgetOf(layout, segments, label, rule) : undefined;
  if (widget !== undefined) return { text: widget.text, page: widget.page, box: widget.box };
  const own = inline(label, anyLabel);
  if (own !== '' && rule.accepts(own)) return { text: own, page: label.segment.page, box: boxAfter(label) };
  // The rules show where the value belongs, and it isn't there; a line for each option doesn't show what is
  // checked.
  if (ruled !== undefined) return undefined;
  // What is below a multiple-choice question is its options.
  if (asksToChoose(label.segment.text)) return undefined;
  for (const place of rule.places ?? (['beside', 'below', 'above'] as const)) {
    for (const candidate of candidates(segments, label, place)) {
      const { text, box, page } = candidate;
      if (isPrintedOption(text) || boxState(layout, segments, candidate) !== undefined) continue;
      if (rule.isOftenListed === true && isListed(segments, candidate, rule)) continue;
      const match = anyLabel.exec(text);
      if (match?.index === 0) continue;
      const value = cleanValue(match === null || place !== 'beside' ? text : text.slice(0, match.index));
      if (value !== '' && rule.accepts(value)) return { text: value, page, box };
    }
  }
  return undefined;
}
