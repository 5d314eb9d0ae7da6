import type { Browser } from 'playwright-core';
import type { ApiWorld } from './api-world';
import { takeEmbedPictures } from './embed-pictures';
import { takeConsolePictures, takeDeskPictures } from './page-pictures';
import type { PicturePlace, TakePicture } from './picture-place';

type Walk = (place: PicturePlace, take: TakePicture) => Promise<void>;

/** Who walks, for which company, and the folder of `docs` that has the pictures. */
const walks: ReadonlyArray<{ readonly walk: Walk; readonly companyId: string; readonly folder: string }> = [
  { walk: takeEmbedPictures, companyId: 'acme', folder: 'guides' },
  { walk: takeConsolePictures, companyId: 'northwind', folder: 'guides' },
  { walk: takeDeskPictures, companyId: 'contoso', folder: 'operate' },
];

/**
 * Takes every picture of the documents that is of a page of ours, by its path below `docs`. The world is a
 * new one.
 */
export async function takeDocumentPictures(
  world: ApiWorld,
  browser: Browser,
  take: TakePicture,
): Promise<void> {
  for (const { walk, companyId, folder } of walks) {
    const company = await world.company(companyId);
    await walk({ world, company, browser }, (name, png) => take(`${folder}/${name}`, png));
  }
}
