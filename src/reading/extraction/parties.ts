/**
 * The facility that discloses and the recipient. A form introduces each by a cue: words that say who it is.
 * What is written behind the cue, or at a name's label below it, may be the party. Every such candidate gets
 * a score, and the best one counts.
 */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { flatten } from '../../domain/auth-checks/flat-text';
import { findDate } from '../../domain/auth-checks/stated-date';
import { anyLabel, fieldRules, isOption, latestYear } from './form-fields';
import { cueIn, isGeneric, isNameLabel, isOtherLabel, type Party, type Role } from './party-cues';
import { distancesOn } from './questions';
import { fromSentence, type RunningText } from './sentences';
import type { Piece, Sheet } from './sheet';
import { baselineOf, bottomOf, middleOf, rightOf } from './text-segments';
import { isLevel, labelsOf, namesLikeCues, printedOn, writtenOn, type Written } from './written-texts';

/**
 * How much each fact about a candidate counts. They are set by hand: fitted to the few forms that may be
 * looked at, they would repeat these.
 */
const weights = {
  /** Where it is: print isn't in a form field and hardly ever on a line, but often in a cell. */
  place: { field: 0.45, line: 0.35, cell: 0.2, beside: 0.15 },
  option: { field: 0.55, typed: 0.5, ink: 0.4 },
  sentence: 0.46,
  /** What its own label is: a name's, the cue, or none. */
  label: { name: 0.3, cue: 0.35, none: 0.1 },
  /** For each candidate between it and its cue. */
  later: -0.1,
  /** For each 100 points from its cue. */
  distance: -0.15,
  /** Words that names of organizations and doctors have. */
  organization: 0.15,
  /** A text that the page has more than once. A company may have printed its name behind its cue. */
  repeated: { name: -0.6, cue: 0, none: -0.6 },
} as const;
const scoreLeast = 0.45;
/** People write up to this far above a line, in points; what is higher is the caption of the row above. */
const liftMost = 7.5;

const organization =
  /\b(?:hospital|clinic|center|centre|medical|health|healthcare|llp|llc|pllc|inc|associates|company|insurance|law|group|practice|school|university|services|pharmacy|imaging|dr|dra|m\.?d|cl[íi]nica|bufete)\b/i;

/** Whether a text has words that names of organizations and doctors have. */
export function isOrganization(text: string): boolean {
  return organization.test(text);
}

/** Words that say whose place follows. */
interface Cue {
  readonly role: Role;
  readonly box: Box;
  /** Whether it is the head of a table's row, which may be higher than the words at its side. */
  readonly isHead: boolean;
}

/** The cue that a text follows, and how far it is from it, in points. */
interface Placed {
  readonly cue: Cue;
  readonly distance: number;
}

/** A text that may be the party. */
interface Candidate {
  readonly found: Found;
  readonly score: number;
  /** Whether it is the patient's name. */
  readonly isPatient?: boolean;
}

/** A candidate with where it is. */
interface PlacedCandidate extends Candidate {
  /** Whether it may be one of several printed options: nothing labels it as a name. */
  readonly isLoose: boolean;
  /** The cue that it follows; `undefined` if its own label is one. */
  readonly cue: Cue | undefined;
}

/** A form has a few dozen of each; a malicious document has thousands. */
const [cuesMax, candidatesMax] = [150, 200];
/**
 * How far below its cue a party may be, in points: with a label, without one, and where a sentence goes on.
 */
const [cueReach, unlabeledReach, wrapReach] = [130, 45, 28];
/** How far behind its label a text may be, in points. */
const labelReach = 170;
/** A narrow cell at the left of a table's row has its words on several lines. */
const headWidth = 125;

