import { figureLine, meetsBar, type Bar } from '../../bench/measure/figures';

const figure = (value: number, bar: Bar | null) => ({ name: 'get-patient/ratio', value, unit: 'of it', bar });

test('A figure is one line of JSON with name, value, unit, bar, and whether the bar is met', () => {
  expect(figureLine(figure(0.7512, { atLeast: 0.6 }))).toBe(
    '{"name":"get-patient/ratio","value":0.751,"unit":"of it","bar":">= 0.6","ok":true}',
  );
  expect(figureLine(figure(1234.5, { atMost: 25 }))).toBe(
    '{"name":"get-patient/ratio","value":1235,"unit":"of it","bar":"<= 25","ok":false}',
  );
});

test('A figure without a bar always passes', () => {
  expect(figureLine(figure(3, null))).toContain('"bar":null,"ok":true');
});

test.each<[number, Bar, boolean]>([
  [0.6, { atLeast: 0.6 }, true],
  [0.5999, { atLeast: 0.6 }, false],
  [20, { atMost: 20 }, true],
  [20.001, { atMost: 20 }, false],
])('%d against %j is %s, judged before rounding', (value, bar, isMet) => {
  expect(meetsBar(figure(value, bar))).toBe(isMet);
});

test("A value that couldn't be measured meets no bar, and fails without one", () => {
  expect(meetsBar(figure(Number.NaN, { atLeast: 0 }))).toBe(false);
  expect(meetsBar(figure(Number.NaN, null))).toBe(false);
});
