import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { SiteAssets } from '../assets';
import { Mark } from './icon';

/** A site: its root path, and the files that its pages load. */
export interface Site {
  readonly root: string;
  readonly assets: SiteAssets;
  /** The icon in the browser's tab. A site whose policy forbids pictures has none. */
  readonly iconPath?: string;
}

interface DocumentParts {
  readonly title: string;
  /** A library script that the page needs; it runs before the site's script. */
  readonly libraryPath?: string | undefined;
  readonly children: ComponentChildren;
}

/** Renders a whole page as HTML. */
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

/** Renders a page for people who aren't signed in, or for an error. It shows no one's data. */
export function renderDoor(site: Site, { title, libraryPath, children }: DocumentParts): string {
  return renderDocument(site, {
    title,
    libraryPath,
    children: (
      <main class="door">
        <p>
          <a class="brand" href={site.root}>
            <Mark /> recordwell
          </a>
        </p>
        <h1>{title}</h1>
        {children}
      </main>
    ),
  });
}
