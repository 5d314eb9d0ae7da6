/** Returns a text in lower case with single spaces, as the patterns for reading and judging expect it. */
export function flatten(text: string): string {
  return text.toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ');
}
