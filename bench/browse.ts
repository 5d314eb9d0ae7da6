import type { Bench } from './bench';
import { measureExport } from './browse/export-bench';
import { measureHttp } from './browse/http-bench';
import { measureAgainstPostgrest } from './browse/postgrest-bench';
import { measureQueries } from './browse/queries-bench';
import { measureGrowth, measureScale } from './browse/scale-bench';
import { openBrowseWorld } from './browse/world';

const smallRows = 10_000;
const largeRows = 1_000_000;

/** Browse on small and large tables, by hand-written SQL, PostgREST and COPY. */
export const browse: Bench = {
  name: 'browse',
  purpose: 'twelve queries against SQL by hand, a page against PostgREST, deep pages, search, an export',
  run: async context => {
    const small = await openBrowseWorld(context, smallRows);
    const ofSmall = await measureQueries(small);
    const large = await openBrowseWorld(context, context.rows ?? largeRows);
    const ofLarge = await measureQueries(large);
    return [
      ...ofSmall,
      ...ofLarge,
      ...(await measureHttp(small)),
      ...(await measureHttp(large)),
      await measureGrowth(small, large),
      ...(await measureScale(large)),
      ...(await measureAgainstPostgrest(large)),
    ];
  },
};

/** An export of a million rows. */
export const browseExport: Bench = {
  name: 'browse-export',
  purpose: 'a million rows in one answer: against a raw COPY, its memory, and what it costs others',
  run: measureExport,
};
