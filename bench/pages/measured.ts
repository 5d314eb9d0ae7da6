/** Every page of the console and the desk, and the record that it shows. */
import { hasTurns, requestSorts, requestViews } from '../../src/domain/record-requests/request-list';
import { consoleRoutes } from '../../src/site/console/console-routes';
import { deskRoutes } from '../../src/site/desk/desk-routes';
import type { SampleKind } from './samples';
import type { PageSite } from './sessions';

/** A measured page. */
export interface MeasuredPage {
  readonly site: PageSite;
  /** What its address has behind the path; empty for nothing. */
  readonly query: string;
  /** The route's path below the site. */
  readonly path: string;
  /** The kind of record that it shows; `undefined` for none. */
  readonly of: SampleKind | undefined;
  /** Whether only the first member can see it. */
  readonly isOfFirst: boolean;
}

const place = '/companies/:companyId/:environment';
const request = `${place}/patients/:patient/record-requests/:request`;

/** Only its owner can see an inbox. */
const ofFirst = `${place}/inbox/:delivery`;

/**
 * The kind of record on each page, by path; `'elsewhere'` for a redirect to a file, for pictures and other
 * pages of single files, for pages without a session, and for those that only the sandbox has.
 */
const consolePages: Readonly<Record<string, SampleKind | 'elsewhere' | undefined>> = {
  '': 'elsewhere',
  '/': 'elsewhere',
  '/invitations/:token': 'elsewhere',
  '/sign-on': 'elsewhere',
  '/sign-on/callback': 'elsewhere',
  '/companies': undefined,
  [place]: undefined,
  [`${place}/keys`]: undefined,
  [`${place}/keys/new`]: undefined,
  [`${place}/keys/:key`]: 'elsewhere',
  [`${place}/endpoints`]: undefined,
  [`${place}/endpoints/new`]: undefined,
  [`${place}/endpoints/:endpoint`]: 'delivery',
  [`${place}/endpoints/:endpoint/deliveries`]: 'delivery',
  [`${place}/endpoints/:endpoint/deliveries/:delivery`]: 'delivery',
  [`${place}/record-requests`]: undefined,
  [`${place}/record-requests/report`]: undefined,
  [`${place}/record-requests/export`]: 'elsewhere',
  [`${place}/patients`]: undefined,
  [`${place}/patients/new`]: undefined,
  [`${place}/patients/export`]: 'elsewhere',
  [`${place}/patients/:patient`]: 'patient',
  [`${place}/patients/:patient/edit`]: 'patient',
  [`${place}/patients/:patient/documents`]: 'patient',
  [`${place}/patients/:patient/fix-list`]: 'patient',
  [`${place}/patients/:patient/facilities`]: 'patient',
  [`${place}/patients/:patient/files`]: 'patient',
  [`${place}/patients/:patient/files/zip`]: 'elsewhere',
  [`${place}/patients/:patient/notes`]: 'patient',
  [`${place}/patients/:patient/clinical/:kind`]: 'elsewhere',
  [`${place}/patients/:patient/documents/:document`]: 'elsewhere',
  [`${place}/patients/:patient/documents/:document/pages/:page`]: 'elsewhere',
  [`${place}/patients/:patient/documents/:document/download`]: 'elsewhere',
  [`${place}/patients/:patient/authorization`]: 'elsewhere',
  [`${place}/patients/:patient/authorization-form`]: 'elsewhere',
  [`${place}/patients/:patient/record-requests/new`]: 'patient',
  [request]: 'request',
  [`${request}/files/:file`]: 'elsewhere',
  [`${request}/files/:file/pages/:page`]: 'elsewhere',
  [`${request}/files/:file/pages/:page/picture`]: 'elsewhere',
  [`${request}/documents/:file/upload`]: 'elsewhere',
  [`${request}/deliverables/:file`]: 'elsewhere',
  [`${request}/combined/:file`]: 'elsewhere',
  [`${request}/documents/:file`]: 'elsewhere',
  [`${request}/attachments/:file`]: 'elsewhere',
  [`${request}/fees/:fee/invoice`]: 'elsewhere',
  [`${place}/imports`]: undefined,
  [`${place}/imports/:import`]: 'import',
  [`${place}/imports/:import/result`]: 'elsewhere',
  [`${place}/imports/:import/faulty-rows`]: 'elsewhere',
  [`${place}/imports/new`]: undefined,
  [`${place}/imports/templates/patients`]: 'elsewhere',
  [`${place}/imports/templates/recordRequests`]: 'elsewhere',
  [`${place}/imports/drafts/:draft`]: 'elsewhere',
  [`${place}/inbox`]: undefined,
  [`${place}/scenarios`]: 'elsewhere',
  [ofFirst]: 'inboxDelivery',
  [`${place}/notifications`]: undefined,
  [`${place}/projects`]: undefined,
  [`${place}/projects/new`]: undefined,
  [`${place}/projects/:project`]: 'project',
  [`${place}/members`]: undefined,
  [`${place}/members/new`]: undefined,
  [`${place}/members/several`]: undefined,
  [`${place}/api-log`]: undefined,
  [`${place}/usage`]: undefined,
  [`${place}/usage/export`]: 'elsewhere',
  [`${place}/audit`]: undefined,
  [`${place}/audit/export`]: 'elsewhere',
  [`${place}/patients/:patient/access`]: 'patient',
  [`${place}/patients/:patient/disclosures`]: 'elsewhere',
  [`${place}/members/service-accounts/new`]: undefined,
  [`${place}/members/roles`]: undefined,
  [`${place}/members/roles/new`]: undefined,
  [`${place}/members/roles/:ownRole`]: 'elsewhere',
  [`${place}/members/:member/keys`]: 'elsewhere',
  [`${place}/members/:member/keys/new`]: 'elsewhere',
  [`${place}/members/:member/keys/:key`]: 'elsewhere',
  [`${place}/members/:member`]: 'member',
};

