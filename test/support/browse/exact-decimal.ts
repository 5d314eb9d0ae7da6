/**
 * Decimals of any length, added and compared digit by digit; of the tests alone, so that they prove what is
 * served.
 */

/** The number `units / 10^scale`. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;
const known = new Map<string, Exact>();

function parse(text: string): Exact {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = pattern.exec(text) ?? [];
  if (whole === '') throw new TypeError('that is no decimal');
  const units = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Reads `1.50` and `1e-7`; a number by its shortest digits, as JSON writes it. */
export function exactOf(value: string | number): Exact {
  const text = String(value);
  const found = known.get(text) ?? parse(text);
  known.set(text, found);
  return found;
}

/** The units of a number at a scale that is no smaller than its own. */
function unitsAt({ units, scale }: Exact, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

/** Negative where `a` is less, positive where it is more. */
export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = a.scale === b.scale ? [a.units, b.units] : [unitsAt(a, scale), unitsAt(b, scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The sum, with the digits of the value that has most of them. */
export function sumExact(values: readonly Exact[]): Exact {
  const scale = Math.max(0, ...values.map(value => value.scale));
  return { units: values.reduce((sum, value) => sum + unitsAt(value, scale), 0n), scale };
}

const meanScale = 6;

function withoutZeros({ units, scale }: Exact): Exact {
  return scale > 0 && units % 10n === 0n
    ? withoutZeros({ units: units / 10n, scale: scale - 1 })
    : { units, scale };
}

/** The mean to six places, half away from zero; without the zeros at its end, which tell nothing of it. */
export function meanExact(values: readonly Exact[]): Exact {
  const { units, scale } = sumExact(values);
  const divisor = BigInt(values.length) * 10n ** BigInt(scale);
  const isNegative = units < 0n;
  const dividend = (isNegative ? -units : units) * 10n ** BigInt(meanScale);
  const rounded = (2n * dividend + divisor) / (2n * divisor);
  return withoutZeros({ units: isNegative ? -rounded : rounded, scale: meanScale });
}

/** The digits, as many after the point as the scale says. */
export function formatExact({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
