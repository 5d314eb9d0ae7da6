import type { Browser } from 'playwright-core';
import type { ApiWorld, TestCompany } from './api-world';

/** Where pictures are taken. */
export interface PicturePlace {
  readonly world: ApiWorld;
  readonly company: TestCompany;
  readonly browser: Browser;
}

/** Saves a picture under a file name. */
export type TakePicture = (name: string, png: Uint8Array) => Promise<void>;
