import { readUsage } from '../../../usecases/ledger';
import { readOwnCompany, readOwnSite } from '../../../usecases/tenants/own-company';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { getCompanyContract, getSiteContract, getUsageContract } from './contract';
import { presentCompany, presentSite } from './present';

/** The operations on companies and their sites. */
export const companyOperations = [
  operation(getCompanyContract, async ({ reading }) =>
    reply(200, { body: presentCompany(await readOwnCompany(reading)) }),
  ),

  operation(getSiteContract, async ({ reading }, { params }) =>
    reply(200, { body: presentSite(await readOwnSite(reading, params.siteId)) }),
  ),

  operation(getUsageContract, async ({ reading }, { query }) => {
    const { environment } = reading.principal;
    return reply(200, { body: { ...query, environment, actions: await readUsage(reading, query) } });
  }),
];
