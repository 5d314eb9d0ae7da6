import { readFileSync } from 'node:fs';
import { bordersPath, landPath, mapSize, zipPlaces } from '../../src/embeds/clinical-data/us-map';
import { usMap, usMapPath } from '../../tools/us-map';

test('the map that is checked in is the one that is drawn: `npm run map:write` writes it', () => {
  expect(readFileSync(usMapPath, 'utf8')).toBe(usMap());
});

test('it is small enough to stand in every page, and whole [DECISION-78]', () => {
  expect(landPath.length + bordersPath.length).toBeLessThan(16_000);
  expect(landPath).toMatch(/^(M[\d,.L-]+Z)+$/);
  expect(zipPlaces.split(';').length).toBeGreaterThan(850);
});

test.each([
  ['981', 'Seattle', 'north-west'],
  ['331', 'Miami', 'south-east'],
  ['021', 'Boston', 'north-east'],
  ['921', 'San Diego', 'south-west'],
] as const)('%s, %s, lies in the %s', (prefix, _city, corner) => {
  const place = zipPlaces.split(';').find(each => each.startsWith(`${prefix} `)) ?? '';
  const [, x = 0, y = 0] = place.split(' ').map(Number);
  expect(
    [y < mapSize.height / 2 ? 'north' : 'south', x < mapSize.width / 2 ? 'west' : 'east'].join('-'),
  ).toBe(corner);
  expect(x > 0 && x < mapSize.width && y > 0 && y < mapSize.height).toBe(true);
});
