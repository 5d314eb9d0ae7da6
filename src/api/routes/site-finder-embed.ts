import type { z } from 'zod';
import { isUuid } from '../../domain/text';
import { Problem } from '../../domain/problem';
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
import type { OpenedSiteFinder } from '../../embeds/site-finder/token';
import { describeIssues } from '../../forms/field-issues';
import {
  newSiteForm,
  siteFinderCharactersMax,
  siteSearchForm,
  type SiteFinderField,
} from '../../forms/site-finder-form';
import type { StoredSite } from '../../store/sites';
import { runChange, type Change } from '../../usecases/change';
import { chooseFacility, nameSite, searchSites } from '../../usecases/sites/find-sites';
import { readBytes } from '../pipeline/read-bytes';
import type { RequestContext } from '../pipeline/request-state';
import type { Services } from '../pipeline/services';
import { queried, type Embed } from './embed';

/** The most bytes of a form: a few lines of an address, each byte percent-encoded. */
const formBytesMax = 16_384;

/** One action on the page. */
interface Action {
  readonly context: RequestContext;
  readonly token: string;
  readonly claims: OpenedSiteFinder;
  readonly principal: MemberPrincipal;
}

/** What is typed, from a query or a form: cut where a field ends, so that it can be shown. */
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

/** What is wrong, in words, by field. */
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
    return renderFinderPage({ ...shown, faults: { body: 'Type a ZIP code, or a name and its state.' } });
  const found = await searchSites(services, principal, context.state.requestId, parsed.data);
  return renderFinderPage({ ...shown, found });
}

/** @throws Problem `request.malformed` for what is no form of ours */
async function readForm(context: RequestContext): Promise<URLSearchParams> {
  if (context.is('application/x-www-form-urlencoded') === false)
    throw new Problem('request.malformed', { internal: 'not a form' });
  const bytes = await context.state.awaitOutside(async () => readBytes(context, formBytesMax));
  return new URLSearchParams(bytes.toString('utf8'));
}

async function change(services: Services, action: Action): Promise<string> {
  const { context, token, claims, principal } = action;
  const { requestId } = context.state;
  const form = await readForm(context);
  const take = async (
    event: string,
    work: (inner: Change<MemberPrincipal>) => Promise<StoredSite>,
  ): Promise<string> => {
    const site = await runChange(services, { principal, requestId, event }, work);
    const isUnverified = site.standing === 'unverified';
    return renderChosenPage({ token, parentOrigin: claims.parentOrigin, site, isUnverified });
  };
  switch (form.get('do')) {
    case 'choose': {
      const uid = form.get('facility') ?? '';
      if (!isUuid(uid)) throw new Problem('request.malformed', { internal: 'no facility is named' });
      return take('siteFinder.choose', inner => chooseFacility(inner, uid));
    }
    case 'create': {
      const values = typed(field => form.get(field) ?? '');
      const parsed = newSiteForm.safeParse(values);
      if (!parsed.success)
        return renderFinderPage({ token, values, faults: {}, newSiteFaults: faultsOf(parsed.error, values) });
      const { addressLine2, ...site } = parsed.data;
      const named = addressLine2 === undefined ? site : { ...site, addressLine2 };
      return take('siteFinder.create', inner => nameSite(inner, named));
    }
    default:
      throw new Problem('request.malformed', { internal: 'the form does nothing' });
  }
}

/**
 * The site finder (EMBED-4). Each action asks anew whether the user of the token may (EMBED-17), and counts against that
 * user (EMBED-5): a page cannot use up what others of the company have.
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
            return context.method === 'POST' ? change(services, action) : search(services, action);
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
