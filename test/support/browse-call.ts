/** A browse by HTTP, as the tests of browse write it. */
import type { ApiWorld, TestCompany } from './api-world';

/** A row, nested by entity. */
export type BrowseRow = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An answer to a browse. */
export interface BrowseBody {
  readonly table: readonly BrowseRow[];
  readonly aggregate: Readonly<Record<string, unknown>>;
  readonly total: number;
}

/** Browses with the company's production key. @throws unless it is answered 200 */
export function browseAs(world: ApiWorld, company: TestCompany) {
  return async (path: string, body: object): Promise<BrowseBody> => {
    const { status, json } = await world.call('POST', `/v0/${path}/browse`, {
      key: company.productionKey,
      body,
    });
    if (status !== 200) throw new Error(`HTTP ${status}: ${String(json['error'])}`);
    return json as unknown as BrowseBody;
  };
}
