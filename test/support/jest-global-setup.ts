/**
 * Starts the real services once per run and tells every test file where they are, by environment:
 * `TEST_POSTGRES_URL` (superuser, database `postgres`), `TEST_TEMPORAL_ADDRESS`, `TEST_S3_ENDPOINT`,
 * `TEST_S3_ACCESS_KEY_ID`, `TEST_S3_SECRET_ACCESS_KEY`. What is already set there is used as it is and not started.
 */
import { prepareTemplateDatabase } from './database';
import { startTestServices } from './test-services';

async function setUp(): Promise<void> {
  await startTestServices();
  await prepareTemplateDatabase();
}

module.exports = setUp;
