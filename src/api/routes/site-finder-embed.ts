import type { z } from 'zod';
import type { Site } from '../../domain/clinical/site';
import { isUuid } from '../../domain/text';
import { notFound, Problem } from '../../domain/problem';
import { isSearchable } from '../../domain/clinical/site-search';
import { admitTokenHolder } from '../../access/admit-token-holder';
import type { MemberPrincipal } from '../../access/principal';
import { embedPolicy } from '../../embeds/page';
import {
  renderChosenPage,
  renderFinderPage,
  type FinderFaults,
  type FinderValues,
} from '../../embeds/site-finder/finder-page';
import { hereWith } from '../../embeds/site-finder/here';
import { renderResearchPage } from '../../embeds/site-finder/research-page';
import type { OpenedSiteFinder } from '../../embeds/site-finder/token';
import { describeIssues } from '../../forms/field-issues';
import {
  newSiteForm,
  siteFinderCharactersMax,
  siteSearchForm,
  type SiteFinderField,
} from '../../forms/site-finder-form';
import type { StoredSite } from '../../store/sites/sites';
import { runChange, type Change } from '../../usecases/change';
import { chooseFacility, chooseSite, nameSite, searchSites } from '../../usecases/sites/site-finder';
import { researchFacility, researchNamedSite, viewResearch } from '../../usecases/sites/researches';
import { readForm } from '../../http/read-form';
import type { RequestContext } from '../../http/request-state';
import type { Services } from '../pipeline/services';
import { queried, type Embed } from './embed';

/** The most bytes of a form: a few address lines, with every byte percent-encoded. */
const formBytesMax = 16_384;

/** One action on the page. */
interface Action {
  readonly context: RequestContext;
  readonly token: string;
  readonly claims: OpenedSiteFinder;
  readonly principal: MemberPrincipal;
}

/**
 * Returns what was typed, from a query or a form. Each value is cut to the length of its field, so that it
 * can be shown.
 */
function typed(valueOf: (field: SiteFinderField) => string): FinderValues {
  const cut = (field: SiteFinderField): string => valueOf(field).slice(0, siteFinderCharactersMax[field]);
  return {
    name: cut('name'),
    addressLine1: cut('addressLine1'),
    addressLine2: cut('addressLine2'),
    city: cut('city'),
    state: cut('state').toUpperCase(),
    zip: cut('zip'),
    isFacility: cut('isFacility'),
  };
}

/** Returns what is wrong, in words, by field. */
function faultsOf(error: z.ZodError, input: unknown): FinderFaults {
  return Object.fromEntries(describeIssues(error, input).issues.map(({ field, rule }) => [field, rule]));
}

async function search(services: Services, { context, token, principal }: Action): Promise<string> {
  const values = typed(field => queried(context, field));
  const shown = { token, values, faults: {} };
  if (queried(context, 'do') !== 'search') return renderFinderPage(shown);
  const parsed = siteSearchForm.safeParse(values);
  if (!parsed.success) return renderFinderPage({ ...shown, faults: faultsOf(parsed.error, values) });
  if (!isSearchable(parsed.data))
    return renderFinderPage({ ...shown, faults: { body: 'Enter a ZIP code, or a name and a state.' } });
  const found = await searchSites(services, principal, context.state.requestId, parsed.data);
  return renderFinderPage({ ...shown, found });
}

/** Returns the page of a research run, if the query names one, or the form. @throws Problem 404 */
async function look(services: Services, action: Action): Promise<string> {
  const { context, token, principal } = action;
  const uid = queried(context, 'research');
  if (uid === '') return search(services, action);
  if (!isUuid(uid)) throw notFound('no research is called so');
  const view = await viewResearch(services, principal, context.state.requestId, uid.toLowerCase());
  return renderResearchPage({ token, ...view, now: services.clock.now() });
}

