import { stateCodeOf } from '../usps-codes';
import type { Reading } from './cell';

// cspell:disable
const absentWords = new Set(
  (
    'na,none,null,nil,notavailable,notapplicable,notprovided,notgiven,notonfile,unknown,unk,tbd,nophone,' +
    'noemail,declined,refused,ptdeclined,patientdeclined'
  ).split(','),
);

// cspell:enable

/** Addresses that clerks enter because a program asks for one: `none@none.com`. */
const madeUpEmail = /^(?:no-?e?mail|none|na|declined|refused|unknown|no-?reply|do-?not-?reply)@/i;

/** Whether an e-mail address was entered only to fill the field. */
export function isMadeUpEmail(cell: string): boolean {
  return madeUpEmail.test(cell);
}

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
