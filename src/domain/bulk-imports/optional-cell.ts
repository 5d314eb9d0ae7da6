import { stateCodeOf } from '../usps-codes';
import type { Reading } from './cell';

// cspell:disable
const absentWords = new Set(
  'na,none,null,nil,notavailable,notapplicable,notprovided,notgiven,unknown,unk,tbd,nophone,noemail'.split(
    ',',
  ),
);

// cspell:enable

/** Whether an optional cell says that there is no value: `N/A`, `none`, `-`, `unknown`. */
export function saysNothing(cell: string): boolean {
  const plain = cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain === '' ? /^[\p{P}\p{S}\s]+$/u.test(cell) : absentWords.has(plain);
}

/** Reads a state by its code or name. An unknown one is returned as it is, for the form to refuse. */
export function readState(cell: string): Reading {
  const code = stateCodeOf(cell);
  const isText = !/[\p{Cc}\p{Cs}]/u.test(cell);
  if (code === undefined || !isText || code === cell.toUpperCase()) return { value: cell };
  return { value: code, warning: 'the name of the state was read as its code' };
}
