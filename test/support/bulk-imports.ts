/** Bulk imports of a company's sandbox project, processed like their workflow does, without one. */
import { finishImport } from '../../src/usecases/bulk-imports/results';
import { importRows } from '../../src/usecases/bulk-imports/import-rows';
import { surveyFile } from '../../src/usecases/bulk-imports/survey';
import type { ApiWorld, TestCompany } from './api-world';

/** An import that waits for its file. */
export interface AskedImport {
  readonly uid: string;
  readonly uploadUrl: string;
}

/** Creates an import. @throws Error if it is refused */
export async function askForImport(
  world: ApiWorld,
  company: TestCompany,
  of: 'patients' | 'record-requests' = 'patients',
  body: object = {},
): Promise<AskedImport> {
  const path = `/v0/companies/${company.id}/projects/sandbox/${of}/bulk`;
  const { status, json } = await world.call('POST', path, { key: company.sandboxKey, body });
  if (status !== 201) throw new Error(`the import was not made: HTTP ${status}`);
  const { bulkImport, upload } = json as unknown as {
    readonly bulkImport: { readonly id: string };
    readonly upload: { readonly uploadUrl: string };
  };
  return { uid: bulkImport.id, uploadUrl: upload.uploadUrl };
}

/** Uploads a file; the next read of the import finds it. */
export async function uploadFile({ uploadUrl }: AskedImport, lines: readonly string[]): Promise<void> {
  const { status } = await fetch(uploadUrl, { method: 'PUT', body: lines.join('\n') });
  if (status !== 200) throw new Error(`the file was not taken: HTTP ${status}`);
}

/**
 * Processes a file of at most a thousand rows whose upload was found. @param isEnded false leaves it in
 * progress
 */
export async function processRows(
  world: ApiWorld,
  { uid: importUid }: AskedImport,
  isEnded = true,
): Promise<void> {
  const survey = await surveyFile(world.services, { importUid });
  if (survey.kind !== 'readable') throw new Error(`the file was not read through: ${survey.kind}`);
  await importRows(world.services, { importUid, from: survey.begin });
  if (isEnded) await finishImport(world.services, { importUid, fault: null });
}
