/** Bulk imports that a member prepares in the console of a company's sandbox. */
import { findDraft } from '../../src/store/bulk-imports/import-drafts';
import type { ApiWorld } from './api-world';
import { processRows } from './bulk-imports';
import type { ShownPage, Visitor } from './console-visitor';
import { sendToStore, storeFormOn } from './store-form';

/** Returns the uid at the end of a path. */
export function uidOfPath(path: string): string {
  return path.replace(/^.*\//, '');
}

/** Starts a draft. @returns its path @throws Error if it is refused */
export async function startDraftBy(visitor: Visitor, place: string, kind = 'patients'): Promise<string> {
  const path = `${place}/imports/new`;
  const { status, location } = await visitor.send(path, path, { project: 'sandbox', kind });
  if (status !== 303) throw new Error(`the draft was not started: HTTP ${status}`);
  return location;
}

/** Uploads a file with the form on a draft's page, as a browser does. @returns where the store leads back */
export async function uploadToDraft(
  visitor: Visitor,
  path: string,
  content: string | Buffer,
): Promise<string> {
  const { html } = await visitor.get(`${path}?step=file`);
  const bytes = new Uint8Array(Buffer.from(content));
  const { status, location } = await sendToStore(storeFormOn(html, 'Upload file'), bytes);
  if (status !== 303) throw new Error(`the store did not take the file: HTTP ${status}`);
  return location.replace(/^https?:\/\/[^/]+/, '');
}

/** Chooses a field for each column of a draft's file, empty for none. */
export async function chooseFields(
  visitor: Visitor,
  path: string,
  fields: readonly string[],
): Promise<ShownPage> {
  return visitor.send(`${path}?step=columns`, `${path}/columns`, { field: fields });
}

/** Processes the dry run of a draft. @returns its uid */
export async function processDryRun(world: ApiWorld, path: string): Promise<string> {
  const uid = (await findDraft(world.db, uidOfPath(path)))?.dryRunUid ?? '';
  await processRows(world, { uid, uploadUrl: '' });
  return uid;
}
