/** The map and list of the facilities where a patient was seen, with the number of rows for each. */
import { placeSites, type CountedSites } from '../../domain/embeds/clinical-map';
import { linkTo, type Here } from './links';
import { bordersPath, landPath, mapSize, zipPlaces } from './us-map';

/** The most facilities in the list. */
export const listedSitesMax = 20;
/** The radii of the largest circle and of the smallest visible one, in map units. */
const radius = { most: 36, least: 11 };
/** The fewest rows that get the largest radius, so that a single row isn't drawn as a large circle. */
const mostAtLeast = 9;
/** The smallest radius with room for the count. */
const numberedRadius = 18;

const positions: ReadonlyMap<string, readonly [number, number]> = new Map(
  zipPlaces.split(';').map(place => {
    const [prefix = '', x, y] = place.split(' ');
    return [prefix, [Number(x), Number(y)]];
  }),
);

function nounOf({ panel }: Here): (count: number) => string {
  const { singular, label } = panel.tab;
  return count => `${count} ${count === 1 ? singular : label.toLowerCase()}`;
}

function explanation({ panel }: Here): string {
  return (
    'Each circle groups the facilities whose ZIP codes start with the same three digits. Larger circles ' +
    `mean more ${panel.tab.label.toLowerCase()}.`
  );
}

/** Returns sentences about the rows that the map leaves out. */
function omissions(
  here: Here,
  { rows, rowsWithoutSite }: CountedSites,
  unplaced: number,
  total: number,
): string {
  const counted = nounOf(here);
  return [
    ...(rows < total ? [`Only the first ${rows} of ${counted(total)} are counted.`] : []),
    ...(rowsWithoutSite > 0 ? [`${counted(rowsWithoutSite)} without a facility.`] : []),
    ...(unplaced > 0 ? [`${counted(unplaced)} at facilities outside this map.`] : []),
  ].join(' ');
}

function Drawing({ here, sites }: { readonly here: Here; readonly sites: CountedSites }) {
  const counted = nounOf(here);
  const { places } = placeSites(sites.sites, prefix => positions.get(prefix));
  const most = Math.max(places[0]?.count ?? 0, mostAtLeast);
  const title =
    `Map of the United States with ${places.length} ${places.length === 1 ? 'circle' : 'circles'} ` +
    'for facilities. The list below has the same information.';
  return (
    <svg class="map" viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} role="img" aria-label={title}>
      <path class="land" d={landPath} />
      <path class="borders" d={bordersPath} />
      {places.map(({ x, y, count }) => {
        const r = Math.max(radius.least, radius.most * Math.sqrt(count / most));
        return (
          <g>
            <circle cx={x} cy={y} r={Math.round(r)}>
              <title>{counted(count)}</title>
            </circle>
            {r < numberedRadius ? null : (
              <text x={x} y={y} dy="0.36em" text-anchor="middle">
                {count}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Renders the map of all matching rows, not just the current page; if collapsed, a link to expand it. */
export function SitesMap({
  here,
  sites,
  total,
}: {
  readonly here: Here;
  /** Null if the map is collapsed. */
  readonly sites: CountedSites | null;
  readonly total: number;
}) {
  const counted = nounOf(here);
  const toggle = (
    <a id="map-toggle" class="noprint" href={linkTo(here, { isMapExpanded: sites === null })}>
      {sites === null ? 'Show map' : 'Hide map'}
    </a>
  );
  if (sites === null) return <p>{toggle}</p>;
  const { unplaced } = placeSites(sites.sites, prefix => positions.get(prefix));
  const listed = sites.sites.slice(0, listedSitesMax);
  const others = sites.sites.length - listed.length;
  return (
    <section class="where" aria-labelledby="where">
      <div class="head">
        <h2 id="where">Facilities</h2>
        {toggle}
      </div>
      <div class="atlas">
        <Drawing here={here} sites={sites} />
        <div>
          <p class="muted small">
            {explanation(here)} {omissions(here, sites, unplaced, total)}
          </p>
          <ol class="sites">
            {listed.map(({ name, city, state, count }) => (
              <li>
                <span>
                  {name}, {city}, {state}
                </span>{' '}
                <span class="count">{counted(count)}</span>
              </li>
            ))}
          </ol>
          {others > 0 ? (
            <p class="muted small">
              And {others} more {others === 1 ? 'facility' : 'facilities'}.
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
}
