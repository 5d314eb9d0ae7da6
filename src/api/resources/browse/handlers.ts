import { isNumeric } from '../../../browse/catalogue/column';
import { browseRoutes, type BrowseRoute } from '../../../browse/catalogue/routes';
import type { BrowseQuery } from '../../../browse/request/query';
import { Problem } from '../../../domain/problem';
import { browse } from '../../../usecases/browse';
import { reply } from '../../pipeline/contract';
import type { RowColumn } from '../../pipeline/answer-rows';
import { operation } from '../../pipeline/operation';
import { browseContract } from './contract';

function columnsOf({ shown }: Pick<BrowseQuery, 'shown'>): RowColumn[] {
  return shown.map(({ entity, field, column }) => ({ path: [entity, field], isNumber: isNumeric(column) }));
}

/** Refuses aggregates with CSV, because leaving them out silently would look like an answer. */
function refuseAggregate(): never {
  const rule = "isn't available in CSV; leave it out or request JSON";
  throw new Problem('request.invalid', { issues: [{ field: 'aggregate', rule }] });
}

function browseOperation(route: BrowseRoute) {
  return operation(
    browseContract(route),
    async ({ reading, services, gone, wantedFormat }, { body: query }) => {
      if (query.aggregates.length > 0 && wantedFormat() === 'csv') refuseAggregate();
      const found = await browse(reading, { database: services.browse, gone: gone() }, route, query);
      const columns = columnsOf(found);
      if (found.kind === 'streamed')
        return reply(200, { rows: { texts: found.batches, rest: found.numbers, columns } });
      const { rows, aggregate, total } = found;
      return reply(200, { rows: { texts: rows, rest: () => ({ aggregate, total }), columns } });
    },
  );
}

/** The browse operations, one for each kind of row. */
export const browseOperations = browseRoutes.map(browseOperation);
