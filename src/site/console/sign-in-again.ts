import { signInAgainAt } from '../door-routes';
import { consolePath } from './paths';
import type { Reply } from './visit';

/** The page to which a person who is not fresh enough is led: they sign in, and come back. */
export function signInAgain(to: string): Reply {
  return signInAgainAt(consolePath(), to);
}
