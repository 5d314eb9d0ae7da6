/**
 * `npm run docs:pictures`: retakes the pictures of the guides and of the operators' pages, with a test's
 * walks through embeds, console, and desk. Check the differences before committing them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApiWorld } from '../test/support/api-world';
import { startBrowser } from '../test/support/browser';
import { prepareTemplateDatabase } from '../test/support/database';
import { takeDocumentPictures } from '../test/support/document-pictures';
import { prepareTestBucket } from '../test/support/files';
import { startTestServices, stopTestServices } from '../test/support/test-services';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const docs = join(__dirname, '../docs');

async function main(): Promise<void> {
  await startTestServices();
  try {
    await Promise.all([prepareTemplateDatabase(), prepareTestBucket()]);
    const world = await startApiWorld();
    const browser = await startBrowser(world.port);
    try {
      await takeDocumentPictures(world, browser, async (name, png) => {
        await writeFile(join(docs, name), png);
        console.log(name);
      });
    } finally {
      await browser.close();
      await world.close();
    }
  } finally {
    await stopTestServices();
  }
}

surviveClosedPipe();
main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
