import { startApiWorld, type ApiWorld, type TestCompany } from './api-world';
import { prepareTemplateDatabase } from './database';
import { startTestServices, stopTestServices } from './test-services';

/**
 * Starts an API over its own real services with a company to call it, calls `use`, and stops everything. For
 * tools.
 */
export async function withOwnApi<T>(use: (world: ApiWorld, company: TestCompany) => Promise<T>): Promise<T> {
  await startTestServices();
  try {
    await prepareTemplateDatabase();
    const world = await startApiWorld();
    try {
      return await use(world, await world.company('demo'));
    } finally {
      await world.close();
    }
  } finally {
    await stopTestServices();
  }
}
