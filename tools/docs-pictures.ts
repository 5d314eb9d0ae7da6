/**
 * `npm run docs:pictures`: takes the pictures of the guides anew, by the walk through the embeds that the tests do. Look at
 * what has changed before it goes in.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApiWorld } from '../test/support/api-world';
import { startBrowser } from '../test/support/browser';
import { prepareTemplateDatabase } from '../test/support/database';
import { takeEmbedPictures } from '../test/support/embed-pictures';
import { prepareTestBucket } from '../test/support/files';
import { startTestServices, stopTestServices } from '../test/support/test-services';

const guides = join(__dirname, '../docs/guides');

async function main(): Promise<void> {
  await startTestServices();
  try {
    await Promise.all([prepareTemplateDatabase(), prepareTestBucket()]);
    const world = await startApiWorld();
    const browser = await startBrowser(world.port);
    try {
      const company = await world.company('acme');
      await takeEmbedPictures({ world, company, browser }, async (name, png) => {
        await writeFile(join(guides, name), png);
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

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
