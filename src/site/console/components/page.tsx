import type { ComponentChildren } from 'preact';
import type { Permission } from '../../../domain/access/permissions';
import { environments, type Environment } from '../../../domain/projects/project';
import { instantText } from '../../../domain/time-zones';
import { Crumbs, Time, type Links, type PageTime } from '../../components/display';
import { Help } from '../../components/help';
import { Icon, Mark } from '../../components/icon';
import { renderDocument, type Site } from '../../components/document';
import { consoleAssets, consoleIcon, passkeyLibraryPath } from '../assets';
import { consolePath, pathIn, type Place } from '../paths';
import { sectionGroups, sectionsFor, type SectionId } from '../sections';
import { Form, FormKeys, FormTokens } from '../../components/form';
import { Shortcuts } from './shortcuts';
import type { Viewer } from '../../visit';

/** The company and environment of a page, and what the viewer can do there. */
export interface ShownPlace extends Place {
  readonly companyName: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly seesAllProjects: boolean;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
  /** When the page is shown, and the time zone of the company. */
  readonly time: PageTime;
}

/** The display name of each environment. */
export const environmentNames: Readonly<Record<Environment, string>> = {
  production: 'Production',
  sandbox: 'Sandbox',
};

/** The console's root path and files. */
export const consoleSite: Site = { root: consolePath(), assets: consoleAssets, iconPath: consoleIcon.path };

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

/** The search in the header: of patients, or of record requests for roles that don't see patients. */
function Find({ place }: { readonly place: ShownPlace }) {
  const { permissions } = place;
  if (!permissions.has('ViewPatients') && !permissions.has('ViewRecordRequests')) return null;
  const [path, what] = permissions.has('ViewPatients')
    ? [pathIn(place, 'patients'), 'Search patients']
    : [pathIn(place, 'record-requests', 'search'), 'Search record requests'];
  return (
    <search class="find">
      <Form action={path}>
        <label class="hidden" for="find">
          {what}
        </label>
        <input
          type="text"
          id="find"
          name="text"
          placeholder={what}
          required
          maxLength={100}
          autocomplete="off"
        />
        <button type="submit">
          <Icon name="search" />
          <span class="hidden">{what}</span>
        </button>
      </Form>
    </search>
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
          <Mark /> recordwell
        </a>
        {place === undefined ? null : (
          <>
            <span class="company">{place.companyName}</span>
            <Environments place={place} />
            <Find place={place} />
          </>
        )}
        <div class="corner">
          <Help help={viewer.help}>
            <p class="small muted">
              For help, contact {viewer.help.supportName}. Say what you tried, and the request ID of an error.
            </p>
            {place === undefined ? null : <Shortcuts />}
          </Help>
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
      </div>
    </header>
  );
}

interface MenuParts {
  readonly place: ShownPlace;
  readonly section: SectionId | undefined;
}

/** The keys that go to a section, after `g`. */
const keyOf: Partial<Readonly<Record<SectionId, string>>> = {
  home: 'h',
  requests: 'r',
  patients: 'p',
  imports: 'i',
};

/** The sections in their groups. A group without a section for the role isn't shown. */
function Groups({ place, section }: MenuParts) {
  const sections = sectionsFor(place);
  return (
    <>
      {sectionGroups.map(group => {
        const own = sections.filter(found => found.group === group);
        if (own.length === 0) return null;
        return (
          <>
            <p class="group-name">{group}</p>
            <ul>
              {own.map(({ id, name, segments }) => (
                <li>
                  <a
                    href={pathIn(place, ...segments)}
                    aria-current={id === section ? 'page' : undefined}
                    data-key={keyOf[id]}
                  >
                    <Icon name={id} /> {name}
                  </a>
                </li>
              ))}
            </ul>
          </>
        );
      })}
    </>
  );
}

/** The menu: beside the page, and on a narrow screen above it, closed. Only one of the two is displayed. */
function Menu({ place, section }: MenuParts) {
  return (
    <>
      <nav class="sections beside" aria-label="Sections">
        <Groups place={place} section={section} />
      </nav>
      <details class="sections above">
        <summary>
          <Icon name="menu" /> Menu
        </summary>
        <nav aria-label="Sections">
          <Groups place={place} section={section} />
        </nav>
      </details>
    </>
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
        <FormKeys.Provider value={viewer.newFormKey}>
          <Time.Provider value={place?.time}>
            <Top viewer={viewer} place={place} />
            <div class={`frame ${place === undefined ? '' : 'withSections'} ${isWide ? 'wide' : ''}`}>
              {place === undefined ? null : <Menu place={place} section={section} />}
              <main id="content">
                {place === undefined ? null : (
                  <p class="printed">
                    recordwell · {place.companyName} · {environmentNames[place.environment]} · Printed{' '}
                    {instantText(place.time.now, place.time)} by {viewer.userName}
                  </p>
                )}
                {crumbs === undefined ? null : <Crumbs links={crumbs} />}
                {children}
              </main>
            </div>
          </Time.Provider>
        </FormKeys.Provider>
      </FormTokens.Provider>
    ),
  });
}
