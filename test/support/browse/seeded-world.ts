/** A company with rows of every kind, and how tests browse them. */
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

/** The seeded rows are those of the patient `jane` of the company `acme`’s live project. */
export interface SeededWorld {
  readonly world: ApiWorld;
  readonly company: TestCompany;
  /** Browses with the company's production key. @throws unless it is answered 200 */
  readonly browse: (path: string, body: object) => Promise<BrowseBody>;
}

/** Where the seeded rows are. */
export const seededPlace = { project: 'live', patientId: 'jane' };

/** Starts an API over them; close its world when the tests of the file are over. */
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
