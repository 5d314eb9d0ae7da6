/** Sites, and the patients' choice of a site. */
import { npiCheckDigit } from '../../src/domain/clinical/npi';
import { siteKey, type Site } from '../../src/domain/clinical/site';
import type { VisitKind } from '../../src/domain/clinical/visit';
import { environmentOf, type ProjectStatus } from '../../src/domain/projects/project';
import { instant, keyHash, row, text } from './copy-row';
import { createDraw, type Draw } from './draw';
import { material, type Place, type SiteKind } from './material';
import { orderedUuid } from './ordered-uuid';
import { purposes, type Calendar, type SeedPlan } from './plan';
import { pickByWeight, pickEvenly } from './weighted';

/** A facility with visits. Each company and environment with patients there has its own row. */
export interface SeededSite extends Site {
  readonly key: string;
  readonly place: Place;
  readonly kind: SiteKind;
}

const pickKind = pickByWeight(material.siteKinds, ({ weight }) => weight);
/** The place of a site or a patient. */
export const pickPlace = pickByWeight(material.places, ({ weight }) => weight);
const pickName = pickEvenly(material.siteNames);
const pickStreet = pickEvenly(material.streets);
const pickSystem = pickEvenly(material.systemNames);

/** Draws an unassigned phone number: 555-0100 to 555-0199 of an area. */
export function fictionalPhone({ areaCode }: Place, draw: Draw): string {
  return `+1${areaCode}55501${String(draw.below(100)).padStart(2, '0')}`;
}

/** Multiplying by it modulo the prime below 10⁸ visits all numbers before one repeats. */
const npiPrime = 99_999_989;
const npiFactor = 48_271_009n;

function npiOf(seed: number, index: number): string {
  const scattered = (BigInt(seed * 20_011 + index + 1) * npiFactor) % BigInt(npiPrime);
  const firstNine = `1${String(scattered).padStart(8, '0')}`;
  return firstNine + npiCheckDigit(firstNine);
}

function systemOf(word: string, draw: Draw): string | undefined {
  const at = draw.next();
  if (at < 0.4) return undefined;
  return `${at < 0.8 ? word : pickName(draw.next())} ${pickSystem(draw.next())}`;
}

function makeSite(plan: SeedPlan, index: number, draw: Draw): SeededSite {
  draw.restart(index, purposes.site, 0);
  const place = pickPlace(draw.next());
  // The first sites are one of each kind.
  const kind = material.siteKinds[index] ?? pickKind(draw.next());
  const word = draw.chance(0.15) ? place.city : pickName(draw.next());
  const systemName = systemOf(word, draw);
  const site: Site = {
    name: `${word} ${kind.name}`,
    ...(systemName === undefined ? {} : { systemName }),
    ...(draw.chance(0.03) ? {} : { npi: npiOf(plan.seed, index) }),
    addressLine1: `${1 + draw.below(9_800)} ${pickStreet(draw.next())}`,
    ...(draw.chance(0.3) ? { addressLine2: `Suite ${100 + draw.below(800)}` } : {}),
    city: place.city,
    state: place.state,
    zip: place.zips[draw.below(place.zips.length)] ?? '',
    ...(draw.chance(0.92) ? { phone: fictionalPhone(place, draw) } : {}),
    ...(draw.chance(0.7) ? { fax: fictionalPhone(place, draw) } : {}),
  };
  return { ...site, place, kind, key: siteKey(site) };
}

/** All sites, and a choice among them. */
export interface Sites {
  readonly all: readonly SeededSite[];
  /**
   * Draws a site for a kind of visit near a place. The first ones are drawn much more often, because a few
   * sites see most patients.
   */
  readonly near: (place: Place, kind: VisitKind, at: number) => SeededSite;
}

/** Generates the sites of a plan. All of them exist before the first patient. */
export function makeSites(plan: SeedPlan): Sites {
  const draw = createDraw(plan.seed);
  const all = Array.from({ length: plan.sites }, (_none, index) => makeSite(plan, index, draw));
  const byPlace = new Map<Place | undefined, Map<VisitKind, SeededSite[]>>();
  for (const site of all) {
    for (const place of [site.place, undefined]) {
      const byKind = byPlace.get(place) ?? new Map<VisitKind, SeededSite[]>();
      byPlace.set(place, byKind);
      for (const kind of site.kind.serves) {
        const served = byKind.get(kind) ?? [];
        byKind.set(kind, served);
        served.push(site);
      }
    }
  }
  return {
    all,
    near: (place, kind, at) => {
      const sites = byPlace.get(place)?.get(kind) ?? byPlace.get(undefined)?.get(kind) ?? all;
      const site = sites[Math.floor(sites.length * at * at)] ?? sites[0];
      if (site === undefined) throw new Error('there are no sites');
      return site;
    },
  };
}

/** The rows of `site`: one for each facility and tenant with visits. */
export interface TenantSites {
  /** Returns the row of a facility for a project's patients; creates it on first use. */
  readonly uidOf: (companyUid: string, status: ProjectStatus, site: SeededSite) => string;
  /** The created rows, in order. */
  readonly rows: () => Generator<string>;
}

/**
 * Collects the sites of tenants while their visits are generated, because only those determine who goes
 * where.
 */
export function tenantSites(plan: SeedPlan, { beginsAtMs }: Calendar): TenantSites {
  const draw = createDraw(plan.seed);
  const made = new Map<
    string,
    { readonly uid: string; readonly tenant: readonly string[]; readonly site: SeededSite }
  >();
  const atMs = (index: number): number => beginsAtMs + 1_000 + index;
  return {
    uidOf: (companyUid, status, site) => {
      const tenant = [companyUid, environmentOf(status)];
      const key = [...tenant, site.key].join(' ');
      const known = made.get(key);
      if (known !== undefined) return known.uid;
      draw.restart(made.size, purposes.site, 1);
      const uid = orderedUuid(atMs(made.size), made.size, draw);
      made.set(key, { uid, tenant, site });
      return uid;
    },
    *rows() {
      for (const [index, { uid, tenant, site }] of [...made.values()].entries()) {
        yield row(
          ...[uid, ...tenant, keyHash(site.key), 'verified', text(site.name), text(site.systemName)],
          ...[text(site.npi), text(site.addressLine1), text(site.addressLine2), text(site.city), site.state],
          ...[site.zip, text(site.phone), text(site.fax), instant(atMs(index))],
        );
      }
    },
  };
}
