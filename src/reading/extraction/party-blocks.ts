/**
 * The parties that a form asks for in a block: a question or heading, and below it a name, an address, and a
 * phone number.
 */
import type { Found } from '../../domain/auth-checks/extraction';
import type { DocumentLayout } from '../document-layout';
import { findLabels, findValue } from './find-field';
import { anyLabel, fieldRules } from './form-fields';
import { bottomOf, rightOf, type Segment } from './text-segments';

/** The parties that a form names in blocks. */
export type Party = 'disclosingParty' | 'recipient';

const somebody = String.raw`(?:provider|person|facility|agency|organi[sz]ation|doctor|hospital|clinic|individual|entity)`;

/** What introduces each block: the question, or the words that lead to it. */
const openings: Readonly<Record<Party, RegExp>> = {
  disclosingParty: new RegExp(
    String.raw`\bwho (?:can|may|will) (?:share|disclose|release|give|send)\b|\breleas\w+ from\b|\b(?:information|records?) from\b|\bauthorize the (?:following|${somebody}) .{0,40}\bto (?:disclose|release|share|give|furnish)\b|\bauthorize the following to (?:disclose|release|share)\b|\bqui[ée]n (?:entrega|divulga|puede divulgar)\b|\bautorizo a .{0,50}\ba divulgar\b|^from:?$`,
    'iu',
  ),
  recipient: new RegExp(
    String.raw`\bwho (?:can|may|will) (?:receive|get|see)\b|\breleas\w+ to\b|\b(?:send|sent|given|disclosed?|provided|information|records?) to:?$|^to (?:the )?(?:following )?${somebody}\b.{0,40}\b(?:below|named|listed)\b|^to whom\b|\bqui[ée]n recibe\b|\b(?:entregarse|divulgarse) a:?$|^to:?$`,
    'iu',
  ),
};

/** The label of the name in such a block: a word or a few, not a sentence. */
const nameLabel = new RegExp(
  String.raw`^(?:\p{L}[\p{L}’'/-]* ?(?:plan|care)?,? ?(?:or |and |/ ?)?){0,2}(?:name|nombre)(?= ?(?:[:(/]|_{2}|$|of (?:the )?${somebody}))(?: \([^)]{0,60}\))?|^(?:${somebody}|health plan|persona|instituci[óo]n|m[ée]dico|agencia|proveedor|cl[íi]nica)(?:(?:,| or| and| o| u| y| /|/) ?(?:${somebody}|office|institution|cl[íi]nica|hospital|instituci[óo]n|agencia|proveedor|organizaci[óo]n|persona|m[ée]dico))*(?: name)?(?= ?(?::|$|/))`,
  'iu',
);

/** How far below its introduction the name of a block is, in points. */
const blockReach = 34;
const openingWordsMax = 16;

/** Returns the value at a block's name; `null` if the form has no such block, or it is empty. */
export function findInBlock(
  layout: DocumentLayout,
  segments: readonly Segment[],
  party: Party,
): Found | null {
  const rule = { ...fieldRules[party], label: nameLabel, not: /\b(?:patient|witness|previous)\b/i };
  const openingsOf = segments.filter(
    ({ text }) => openings[party].test(text) && text.split(' ').length <= openingWordsMax,
  );
  const names = findLabels(segments, rule);
  for (const { page, box } of openingsOf.slice(0, 20)) {
    const below = names
      .filter(
        ({ segment }) =>
          segment.page === page &&
          segment.box.y > box.y + 2 &&
          segment.box.y - bottomOf(box) < blockReach &&
          segment.box.x < rightOf(box) &&
          rightOf(segment.box) > box.x - 12,
      )
      .toSorted((a, b) => a.segment.box.y - b.segment.box.y || a.segment.box.x - b.segment.box.x);
    const [nearest] = below;
    const value = nearest === undefined ? undefined : findValue(layout, segments, nearest, rule, anyLabel);
    if (value !== undefined) return value;
  }
  return null;
}
