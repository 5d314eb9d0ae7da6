/** Stands in for `src/main/worker.ts`. */
import './serve';
