import { countSites, placeSites } from '../../../src/domain/embeds/clinical-map';

const site = (id: string, zip: string) => ({ id, name: `Site ${id}`, city: 'Salem', state: 'MA', zip });
const [a, b, c] = [site('a', '01970'), site('b', '01960-1234'), site('c', '00907')];

test('Sites on the clinical map are counted by row, most frequent first, and rows without a site separately', () => {
  const { sites, rows, rowsWithoutSite } = countSites([b, a, undefined, a, c, undefined]);
  expect(sites.map(({ id, count }) => [id, count])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
  expect([rows, rowsWithoutSite]).toEqual([6, 2]);
});

test('Sites with the same ZIP prefix share a circle, largest first; sites without a location are counted [DECISION-78]', () => {
  const { sites } = countSites([a, b, c, a, site('d', '60601')]);
  const places = new Map<string, readonly [number, number]>([
    ['606', [664, 207]],
    ['019', [880, 150]],
  ]);
  expect(placeSites(sites, prefix => places.get(prefix))).toEqual({
    places: [
      { x: 880, y: 150, count: 3 },
      { x: 664, y: 207, count: 1 },
    ],
    unplaced: 1,
  });
});
