/**
 * Decimals of any length, added and compared digit by digit; used by tests only, so that they prove the
 * served values.
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

/** Parses `1.50` and `1e-7`; a number by its shortest digits, as in JSON. */
export function exactOf(value: string | number): Exact {
  const text = String(value);
  const found = known.get(text) ?? parse(text);
  known.set(text, found);
  return found;
}

/** Returns the units of a number at a scale not smaller than its own. */
function unitsAt({ units, scale }: Exact, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

/** Returns a negative number if `a` is less, a positive one if it is more. */
export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = a.scale === b.scale ? [a.units, b.units] : [unitsAt(a, scale), unitsAt(b, scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Returns the sum, with the digits of the most precise value. */
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

/** Returns the mean to six places, rounded half away from zero, without trailing zeros. */
export function meanExact(values: readonly Exact[]): Exact {
  const { units, scale } = sumExact(values);
  const divisor = BigInt(values.length) * 10n ** BigInt(scale);
  const isNegative = units < 0n;
  const dividend = (isNegative ? -units : units) * 10n ** BigInt(meanScale);
  const rounded = (2n * dividend + divisor) / (2n * divisor);
  return withoutZeros({ units: isNegative ? -rounded : rounded, scale: meanScale });
}

/** Returns the digits, with as many decimals as the scale says. */
export function formatExact({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
