import type { ComponentChildren } from 'preact';
import { siteAssets } from '../../assets';
import { renderDocument, type Site } from '../../components/document';
import { Form, FormTokens } from '../../components/form';
import { deskIcon } from '../icon';
import { deskPath } from '../paths';

/** The desk, as its pages are drawn. */
export const deskSite: Site = {
  root: deskPath(),
  assets: siteAssets(deskPath(), [deskIcon]),
  iconPath: deskIcon.path,
};

/** Who looks, as every page shows them. */
export interface Viewer {
  readonly userName: string;
  readonly userEmail: string;
  readonly formTokenFor: (action: string) => string;
}

/** A part of the desk. */
export type SectionId = 'queue' | 'audit';

const sections: ReadonlyArray<readonly [id: SectionId, name: string, path: string]> = [
  ['queue', 'What waits', deskPath()],
  ['audit', 'Audit trail', deskPath('audit')],
];

interface PageParts {
  readonly title: string;
  readonly viewer: Viewer;
  /** The section that the page is part of. */
  readonly section?: SectionId;
  readonly children: ComponentChildren;
}

/** A page for an operator who is signed in. */
export function renderDeskPage({ title, viewer, section, children }: PageParts): string {
  return renderDocument(deskSite, {
    title: `${title} · Desk`,
    children: (
      <FormTokens.Provider value={viewer.formTokenFor}>
        <header class="top">
          <a class="skip" href="#content">
            To the content
          </a>
          <div class="bar">
            <a class="brand" href={deskPath()}>
              recordwell desk
            </a>
            <nav class="sections" aria-label="Sections">
              {sections.map(([id, name, path]) => (
                <a href={path} aria-current={id === section ? 'page' : undefined}>
                  {name}
                </a>
              ))}
            </nav>
            <details class="person">
              <summary>{viewer.userName}</summary>
              <div class="menu">
                <p class="small muted">Signed in as {viewer.userEmail}</p>
                <a href={deskPath('account')}>Your account and sessions</a>
                <Form action={deskPath('sign-out')}>
                  <button type="submit">Sign out</button>
                </Form>
              </div>
            </details>
          </div>
        </header>
        <div class="frame">
          <main id="content">{children}</main>
        </div>
      </FormTokens.Provider>
    ),
  });
}
