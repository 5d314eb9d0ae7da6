/**
 * Returns a text without its UUIDs and ETags, whose digits can be those of a birth year or a ZIP code, for
 * tests that look for patient data.
 */
export function withoutUuids(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi, '(uuid)');
}