/** Returns the cues of a sheet: its pieces, and the words of narrow cells together. */
function cuesOf({ pieces, blanks }: Sheet, names: ReadonlySet<Piece>): Cue[] {
  const own = pieces.flatMap(piece => {
    const { text, box } = piece;
    const role = names.has(piece) ? undefined : cueIn(text);
    return role === undefined ? [] : [{ role, box, isHead: false }];
  });
  const heads = blanks
    .filter(({ kind, box }) => kind === 'cell' && box.width < headWidth)
    .slice(0, cuesMax)
    .flatMap(blank => {
      const inside = pieces.filter(piece => piece.blank === blank);
      const role = inside.length < 2 ? undefined : cueIn(inside.map(({ text }) => text).join(' '));
      return role === undefined || role === 'other' ? [] : [{ role, box: blank.box, isHead: true }];
    });
  return [...own, ...heads].slice(0, cuesMax);
}

/** Whether a cue ends a line of a sentence that goes on at the start of the next line, where a text is. */
function isWrapped({ pieces }: Sheet, cue: Cue, { box, piece }: Written): boolean {
  const gap = box.y - bottomOf(cue.box);
  if (gap <= -3 || gap >= wrapReach || cue.box.x <= box.x) return false;
  const isFirst = pieces.every(
    other => other === piece || !isLevel(other.box, box) || other.box.x >= box.x - 2,
  );
  const isEnd = pieces.some(
    other =>
      isLevel(other.box, cue.box) && other.box.x < cue.box.x - 2 && rightOf(other.box) > cue.box.x - 60,
  );
  return isFirst && isEnd;
}

/** Returns where a text starts on its line, with the label of its name before it. */
function startOf({ pieces }: Sheet, text: Box): number {
  const labels = pieces
    .filter(
      ({ box }) => isLevel(box, text) && rightOf(box) <= text.x + 8 && text.x - rightOf(box) < labelReach,
    )
    .toSorted((a, b) => b.box.x - a.box.x)
    .slice(0, 1)
    .filter(({ text: words }) => /:\s*$/.test(words) && isNameLabel(words));
  return Math.min(text.x, ...labels.map(({ box }) => box.x));
}

/** Returns the cue that a text follows: on its line, at the head of its row, or over it. */
function cueBefore(sheet: Sheet, cues: readonly Cue[], written: Written): Placed | undefined {
  const { box, room } = written;
  const start = Math.min(room.x, startOf(sheet, box));
  let best: Placed | undefined;
  for (const cue of cues) {
    const isLeft = rightOf(cue.box) <= box.x + 8;
    const isBeside = isLeft && (isLevel(cue.box, box) || (cue.isHead && isRowOf(cue.box, box)));
    const isOver =
      bottomOf(cue.box) <= box.y + 5 &&
      cue.box.x < rightOf(box) &&
      (rightOf(cue.box) > start - 12 || cue.box.width > 220);
    const isNext = cue.role !== 'other' && !isBeside && !isOver && isWrapped(sheet, cue, written);
    if (!isBeside && !isOver && !isNext) continue;
    const distance = isBeside ? Math.max(0, box.x - rightOf(cue.box)) / 20 : box.y - bottomOf(cue.box);
    if (distance < (best?.distance ?? cueReach)) best = { cue, distance };
  }
  return best;
}

function isRowOf(head: Box, box: Box): boolean {
  return middleOf(box) > head.y && middleOf(box) < bottomOf(head);
}

type LabelKind = keyof typeof weights.label | 'other';

/** `Recipient address`: what is there isn't a name. */
const addressLabel = /^(?!.*\b(?:names?|nombres?|nome)\b).*\b(?:address|direcci[óo]n|endere[çc]o)(?!\p{L})/iu;

function kindOfLabel(text: string, party: Party): LabelKind | undefined {
  if (addressLabel.test(text)) return 'other';
  const role = cueIn(text);
  if (role === party) return 'cue';
  if (role === undefined && isNameLabel(text)) return 'name';
  return isOtherLabel(text) || (role !== undefined && role !== 'other') ? 'other' : undefined;
}

