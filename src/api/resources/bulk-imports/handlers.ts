import type { BulkImport } from '../../../domain/bulk-imports/bulk-import';
import type { Project } from '../../../domain/projects/project';
import { createBulkImport, resourceOf } from '../../../usecases/bulk-imports/create-bulk-import';
import {
  listBulkImports,
  offerBulkResult,
  offerBulkUpload,
  readBulkImport,
} from '../../../usecases/bulk-imports/read-bulk-import';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import type { Services } from '../../pipeline/services';
import { cutPage, parseCursor } from '../../shapes/page';
import { createBulkImportContract, getBulkImportContract, listBulkImportsContract } from './contract';
import { presentBulkImport, presentBulkImportWithFiles } from './present';

function present({ files, clock }: Services, project: Project, of: BulkImport) {
  const at = clock.now();
  return presentBulkImportWithFiles(of, project, {
    upload: offerBulkUpload(files, of, at),
    result: offerBulkResult(files, of, at),
  });
}

/** The operations on bulk imports. */
export const bulkImportOperations = [
  operation(createBulkImportContract, async ({ services, project, principal, change }, { body }) =>
    change(
      inner => createBulkImport(inner, principal, project, { isDryRun: body.dryRun ?? false }),
      made => reply(201, { body: present(services, project, made) }),
    ),
  ),

  operation(getBulkImportContract, async ({ services, project, readResource }, { params }) => {
    const found = await readBulkImport(services, project, params.bulkImportId);
    readResource(resourceOf(found));
    return reply(200, { body: present(services, project, found) });
  }),

  operation(listBulkImportsContract, async ({ services, project, readResource }, { query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const found = await listBulkImports(services.db, project, page);
    readResource({ kind: 'project', uid: project.uid, companyUid: project.companyUid });
    const { entries, nextCursor } = cutPage(found, query.limit);
    return reply(200, {
      body: { bulkImports: entries.map(entry => presentBulkImport(entry, project)), nextCursor },
    });
  }),
];
