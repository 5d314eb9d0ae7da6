import type { ProjectStatus } from '../domain/projects/project';
import type { TermsMismatch } from '../domain/purposes/purpose-of-use';
import {
  chooseChannel,
  type ChannelPlace,
  type ChannelRoute,
} from '../domain/record-requests/choose-channel';
import type { SearchKind } from '../domain/searches/search';
import type { OutreachSettings, SearchPartnerSettings } from './settings';
import type { EhrChannel } from './ehr/ehr-channel';
import type { FacilityChannel } from './facility-channel';
import type { DirectPartner, SearchPartner } from './search-partner';

/** The jobs that searches are: each has its own partner. */
export const jobs = {
  siteSonar: 'claims discovery',
  patientHistories: 'histories',
  ehrSearch: 'EHR enrolment',
} as const satisfies Record<SearchKind, string>;

/** Where a search is run. */
export interface PartnerPlace {
  readonly status: ProjectStatus;
  readonly companyId: string;
}

/** Finds the partner for a job, company and environment. */
export interface Partners {
  /** The partner of a job, `undefined` when none is configured. */
  readonly searchPartner: (kind: SearchKind, place: PartnerPlace) => SearchPartner | undefined;
  /** The channel to facilities, `undefined` where the delivery team works the requests by hand. */
  readonly facilityChannel: (status: ProjectStatus) => FacilityChannel | undefined;
  /** The system by which a facility of a live project is asked; absent: none is configured. */
  readonly ehrChannel?: (place: ChannelPlace) => EhrChannel | undefined;
  /** The system of this name, that a request was sent by. */
  readonly ehrChannelNamed?: (name: string) => EhrChannel | undefined;
  /**
   * How facilities of live projects are asked where no channel reaches them; absent: the delivery team writes
   * its own letters.
   */
  readonly outreach?: OutreachSettings | undefined;
}

/** No partner is configured for the job; the search stays armed and is tried again. */
export class PartnerMissing extends Error {
  override readonly name = 'PartnerMissing';
  readonly isMessageSafe = true;
  constructor(kind: SearchKind) {
    super(`no partner is configured for ${jobs[kind]} on live projects of this company (SEARCH_PARTNERS)`);
  }
}

/** The partner of a run states by now that it does not take it; nothing is sent until it does. */
export class PartnerNotToBeAsked extends Error {
  override readonly name = 'PartnerNotToBeAsked';
  readonly isMessageSafe = true;
  constructor(kind: SearchKind, mismatch: TermsMismatch) {
    super(`the partner for ${jobs[kind]} is not to be asked by its terms: ${mismatch} (SEARCH_PARTNERS)`);
  }
}

/**
 * Whether a channel reaches facilities for projects of this status; elsewhere the delivery team works
 * requests by hand.
 */
function hasFacilityChannel(status: ProjectStatus): boolean {
  return status === 'Sandbox';
}

/** How facilities of live projects are asked. */
export interface FacilityParts {
  readonly outreach?: OutreachSettings | undefined;
  readonly channels: readonly EhrChannel[];
  readonly routes: readonly ChannelRoute[];
}

/** Who answers on sandbox projects. */
export interface SandboxParts {
  readonly searchPartner: DirectPartner;
  readonly facilityChannel: FacilityChannel;
}

/**
 * The partners of this deployment. A sandbox project never reaches one outside, whatever is configured; on
 * live projects a route that names the company goes before one for all.
 * @param settings absent: nobody answers searches of live projects
 * @param facilities absent: the delivery team asks every facility of a live project in ways of its own
 */
export function createPartners(
  settings: SearchPartnerSettings | undefined,
  sandbox: SandboxParts,
  { outreach, channels, routes: channelRoutes }: FacilityParts = { channels: [], routes: [] },
): Partners {
  const { rosters: rosterSettings, routes } = settings ?? { rosters: [], routes: [] };
  const rosters = new Map<string, SearchPartner>(
    rosterSettings.map(({ name, answerWithinHours, servesPurposes, requires }) => [
      name,
      { kind: 'roster', name, answerWithinMs: answerWithinHours * 60 * 60 * 1000, servesPurposes, requires },
    ]),
  );
  return {
    searchPartner: (kind, { status, companyId }) => {
      if (status === 'Sandbox') return sandbox.searchPartner;
      const ofJob = routes.filter(({ search }) => search === kind);
      const route =
        ofJob.find(({ company }) => company === companyId) ??
        ofJob.find(({ company }) => company === undefined);
      return route === undefined ? undefined : rosters.get(route.partner);
    },
    facilityChannel: status => (hasFacilityChannel(status) ? sandbox.facilityChannel : undefined),
    ehrChannel: place => chooseChannel(channels, channelRoutes, place),
    ehrChannelNamed: name => channels.find(channel => channel.name === name),
    outreach,
  };
}
