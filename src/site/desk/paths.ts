import type { QueueItem } from '../../domain/desk/queue';
import { sitePath } from '../paths';

/** Returns a path of the desk. Its segments are encoded. */
export function deskPath(...segments: readonly string[]): string {
  return sitePath('/desk', ...segments);
}

const folders: Readonly<Record<QueueItem['kind'], string>> = {
  authorization: 'authorizations',
  chart: 'charts',
  fee: 'fees',
  recordRequest: 'requests',
  search: 'patients',
  site: 'sites',
  exchange: 'exchanges',
  endpoint: 'endpoints',
};

/** Returns the path of a queue item's page. */
export function pathOfItem({ kind, uid }: Pick<QueueItem, 'kind' | 'uid'>): string {
  return deskPath(folders[kind], uid);
}