/** Kinds of records, and how they are sent: forms print them near the words for a party. */
const topic =
  /\b(?:treatment(?! center)|reports?|notes|results?|test(?:s|ing)?|diagnos[ie]s|psychiatric|psychotherapy|mental health|alcohol|drugs?|abuse|aids|hiv|illness|history|x-?rays?|labs?|summary|visits?|admissions?|outpatient|inpatient|emergency room|(?:medical|billing|entire|complete) records?|cfr|unencrypted|encrypted|prohibited|other)\b|^(?:yes|no)$|^\/s\//iu;

/** Whether a line is only as long as the words on it: then they are underlined, not written there. */
function isUnderlined(piece: Piece | undefined): boolean {
  if (piece?.blank?.kind !== 'line') return false;
  const { box } = piece.blank;
  const isAbove = bottomOf(box) - baselineOf(piece.box) > liftMost;
  return isAbove || (box.width < piece.box.width * 1.1 && Math.abs(box.x - piece.box.x) < 8);
}

/** A sheet with what is looked for on it, for both parties. */
interface PartySheet {
  readonly sheet: Sheet;
  /** The texts of its pieces, flattened. */
  readonly flat: readonly string[];
  readonly printed: readonly Piece[];
  /** Names that look like a cue. */
  readonly names: ReadonlySet<Piece>;
  readonly cues: readonly Cue[];
  readonly written: readonly Written[];
}

/** Returns whether a text can be a party's name, not print. */
function isPossible(
  { sheet, names }: PartySheet,
  { text, kind, box, piece }: Written,
  party: Party,
): boolean {
  if (!fieldRules[party].accepts(text) || topic.test(text) || findDate(text, latestYear) !== undefined)
    return false;
  if (kind === 'field') return true;
  const isAmongOptions = sheet.pieces.some(
    other =>
      other !== piece && isLevel(other.box, box) && /^\W*(?:other|otr[oa]|outr[oa])\b/iu.test(other.text),
  );
  return (
    ((piece !== undefined && names.has(piece)) || cueIn(text) === undefined) &&
    anyLabel.exec(text)?.index !== 0 &&
    !isGeneric(text) &&
    !/(?:^|\s)X(?:\s|$)|^X\p{Lu}/u.test(text) &&
    !/^\p{Ll}/u.test(text) &&
    !isUnderlined(piece) &&
    !isAmongOptions
  );
}

/** Returns how often a page has a text: an organization prints its name, and no one writes one twice. */
function countOn({ flat }: PartySheet, text: string): number {
  const looked = flatten(text);
  return flat.filter(one => one.includes(looked)).length;
}

/** Returns how a text may be a party, on its page; `undefined` if it is something else. */
function candidateOf(
  on: PartySheet,
  party: Party,
  written: Written,
  isPatient: boolean,
): PlacedCandidate | undefined {
  const { sheet, cues } = on;
  const { kind, text, box } = written;
  const labels = labelsOf(on.printed, written);
  const label = labels.map(one => kindOfLabel(one, party)).find(one => one !== undefined) ?? 'none';
  // Patients may receive their own records, but their names are elsewhere, too.
  if (label === 'other' || (isPatient && (party !== 'recipient' || label === 'none'))) return undefined;
  const isOwn = label === 'cue';
  const before = cueBefore(sheet, cues, written);
  if (!isOwn && before?.cue.role !== party) return undefined;
  const distance = isOwn ? 0 : (before?.distance ?? 0);
  const isFar = kind === 'cell' || kind === 'beside' || distance > unlabeledReach;
  if (label === 'none' && isFar) return undefined;
  const score =
    weights.place[kind] +
    weights.label[label] +
    (weights.distance * distance) / 100 +
    (isOrganization(text) ? weights.organization : 0) +
    (kind !== 'field' && !isPatient && countOn(on, text) > 1 ? weights.repeated[label] : 0);
  return {
    found: { text, page: sheet.page.number, box },
    score,
    isPatient,
    isLoose: kind !== 'field' && label !== 'name',
    cue: isOwn ? undefined : before?.cue,
  };
}

