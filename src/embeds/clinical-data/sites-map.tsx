/** Where a patient was seen: a map that is drawn with the page, and the sites with their counts. */
import { placeSites, type CountedSites } from '../../domain/embeds/clinical-map';
import { linkTo, type Here } from './links';
import { bordersPath, landPath, mapSize, zipPlaces } from './us-map';

/** The most sites that are listed. */
export const listedSitesMax = 20;
/** The radius of a circle in units of the map: of the most rows, and of the fewest that can still be seen. */
const radius = { most: 36, least: 11 };
/** The fewest rows that the largest circle is for: a single row is no large circle. */
const mostAtLeast = 9;
/** A circle of this radius has room for its number. */
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
    'Each circle is the sites whose ZIP codes begin with the same three digits; the larger it is, the ' +
    `more ${panel.tab.label.toLowerCase()} are from there.`
  );
}

/** What the map leaves out, in sentences. */
function omissions(
  here: Here,
  { rows, rowsWithoutSite }: CountedSites,
  unplaced: number,
  total: number,
): string {
  const said = nounOf(here);
  return [
    ...(rows < total ? [`Of ${said(total)} the first ${rows} are counted.`] : []),
    ...(rowsWithoutSite > 0 ? [`${said(rowsWithoutSite)} without a site.`] : []),
    ...(unplaced > 0 ? [`${said(unplaced)} at sites that this map does not show.`] : []),
  ].join(' ');
}

function Drawing({ here, sites }: { readonly here: Here; readonly sites: CountedSites }) {
  const said = nounOf(here);
  const { places } = placeSites(sites.sites, prefix => positions.get(prefix));
  const most = Math.max(places[0]?.count ?? 0, mostAtLeast);
  const title =
    `Map of the United States with ${places.length} ${places.length === 1 ? 'circle' : 'circles'} ` +
    'where sites are; the list below says the same in words.';
  return (
    <svg class="map" viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} role="img" aria-label={title}>
      <path class="land" d={landPath} />
      <path class="borders" d={bordersPath} />
      {places.map(({ x, y, count }) => {
        const r = Math.max(radius.least, radius.most * Math.sqrt(count / most));
        return (
          <g>
            <circle cx={x} cy={y} r={Math.round(r)}>
              <title>{said(count)}</title>
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

/** The map of all rows that are looked for, not of the page alone; collapsed, a link that expands it. */
export function SitesMap({
  here,
  sites,
  total,
}: {
  readonly here: Here;
  /** Null while the map is collapsed. */
  readonly sites: CountedSites | null;
  readonly total: number;
}) {
  const said = nounOf(here);
  const toggle = (
    <a id="map-toggle" class="noprint" href={linkTo(here, { isMapExpanded: sites === null })}>
      {sites === null ? 'Show the map' : 'Hide the map'}
    </a>
  );
  if (sites === null) return <p>{toggle}</p>;
  const { unplaced } = placeSites(sites.sites, prefix => positions.get(prefix));
  const listed = sites.sites.slice(0, listedSitesMax);
  const others = sites.sites.length - listed.length;
  return (
    <section class="where" aria-labelledby="where">
      <div class="head">
        <h2 id="where">Where</h2>
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
                <span class="count">{said(count)}</span>
              </li>
            ))}
          </ol>
          {others > 0 ? <p class="muted small">And {others} more sites.</p> : null}
        </div>
      </div>
    </section>
  );
}
