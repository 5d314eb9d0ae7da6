import { isUuid } from '../domain/text';

/** Returns the position where a page of a list ends, for a URL: an instant and a uid. */
export function positionOf(at: Date, uid: string): string {
  return `${at.getTime()}_${uid}`;
}

/** Parses a position from a URL; `undefined` if it is invalid. */
export function positionIn(text: string): { readonly at: Date; readonly uid: string } | undefined {
  const [ms = '', uid = ''] = text.split('_', 2);
  return /^\d{1,15}$/.test(ms) && isUuid(uid) ? { at: new Date(Number(ms)), uid } : undefined;
}
