import type { ComponentChildren } from 'preact';
import type { Permission } from '../../../domain/access/permissions';
import { environments, type Environment } from '../../../domain/projects/project';
import { Crumbs, type Links } from '../../components/display';
import { renderDocument, type Site } from '../../components/document';
import { consoleAssets, passkeyLibraryPath } from '../assets';
import { consolePath, pathIn, type Place } from '../paths';
import { sectionsFor, type SectionId } from '../sections';
import { Form, FormTokens } from '../../components/form';
import type { Viewer } from '../../visit';

/** The company and environment of a page, and what the viewer can do there. */
export interface ShownPlace extends Place {
  readonly companyName: string;
  readonly permissions: ReadonlySet<Permission>;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
}

/** The display name of each environment. */
export const environmentNames: Readonly<Record<Environment, string>> = {
  production: 'Production',
  sandbox: 'Sandbox',
};

/** The console's root path and files. */
export const consoleSite: Site = { root: consolePath(), assets: consoleAssets };

/** Links to the home page of each environment. The same page may not exist in the other one. */
function Environments({ place }: { readonly place: ShownPlace }) {
  return (
    <nav class="environments" aria-label="Environment">
      {environments.map(environment => (
        <a
          class={environment}
          href={pathIn({ ...place, environment })}
          aria-current={environment === place.environment ? 'true' : undefined}
        >
          {environmentNames[environment]}
        </a>
      ))}
    </nav>
  );
}

function Top({ viewer, place }: { readonly viewer: Viewer; readonly place: ShownPlace | undefined }) {
  return (
    <header class={`top ${place?.environment ?? ''}`}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <div class="bar">
        <a class="brand" href={place === undefined ? consolePath() : pathIn(place)}>
          recordwell
        </a>
        {place === undefined ? null : (
          <>
            <span class="company">{place.companyName}</span>
            <Environments place={place} />
          </>
        )}
        <details class="person">
          <summary>{viewer.userName}</summary>
          <div class="menu">
            <p class="small muted">Signed in as {viewer.userEmail}</p>
            <a href={consolePath('account')}>Account and sessions</a>
            <a href={consolePath('companies')}>Your companies</a>
            <Form action={consolePath('sign-out')}>
              <button type="submit">Sign out</button>
            </Form>
          </div>
        </details>
      </div>
    </header>
  );
}

interface PageParts {
  readonly title: string;
  /** Whether the page uses passkeys. */
  readonly asksPasskey?: boolean;
  /** Whether it is a list, which uses the width of a large screen. */
  readonly isWide?: boolean;
  /** The breadcrumbs. */
  readonly crumbs?: Links;
  readonly children: ComponentChildren;
  readonly viewer: Viewer;
  /** Absent on pages that don't belong to a company. */
  readonly place?: ShownPlace;
  /** The section that the page belongs to. */
  readonly section?: SectionId;
}

/** Renders a page for a signed-in person, with the navigation around its content. */
export function renderConsolePage(parts: PageParts): string {
  const { title, viewer, place, section, asksPasskey = false, isWide = false, crumbs, children } = parts;
  return renderDocument(consoleSite, {
    title: place === undefined ? title : `${title} · ${environmentNames[place.environment]}`,
    libraryPath: asksPasskey ? passkeyLibraryPath : undefined,
    children: (
      <FormTokens.Provider value={viewer.formTokenFor}>
        <Top viewer={viewer} place={place} />
        <div class={`frame ${place === undefined ? '' : 'withSections'} ${isWide ? 'wide' : ''}`}>
          {place === undefined ? null : (
            <nav class="sections" aria-label="Sections">
              {sectionsFor(place).map(({ id, name, segments }) => (
                <a href={pathIn(place, ...segments)} aria-current={id === section ? 'page' : undefined}>
                  {name}
                </a>
              ))}
            </nav>
          )}
          <main id="content">
            {crumbs === undefined ? null : <Crumbs links={crumbs} />}
            {children}
          </main>
        </div>
      </FormTokens.Provider>
    ),
  });
}
