/** A company with rows of every kind, and a way for tests to browse them. */
import { startApiWorld, type ApiWorld, type TestCompany } from '../api-world';
import { seedContent, seededChildren, seedVisits } from '../seeded-visits';

/** A row, nested by entity. */
type BrowseRow = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An answer to a browse. */
export interface BrowseBody {
  readonly table: readonly BrowseRow[];
  readonly aggregate: Readonly<Record<string, unknown>>;
  readonly total: number;
}

/** The seeded rows belong to the patient `jane` in the live project of the company `acme`. */
export interface SeededWorld {
  readonly world: ApiWorld;
  readonly company: TestCompany;
  /** Browses with the company's production key. @throws unless the answer is 200 */
  readonly browse: (path: string, body: object) => Promise<BrowseBody>;
}

/** Where the seeded rows are. */
export const seededPlace = { project: 'live', patientId: 'jane' };

/** Starts an API with them; close its world after the tests of the file. */
export async function startSeededWorld(): Promise<SeededWorld> {
  const world = await startApiWorld();
  const company = await world.company('acme');
  await seedVisits(world, company, seededPlace);
  await seedContent(world, company, seededPlace, [seededChildren]);
  return {
    world,
    company,
    browse: async (path, body) => {
      const { status, json } = await world.call('POST', `/v0/${path}/browse`, {
        key: company.productionKey,
        body,
      });
      if (status !== 200) throw new Error(`HTTP ${status}: ${String(json['error'])}`);
      return json as unknown as BrowseBody;
    },
  };
}
