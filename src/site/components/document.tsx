import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { SiteAssets } from '../assets';

/** Whose page it is: where its site begins, and what its pages load. */
export interface Site {
  readonly root: string;
  readonly assets: SiteAssets;
  /**
   * What browsers show beside the title; a site whose pages show no pictures has none, and is asked for none.
   */
  readonly iconPath?: string;
}

interface DocumentParts {
  readonly title: string;
  /** A script of a library that the page needs, before the one of the site. */
  readonly libraryPath?: string | undefined;
  readonly children: ComponentChildren;
}

/** A whole page as text. */
export function renderDocument(
  { assets, iconPath }: Site,
  { title, libraryPath, children }: DocumentParts,
): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title} · recordwell</title>
        {iconPath === undefined ? null : <link rel="icon" href={iconPath} />}
        <link rel="stylesheet" href={assets.styleSheetPath} />
        {libraryPath === undefined ? null : <script src={libraryPath} defer />}
        <script src={assets.scriptPath} defer />
      </head>
      <body>{children}</body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}

/** A page for whoever is not signed in, and for what went wrong: it shows nothing of anybody. */
export function renderDoor(site: Site, { title, libraryPath, children }: DocumentParts): string {
  return renderDocument(site, {
    title,
    libraryPath,
    children: (
      <main class="door">
        <p>
          <a class="brand" href={site.root}>
            recordwell
          </a>
        </p>
        <h1>{title}</h1>
        {children}
      </main>
    ),
  });
}
