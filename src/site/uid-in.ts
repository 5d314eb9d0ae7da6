import { notFound } from '../domain/problem';
import { isUuid } from '../domain/text';
import type { PageRequest } from './serve-pages';

/**
 * An id of ours that the path has under a name, in lower case as it is stored.
 * @throws Problem 404 for what is none: it is answered as one that is not there
 */
export function uidIn({ params }: Pick<PageRequest, 'params'>, name = 'uid'): string {
  const uid = params[name] ?? '';
  if (!isUuid(uid)) throw notFound(`the path has no id of ours as ${name}`);
  return uid.toLowerCase();
}
