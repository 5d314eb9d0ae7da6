import { exactOf, type Exact } from './exact-decimal';

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;
const known = new Map<string, Exact>();

/** Returns the seconds since 1970 of an instant with its zone, with every written digit. */
export function instantOf(text: string): Exact {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const match = pattern.exec(text);
  if (match === null) throw new TypeError('that is no instant');
  const [, year, month, day, hour, minute, second, fraction = '', sign, hoursOff = '0', minutesOff = '0'] =
    match;
  const at = new Date(0);
  // `Date.UTC` treats years before 100 as 19xx.
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  at.setUTCHours(Number(hour), Number(minute), Number(second), 0);
  const offSeconds = (Number(hoursOff) * 60 + Number(minutesOff)) * 60 * (sign === '-' ? -1 : 1);
  const scale = fraction.length;
  const whole = BigInt(at.getTime() / 1_000 - offSeconds);
  const found = { units: whole * 10n ** BigInt(scale) + exactOf(fraction || '0').units, scale };
  known.set(text, found);
  return found;
}
