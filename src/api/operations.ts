import { authCheckOperations } from './resources/auth-checks/handlers';
import { attachmentOperations } from './resources/attachments/handlers';
import { browseOperations } from './resources/browse/handlers';
import { bulkImportOperations } from './resources/bulk-imports/handlers';
import { companyOperations } from './resources/companies/handlers';
import { deliverableOperations } from './resources/deliverables/handlers';
import { documentOperations } from './resources/documents/handlers';
import { embedTokenOperations } from './resources/embed-tokens/handlers';
import { noteOperations } from './resources/notes/handlers';
import { contactOperations } from './resources/contacts/handlers';
import type { Operation } from './pipeline/operation';
import { patientOperations } from './resources/patients/handlers';
import { projectOperations } from './resources/projects/handlers';
import { trackingOperations } from './resources/tracking/handlers';
import { recordRequestOperations } from './resources/record-requests/handlers';

/**
 * Every operation of the API, in reading order, patients first. Routes, the document, the reference page,
 * and the tests over all operations derive from this list.
 */
export const operations: readonly Operation[] = [
  ...patientOperations,
  ...browseOperations,
  ...recordRequestOperations,
  ...contactOperations,
  ...noteOperations,
  ...trackingOperations,
  ...deliverableOperations,
  ...documentOperations,
  // Attachments come last, because a literal path must come before a path with a filename.
  ...attachmentOperations,
  ...authCheckOperations,
  ...embedTokenOperations,
  ...bulkImportOperations,
  ...projectOperations,
  ...companyOperations,
];
