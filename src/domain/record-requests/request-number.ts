/** The number by which people name a record request: `RR-482-177-3056`. */

const shape = /^(?:RR)?(\d{3})(\d{3})(\d{4})$/;

/**
 * Returns the request number that a person typed, with or without `RR`, spaces, and hyphens; `null` if the
 * text is anything else.
 */
export function requestNumberIn(text: string): string | null {
  const parts = shape.exec(text.toUpperCase().replace(/[\s\p{Pd}]/gu, ''));
  return parts === null ? null : `RR-${parts.slice(1).join('-')}`;
}
