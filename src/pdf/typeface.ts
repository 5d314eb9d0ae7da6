/**
 * The typeface of every PDF that we draw: Source Sans 3 (SIL Open Font License), embedded as a subset, since
 * the fonts that every reader has only cover Western European names. It has the Latin, Greek, and Cyrillic
 * scripts, including Vietnamese.
 */
import { readFileSync } from 'node:fs';

import { create, type Font } from 'fontkit';

const files = {
  regular: require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
} as const;

/** The available weights. */
export type Weight = keyof typeof files;

/** The replacement for a character that the typeface doesn't have. */
export const substitute = '□';

const openFonts = new Map<Weight, Font>();

/**
 * Returns the font of a weight, opened once for all documents: reading its tables each time takes four fifths
 * of a letter's time.
 */
export function openFont(weight: Weight): Font {
  const font = openFonts.get(weight) ?? asFont(create(readFileSync(files[weight])));
  openFonts.set(weight, font);
  return font;
}

/**
 * Returns the text as it can be drawn: composed (NFC), control characters as spaces except for line breaks,
 * and {@link substitute} for each character outside the typeface. Nothing is transliterated: a name in
 * another script would become someone else's.
 */
export function showable(text: string): string {
  const font = openFont('regular');
  return Array.from(text.normalize('NFC').replaceAll(/[^\P{Control}\n]+/gu, ' '), character =>
    character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : substitute,
  ).join('');
}

/** Returns whether every character of a text can be drawn as it is. */
export function isShowable(text: string): boolean {
  const count = (shown: string): number => shown.split(substitute).length;
  return count(showable(text)) === count(text);
}

function asFont(opened: ReturnType<typeof create>): Font {
  if (!('hasGlyphForCodePoint' in opened)) throw new Error('a font collection where one font was expected');
  // A glyph keeps the character it was first asked for by, and none if it is first a part of another one: a
  // colon would take the periods out of the text of later documents.
  for (const character of opened.characterSet) opened.glyphForCodePoint(character);
  return opened;
}
