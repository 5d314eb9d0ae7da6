import type { BulkImport } from '../../../domain/bulk-imports/bulk-import';
import type { Project } from '../../../domain/projects/project';
import {
  createBulkImport,
  getBulkImport,
  listBulkImports,
  offerBulkResult,
  offerBulkUpload,
  readBulkImport,
} from '../../../usecases/bulk-imports/bulk-imports';
import type { MadeUids } from '../../../store/access/idempotency';
import type { ProjectReading } from '../../../usecases/reading';
import { reply } from '../../pipeline/contract';
import { makingOperation, operation } from '../../pipeline/operation';
import type { Services } from '../../pipeline/services';
import { cutPage, parseCursor } from '../../schemas/page';
import {
  createBulkImportContract,
  createRecordRequestImportContract,
  getBulkImportContract,
  listBulkImportsContract,
} from './contract';
import { presentBulkImport, presentBulkImportWithFiles } from './present';

function present({ files, clock }: Services, project: Project, of: BulkImport) {
  const at = clock.now();
  return presentBulkImportWithFiles(of, project, {
    upload: offerBulkUpload(files, of, at),
    result: offerBulkResult(files, of, at),
  });
}

const made = {
  uidsOf: ({ uid }: BulkImport) => [uid],
  find: (reading: ProjectReading, [uid]: MadeUids) => getBulkImport(reading, uid),
  show:
    ({ services, project }: { readonly services: Services; readonly project: Project }) =>
    (found: BulkImport) =>
      reply(201, { body: present(services, project, found) }),
};

/** The operations on bulk imports. */
export const bulkImportOperations = [
  makingOperation(createBulkImportContract, {
    make: (change, { body }) =>
      createBulkImport(change, { kind: 'patients', isDryRun: body.dryRun ?? false }),
    ...made,
  }),

  makingOperation(createRecordRequestImportContract, {
    make: (change, { body }) =>
      createBulkImport(change, { kind: 'recordRequests', isDryRun: body.dryRun ?? false }),
    ...made,
  }),

  operation(getBulkImportContract, async ({ services, project, reading }, { params }) => {
    const found = await readBulkImport(services, reading, params.bulkImportId);
    return reply(200, { body: present(services, project, found) });
  }),

  operation(listBulkImportsContract, async ({ project, reading }, { query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { entries, nextCursor } = cutPage(await listBulkImports(reading, page), query.limit);
    const bulkImports = entries.map(entry => presentBulkImport(entry, project));
    return reply(200, { body: { bulkImports, nextCursor } });
  }),
];