/** Returns the ID in a form. @throws Problem `request.malformed` */
function namedBy(form: URLSearchParams, field: string): string {
  const uid = form.get(field) ?? '';
  if (!isUuid(uid)) throw new Problem('request.malformed', { internal: `no ${field} is named` });
  return uid.toLowerCase();
}

/** Returns the site in a form, or the page that shows what is wrong with it. */
function readNewSite(
  token: string,
  form: URLSearchParams,
): { readonly site: Site } | { readonly page: string } {
  const values = typed(field => form.get(field) ?? '');
  const parsed = newSiteForm.safeParse(values);
  if (!parsed.success)
    return {
      page: renderFinderPage({ token, values, faults: {}, newSiteFaults: faultsOf(parsed.error, values) }),
    };
  const { addressLine2, ...site } = parsed.data;
  return { site: addressLine2 === undefined ? site : { ...site, addressLine2 } };
}

async function change(services: Services, action: Action): Promise<string> {
  const { context, token, claims, principal } = action;
  const { requestId } = context.state;
  const form = await readForm(context, formBytesMax);
  const commit = <T>(event: string, work: (inner: Change<MemberPrincipal>) => Promise<T>): Promise<T> =>
    runChange(services, { principal, requestId, event }, work);
  const take = async (
    event: string,
    work: (inner: Change<MemberPrincipal>) => Promise<StoredSite>,
  ): Promise<string> => {
    const site = await commit(event, work);
    const isUnverified = site.standing === 'unverified';
    const { parentOrigin } = claims;
    return renderChosenPage({ token, parentOrigin, site, isUnverified, supportName: services.supportName });
  };
  // Redirects, so that reloading the page doesn't start the research again.
  const research = async (
    work: (inner: Change<MemberPrincipal>) => Promise<{ readonly uid: string }>,
  ): Promise<string> => {
    const { uid } = await commit('siteFinder.research', work);
    context.status = 303;
    context.set('Location', hereWith(token, { research: uid }));
    return '';
  };
  switch (form.get('do')) {
    case 'choose': {
      if (form.has('site')) {
        const siteUid = namedBy(form, 'site');
        return take('siteFinder.choose', inner => chooseSite(inner, siteUid));
      }
      const facilityUid = namedBy(form, 'facility');
      return take('siteFinder.choose', inner => chooseFacility(inner, facilityUid));
    }
    case 'create': {
      const named = readNewSite(token, form);
      return 'page' in named ? named.page : take('siteFinder.create', inner => nameSite(inner, named.site));
    }
    case 'research': {
      if (form.has('facility')) {
        const facilityUid = namedBy(form, 'facility');
        return research(inner => researchFacility(inner, facilityUid));
      }
      const named = readNewSite(token, form);
      return 'page' in named ? named.page : research(inner => researchNamedSite(inner, named.site));
    }
    default:
      throw new Problem('request.malformed', { internal: 'the form does nothing' });
  }
}

/**
 * The site finder (EMBED-4). Each action checks the token's user again (EMBED-17) and counts against that
 * user (EMBED-5), so that a page can't use up the requests of others in the company.
 */
export function siteFinderEmbed(services: Services): Embed {
  const { db, limits, siteFinderTokens } = services;
  return {
    id: 'siteFinderEmbed',
    methods: ['GET', 'HEAD', 'POST'],
    open: (token, at) => {
      const claims = siteFinderTokens.open(token, at);
      return (
        claims && {
          window: {
            key: `embeds:${claims.companyUid}:${claims.userUid}`,
            perMinute: limits.embedUserPerMinute,
          },
          show: async context => {
            const principal = await admitTokenHolder(db, claims, 'UseSiteFinder');
            const action = { context, token, claims, principal };
            return context.method === 'POST' ? change(services, action) : look(services, action);
          },
        }
      );
    },
    policy: (token, at) =>
      embedPolicy(siteFinderTokens.open(token, at)?.parentOrigin ?? null, {
        hasScript: true,
        hasForms: true,
      }),
  };
}
