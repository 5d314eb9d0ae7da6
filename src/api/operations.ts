import { bulkImportOperations } from './bulk-imports/handlers';
import { deliverableOperations } from './deliverables/handlers';
import type { Operation } from './operation';
import { patientOperations } from './patients/handlers';
import { projectOperations } from './projects/handlers';
import { recordRequestOperations } from './record-requests/handlers';
import { visitOperations } from './visits/handlers';

/** Every operation of the API; routes, the document, the reference page and the tests over all operations read it. */
export const operations: readonly Operation[] = [
  ...projectOperations,
  ...patientOperations,
  ...bulkImportOperations,
  ...recordRequestOperations,
  ...deliverableOperations,
  ...visitOperations,
];
