/** Stands in for `src/main/api.ts`. */
import { alsoListen } from './serve';

alsoListen(process.env['API_PORT']);