const deskPages: typeof consolePages = {
  '': undefined,
  '/counts': undefined,
  '/bulk/:uid': 'bulk',
  '/approved': undefined,
  '/authorizations/:uid': 'review',
  '/authorizations/:uid/documents/:document/pages/:page': 'elsewhere',
  '/charts/:uid': 'waitingRequest',
  '/charts/:uid/files/:file': 'elsewhere',
  '/charts/:uid/files/:file/pages/:page': 'elsewhere',
  '/fees/:uid': 'waitingRequest',
  '/fees/:uid/:fee/invoice': 'elsewhere',
  '/sites/:uid': 'site',
  '/requests/:uid': 'waitingRequest',
  '/requests/:uid/files/:file': 'elsewhere',
  '/requests/:uid/packet': 'elsewhere',
  '/endpoints/:uid': 'disabledEndpoint',
  '/exchanges/:uid': 'exchange',
  '/patients/:uid': 'refused',
  '/patients/:uid/authorization-form': 'elsewhere',
  '/patients/:uid/people': 'refused',
  '/requests/:uid/uploads/:upload': 'elsewhere',
  '/audit': undefined,
  '/workflows/:type/:subject': 'elsewhere',
  '/workflows/:type/:subject/:run': 'elsewhere',
};

interface Routed {
  readonly method: string;
  readonly path: string;
}

function pagesOf(
  site: PageSite,
  routes: readonly Routed[],
  pages: typeof consolePages,
): readonly MeasuredPage[] {
  const paths = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const unknown = paths.filter(path => !(path in pages));
  if (unknown.length > 0)
    throw new Error(`Add the kind of record of these pages to ${__filename}: ${unknown.join(', ')}`);
  return paths.flatMap(path => {
    const of = pages[path];
    return of === 'elsewhere' ? [] : [{ site, path, query: '', of, isOfFirst: path === ofFirst }];
  });
}

/** Returns the list of record requests in each view; the views with the most requests in all orders. */
function listsOfRequests(): readonly MeasuredPage[] {
  const page = {
    site: 'console',
    path: `${place}/record-requests`,
    of: undefined,
    isOfFirst: false,
  } as const;
  const orders = requestSorts.flatMap(sort => (sort === 'turn' ? [] : [sort, `-${sort}`]));
  const followed = { ...page, query: '?view=all&following=mine' };
  const views = requestViews.flatMap(view => {
    const sorted = view === 'all' || view === 'open' || view === 'completed' ? orders : ['-requested'];
    const grouped = hasTurns(view) ? ['turn'] : [];
    return [...sorted, ...grouped].map(sort => ({ ...page, query: `?view=${view}&sort=${sort}` }));
  });
  const reminded = { ...page, query: '?view=all&reminder=due' };
  return [...views, followed, reminded];
}

/** Returns all pages of the routers. @throws Error for a page that isn't listed here */
export function measuredPages(): readonly MeasuredPage[] {
  const own = [...pagesOf('console', consoleRoutes, consolePages), ...pagesOf('desk', deskRoutes, deskPages)];
  const accounts = (['console', 'desk'] as const).map(site => ({
    site,
    path: '/account',
    query: '',
    of: undefined,
    isOfFirst: false,
  }));
  return [...own, ...listsOfRequests(), ...accounts];
}
