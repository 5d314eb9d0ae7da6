import { browseVisits } from '../../../usecases/browse-visits';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { browseVisitsContract } from './contract';

/** The operations on visits. */
export const visitOperations = [
  operation(browseVisitsContract, async ({ reading }, { body }) => {
    const { table, total } = await browseVisits(reading, body);
    return reply(200, { body: { table, aggregate: {}, total } });
  }),
];