function candidatesOn(on: PartySheet, party: Party, isPatient: (text: string) => boolean): Candidate[] {
  const all = on.written
    .filter(written => isPossible(on, written, party))
    .slice(0, candidatesMax)
    .toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    .flatMap(written => candidateOf(on, party, written, isPatient(written.text)) ?? []);
  return all
    .filter(
      // Several texts without labels beside each other are printed options.
      one => !one.isLoose || !all.some(other => other !== one && other.isLoose && isLevelWith(one, other)),
    )
    .map((one, index, kept) => {
      const later = kept.slice(0, index).filter(({ cue }) => cue !== undefined && cue === one.cue).length;
      return { ...one, score: one.score + weights.later * later };
    });
}

const isLevelWith = (one: Candidate, other: Candidate): boolean => isLevel(one.found.box, other.found.box);

/** Returns the options of a party that are checked. */
function optionsOn({ sheet, cues }: PartySheet, party: Party): Candidate[] {
  if (sheet.checked.length === 0) return [];
  const distanceTo = distancesOn(sheet);
  return sheet.checked.flatMap(({ how, text, page, box }) => {
    if (cueIn(text) !== undefined || !isOption(text) || topic.test(text.replace(/^other\b/i, ''))) return [];
    const before = cueBefore(sheet, cues, { kind: 'beside', text, box, room: box, label: '' });
    const distance = before?.cue.role === party ? distanceTo(before.cue.box, box) : undefined;
    if (distance === undefined) return [];
    return [{ found: { text, page, box }, score: weights.option[how] + (weights.distance * distance) / 100 }];
  });
}

/** Whether a text that a sentence states is a name, and not an abbreviation or a word. */
const isFull = (text: string): boolean => text.includes(' ') || organization.test(text);

/** Whether the words of a sentence are written in a field or on a line, and may be the recipient. */
function isWrittenIn(on: PartySheet, text: string): boolean {
  return on.written.some(
    one =>
      (one.kind === 'field' || one.kind === 'line') &&
      text.includes(one.text) &&
      one.text.length * 1.5 > text.length &&
      (one.kind === 'field' || countOn(on, one.text) === 1) &&
      isPossible(on, one, 'recipient'),
  );
}

function partySheetOf(sheet: Sheet): PartySheet {
  const names = namesLikeCues(sheet);
  return {
    sheet,
    flat: sheet.pieces.map(({ text }) => flatten(text)),
    printed: printedOn(sheet, names),
    names,
    cues: cuesOf(sheet, names),
    written: writtenOn(sheet),
  };
}

/** The facility that discloses and the recipient; `null` without a good candidate. */
export type Parties = Readonly<Record<Party, Found | null>>;

/**
 * Returns the best candidate for each party. The patient is the recipient only if no one else is.
 * @param isPatient whether a text is the patient's name
 */
export function findParties(
  sheets: readonly Sheet[],
  running: RunningText,
  isPatient: (text: string) => boolean,
): Parties {
  const on = sheets.map(partySheetOf);
  const all = (['disclosingParty', 'recipient'] as const)
    .flatMap(party => {
      const stated = fromSentence(running, party);
      // A form hardly ever prints its recipient, but often speaks of others who receive records.
      const isStated =
        stated !== null &&
        !isPatient(stated.text) &&
        isFull(stated.text) &&
        (party === 'disclosingParty' ||
          (!topic.test(stated.text) && on.some(one => isWrittenIn(one, stated.text))));
      return [
        ...on.flatMap(one => candidatesOn(one, party, isPatient)),
        ...on.flatMap(one => optionsOn(one, party)),
        ...(isStated ? [{ found: stated, score: weights.sentence }] : []),
      ].map(candidate => ({ ...candidate, party }));
    })
    .filter(({ score }) => score >= scoreLeast)
    .toSorted((a, b) => Number(a.isPatient ?? false) - Number(b.isPatient ?? false) || b.score - a.score);
  const [first] = all;
  const second = all.find(({ party, found }) => party !== first?.party && found.text !== first?.found.text);
  const best = (party: Party): Found | null =>
    [first, second].find(one => one?.party === party)?.found ?? null;
  return { disclosingParty: best('disclosingParty'), recipient: best('recipient') };
}
