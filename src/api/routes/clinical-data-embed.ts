import { findClinicalTab, firstClinicalTab } from '../../domain/embeds/clinical-tabs';
import {
  firstPanel,
  parsePanel,
  readNarrowing,
  type NarrowingFaults,
  type Panel,
} from '../../domain/embeds/clinical-panel';
import { embedPolicy } from '../../embeds/page';
import { narrowAction, renderClinicalDataPage } from '../../embeds/clinical-data/data-page';
import type { OpenedClinicalData } from '../../embeds/clinical-data/token';
import { viewClinicalData } from '../../usecases/clinical-data/clinical-data';
import type { RequestContext } from '../../http/request-state';
import type { Services } from '../pipeline/services';
import { whenGone } from '../../http/when-gone';
import { queried, type Embed } from './embed';

/** What a request asks to see. */
interface AskedPanel {
  readonly panel: Panel;
  readonly faults: NarrowingFaults;
  /** Whether the panel isn't ours, or belongs to another tab than the requested one. */
  readonly isPanelLost: boolean;
}

/** Returns what to show. A named tab overrides the panel's, and a panel of another tab isn't shown. */
function askedPanel(context: RequestContext): AskedPanel {
  const text = queried(context, 'panel');
  const given = parsePanel(text);
  const tab = findClinicalTab(queried(context, 'tab')) ?? given?.tab ?? firstClinicalTab;
  const isOfTab = given?.tab === tab;
  const panel = isOfTab ? given : firstPanel(tab);
  if (queried(context, 'do') !== narrowAction)
    return { panel, faults: {}, isPanelLost: text !== '' && !isOfTab };
  const { faults, ...narrowing } = readNarrowing(tab, field => queried(context, field));
  return { panel: { ...panel, ...narrowing, page: 1 }, faults, isPanelLost: false };
}

async function show(
  services: Services,
  context: RequestContext,
  token: string,
  claims: OpenedClinicalData,
): Promise<string> {
  const { panel, faults, isPanelLost } = askedPanel(context);
  const isMapExpanded = queried(context, 'map') !== 'collapsed';
  const view = await viewClinicalData(services, claims, {
    panel,
    wantsSites: isMapExpanded,
    requestId: context.state.requestId,
    gone: whenGone(context),
  });
  const { parentOrigin } = claims;
  return renderClinicalDataPage({ token, parentOrigin, ...view, faults, isPanelLost });
}

/**
 * A patient's clinical data (EMBED-6). A view counts against the company, like one of an auth-check, because
 * many people can use tokens that one server created. It runs in a slot of the company, like a browse.
 */
export function clinicalDataEmbed(services: Services): Embed {
  const { clinicalDataTokens, limits } = services;
  return {
    id: 'clinicalDataEmbed',
    methods: ['GET', 'HEAD'],
    open: (token, at) => {
      const claims = clinicalDataTokens.open(token, at);
      return (
        claims && {
          window: { key: `embeds:${claims.companyUid}`, perMinute: limits.companyPerMinute },
          heavyOf: claims.companyUid,
          show: async context => show(services, context, token, claims),
        }
      );
    },
    policy: (token, at) =>
      embedPolicy(clinicalDataTokens.open(token, at)?.parentOrigin ?? null, {
        hasScript: true,
        hasForms: true,
        fetches: true,
      }),
  };
}
