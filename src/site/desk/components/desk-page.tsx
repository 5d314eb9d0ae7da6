import type { ComponentChildren } from 'preact';
import { siteAssets } from '../../assets';
import { Help } from '../../components/help';
import { Mark } from '../../components/icon';
import { tabIcon } from '../../mark';
import { Crumbs, MessageNotice, type Links, type Message } from '../../components/display';
import { renderDocument, type Site } from '../../components/document';
import { Form, FormKeys, FormTokens } from '../../components/form';
import type { Viewer } from '../../visit';
import { deskPath } from '../paths';

const icon = tabIcon('/desk/assets/');

/** The desk's root path and files. */
export const deskSite: Site = {
  root: deskPath(),
  assets: siteAssets(deskPath(), [icon]),
  iconPath: icon.path,
};

/** A section of the desk. */
export type SectionId = 'queue' | 'approved' | 'audit';

const sections: ReadonlyArray<readonly [id: SectionId, name: string, path: string]> = [
  ['queue', 'Work queue', deskPath()],
  ['approved', 'Approved with problems', deskPath('approved')],
  ['audit', 'Audit log', deskPath('audit')],
];

interface PageParts {
  readonly title: string;
  readonly viewer: Viewer;
  /** The section that the page belongs to. */
  readonly section?: SectionId;
  /** The breadcrumbs below the work queue. */
  readonly crumbs?: Links;
  readonly message?: Message | undefined;
  readonly children: ComponentChildren;
}

/** Renders a page for a signed-in operator, with the navigation around its content. */
export function renderDeskPage({ title, viewer, section, crumbs, message, children }: PageParts): string {
  return renderDocument(deskSite, {
    title: `${title} · Desk`,
    children: (
      <FormTokens.Provider value={viewer.formTokenFor}>
        <FormKeys.Provider value={viewer.newFormKey}>
          <header class="top">
            <a class="skip" href="#content">
              Skip to content
            </a>
            <div class="bar">
              <a class="brand" href={deskPath()}>
                <Mark /> recordwell desk
              </a>
              <nav class="sections" aria-label="Sections">
                {sections.map(([id, name, path]) => (
                  <a href={path} aria-current={id === section ? 'page' : undefined}>
                    {name}
                  </a>
                ))}
              </nav>
              <div class="corner">
                <Help help={viewer.help} />
                <details class="person">
                  <summary>{viewer.userName}</summary>
                  <div class="menu">
                    <p class="small muted">Signed in as {viewer.userEmail}</p>
                    <a href={deskPath('account')}>Account and sessions</a>
                    <Form action={deskPath('sign-out')}>
                      <button type="submit">Sign out</button>
                    </Form>
                  </div>
                </details>
              </div>
            </div>
          </header>
          <div class="frame">
            <main id="content">
              {crumbs === undefined ? null : <Crumbs links={[['Work queue', deskPath()], ...crumbs]} />}
              <MessageNotice message={message} />
              {children}
            </main>
          </div>
        </FormKeys.Provider>
      </FormTokens.Provider>
    ),
  });
}
