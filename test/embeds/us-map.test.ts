import { readFileSync } from 'node:fs';
import { bordersPath, landPath, mapSize, zipPlaces } from '../../src/embeds/clinical-data/us-map';
import { usMap, usMapPath } from '../../tools/us-map';

test('The checked-in map is the generated one (`npm run map:write` writes it)', () => {
  expect(readFileSync(usMapPath, 'utf8')).toBe(usMap());
});

test('The US map is complete, and small enough for every page [DECISION-78]', () => {
  expect(landPath.length + bordersPath.length).toBeLessThan(16_000);
  expect(landPath).toMatch(/^(M[\d,.L-]+Z)+$/);
  expect(zipPlaces.split(';').length).toBeGreaterThan(850);
});

test.each([
  ['981', 'Seattle', 'north-west'],
  ['331', 'Miami', 'south-east'],
  ['021', 'Boston', 'north-east'],
  ['921', 'San Diego', 'south-west'],
] as const)('ZIP codes %s (%s) are in the %s of the map', (prefix, _city, corner) => {
  const place = zipPlaces.split(';').find(each => each.startsWith(`${prefix} `)) ?? '';
  const [, x = 0, y = 0] = place.split(' ').map(Number);
  expect(
    [y < mapSize.height / 2 ? 'north' : 'south', x < mapSize.width / 2 ? 'west' : 'east'].join('-'),
  ).toBe(corner);
  expect(x > 0 && x < mapSize.width && y > 0 && y < mapSize.height).toBe(true);
});
