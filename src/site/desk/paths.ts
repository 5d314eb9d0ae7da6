import type { QueueItem } from '../../domain/desk/queue';
import { sitePath } from '../paths';

/** A path of the desk; what stands between its slashes is encoded. */
export function deskPath(...segments: readonly string[]): string {
  return sitePath('/desk', ...segments);
}

const folders: Readonly<Record<QueueItem['kind'], string>> = {
  authorization: 'authorizations',
  recordRequest: 'requests',
  search: 'patients',
  site: 'sites',
  exchange: 'exchanges',
  endpoint: 'endpoints',
};

/** The page of something that waits. */
export function pathOfItem({ kind, uid }: Pick<QueueItem, 'kind' | 'uid'>): string {
  return deskPath(folders[kind], uid);
}
