import type { Browser } from 'playwright-core';
import type { ApiWorld } from './api-world';
import { takeEmbedPictures } from './embed-pictures';
import { takeConsolePictures, takeDeskPictures } from './page-pictures';
import type { PicturePlace, TakePicture } from './picture-place';

type Walk = (place: PicturePlace, take: TakePicture) => Promise<void>;

/** Each walk, its company, and the folder of `docs` with its pictures. */
const walks: ReadonlyArray<{ readonly walk: Walk; readonly companyId: string; readonly folder: string }> = [
  { walk: takeEmbedPictures, companyId: 'acme', folder: 'guides' },
  { walk: takeConsolePictures, companyId: 'northwind', folder: 'guides' },
  { walk: takeDeskPictures, companyId: 'contoso', folder: 'operate' },
];

/** Takes every documentation picture of our pages, by its path below `docs`. The world must be new. */
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
