import type { Operation } from './operation';
import { projectOperations } from './projects/handlers';

/** Every operation of the API; routes, the document, the reference page and the tests over all operations read it. */
export const operations: readonly Operation[] = [...projectOperations];
