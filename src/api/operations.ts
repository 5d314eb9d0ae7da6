import { authCheckOperations } from './resources/auth-checks/handlers';
import { attachmentOperations } from './resources/attachments/handlers';
import { browseOperations } from './resources/browse/handlers';
import { bulkImportOperations } from './resources/bulk-imports/handlers';
import { deliverableOperations } from './resources/deliverables/handlers';
import { documentOperations } from './resources/documents/handlers';
import { embedTokenOperations } from './resources/embed-tokens/handlers';
import { noteOperations } from './resources/notes/handlers';
import type { Operation } from './pipeline/operation';
import { patientOperations } from './resources/patients/handlers';
import { projectOperations } from './resources/projects/handlers';
import { trackingOperations } from './resources/tracking/handlers';
import { recordRequestOperations } from './resources/record-requests/handlers';

/**
 * Every operation of the API, as a reader meets them: the patient first; routes, the document, the reference
 * page and the tests over all operations read it.
 */
export const operations: readonly Operation[] = [
  ...patientOperations,
  ...browseOperations,
  ...recordRequestOperations,
  ...noteOperations,
  ...trackingOperations,
  ...deliverableOperations,
  ...documentOperations,
  // After those: a path that is written out goes before one with the name of a file.
  ...attachmentOperations,
  ...authCheckOperations,
  ...embedTokenOperations,
  ...bulkImportOperations,
  ...projectOperations,
];
