/** The walk through the embeds that takes the guides' pictures; a test verifies that it works. */
import type { FrameLocator, Page } from 'playwright-core';
import { stubClinicalContent } from '../../src/sandbox/content/clinical-content';
import { stubContentUntil } from '../../src/sandbox/content/stub-timeline';
import { uploadAnalyzed } from './analyzed-authorization';
import { formPdf } from './authorization-documents';
import { publicName } from './browser';
import { startCustomerPage } from './customer-page';
import { jane, patientsPath } from './patients';
import type { PicturePlace, TakePicture } from './picture-place';
import { seedContent } from './seeded-visits';
import { researchIn, runResearch, useSiteFinder } from './site-finder';

interface Shot {
  readonly name: string;
  /** The frame's width, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The path of the framed page. */
  readonly path: string;
  /** Does what a person does before the picture. */
  readonly before: (shown: FrameLocator, page: Page) => Promise<void>;
}

/** Uploads an authorization for another name, without a signature, and has it analyzed. @returns its token */
async function authCheckToken({ world, company }: PicturePlace): Promise<string> {
  const document = await formPdf({ signedOn: undefined });
  const { shown } = await uploadAnalyzed(
    { world, company },
    { project: 'sandbox', id: 'checked' },
    { ...jane, firstName: 'Mary' },
    document,
  );
  return String(shown['embedToken']);
}

async function clinicalDataToken({ world, company }: PicturePlace): Promise<string> {
  const place = { project: 'sandbox', patientId: 'jane' };
  const until = stubContentUntil;
  const content = stubClinicalContent({ patient: jane, search: 'siteSonar', until });
  await seedContent(world, company, place, [{ at: '2026-11-20T09:00:00Z', ...content }]);
  const path = `${patientsPath(company, 'sandbox', 'jane')}/clinical-data-embed-token`;
  const { json } = await world.call('POST', path, { key: company.sandboxKey, body: {} });
  return String(json['token']);
}

async function shots(place: PicturePlace): Promise<Shot[]> {
  const finder = await useSiteFinder(place.world);
  const siteFinder = await finder.minted(place.company.sandboxKey);
  const research = researchIn(await finder.research(siteFinder));
  await runResearch(place.world, research);
  const authCheck = await authCheckToken(place);
  const clinicalData = await clinicalDataToken(place);
  const { zip, name } = finder.facility;
  const at = (path: string, query: Readonly<Record<string, string>>): string =>
    `${path}?${new URLSearchParams(query).toString()}`;
  const heading = (text: string) => async (shown: FrameLocator) =>
    shown.getByRole('heading', { name: text, exact: true }).waitFor();
  return [
    {
      name: 'auth-check-embed.png',
      width: 1200,
      height: 900,
      path: at('/ui/auth-check/embed', { token: authCheck }),
      before: async (shown, page) => {
        await heading('Authorization check')(shown);
        // The browser's viewer draws it in its own frames, without a signal when done.
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'auth-check-badge-embed.png',
      width: 360,
      height: 44,
      path: at('/ui/auth-check/embed/badge', { token: authCheck }),
      before: async shown => shown.getByText('Failed', { exact: true }).waitFor(),
    },
    {
      name: 'site-finder-embed.png',
      width: 900,
      height: 640,
      path: at('/ui/site-finder/embed', { token: siteFinder, zip, name }),
      before: async shown => {
        await shown.getByRole('button', { name: 'Search' }).click();
        await shown.getByText(`Details of ${name}`).first().click();
        await shown.getByRole('button', { name: `Research ${name}` }).waitFor();
      },
    },
    {
      name: 'site-research-embed.png',
      width: 900,
      height: 740,
      path: at('/ui/site-finder/embed', { token: siteFinder, research }),
      before: async shown => shown.getByText('Research complete.').waitFor(),
    },
    {
      name: 'clinical-data-embed.png',
      width: 1000,
      height: 860,
      path: at('/ui/clinical-data/embed', { token: clinicalData }),
      before: heading('Visits'),
    },
  ];
}

/** Walks through the embeds in a customer's page, and takes their pictures. The company must be new. */
export async function takeEmbedPictures(place: PicturePlace, take: TakePicture): Promise<void> {
  const { world, browser } = place;
  for (const { name, width, height, path, before } of await shots(place)) {
    const customer = await startCustomerPage(width, height);
    const page = await browser.newPage({ viewport: { width: width + 40, height: height + 40 } });
    try {
      const shown = await customer.frame(page, `http://${publicName}:${world.port}${path}`);
      await before(shown, page);
      await take(name, await page.locator('iframe').screenshot({ animations: 'disabled' }));
    } finally {
      await page.close();
      await customer.close();
    }
  }
}
