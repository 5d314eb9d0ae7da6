import type { Bench } from './bench';
import { measureExport } from './browse/export-bench';
import { measureHttp, openApi } from './browse/http-bench';
import { measureAgainstPostgrest } from './browse/postgrest-bench';
import { measureGrowth, measureScale } from './browse/scale-bench';
import { measureSearches } from './browse/search-bench';
import { openBrowseWorld } from './browse/world';

const smallRows = 10_000;
const largeRows = 1_000_000;

/** Browse over HTTP on a small and a large table, and against PostgREST. */
export const browse: Bench = {
  name: 'browse',
  purpose: 'twelve queries over HTTP, growth, deep pages, search, and a page compared with PostgREST',
  run: async context => {
    const small = await openApi(await openBrowseWorld(context, context.sized(smallRows, 1_000)));
    const large = await openApi(await openBrowseWorld(context, context.rows ?? largeRows));
    return [
      ...(await measureHttp(small)),
      ...(await measureHttp(large)),
      await measureGrowth(small, large),
      ...(await measureScale(large)),
      ...(await measureAgainstPostgrest(large.world)),
    ];
  },
};

/** An export of a million rows. */
export const browseExport: Bench = {
  name: 'browse-export',
  purpose: 'a million rows in one response: compared with a raw COPY, its memory, and its effect on others',
  run: measureExport,
};

/** A search for words in the rows of one company. */
export const browseSearch: Bench = {
  name: 'browse-search',
  purpose: 'words of three or more letters that the rows of one company show, over HTTP',
  run: measureSearches,
};
