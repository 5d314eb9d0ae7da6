import { isUuid } from '../../domain/text';

/** Where a page of a list ends, as it stands in an address: an instant and a uid. */
export function positionOf(at: Date, uid: string): string {
  return `${at.getTime()}_${uid}`;
}

/** Reads it back; `undefined` for what is none. */
export function positionIn(said: string): { readonly at: Date; readonly uid: string } | undefined {
  const [ms = '', uid = ''] = said.split('_', 2);
  return /^\d{1,15}$/.test(ms) && isUuid(uid) ? { at: new Date(Number(ms)), uid } : undefined;
}
