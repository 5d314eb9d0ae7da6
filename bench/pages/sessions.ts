/** Signed-in people who view the pages. */
import { newConsoleToken } from '../../src/access/console-token';
import type { BenchServices } from '../world/services';

/** The sites, their cookies, and the statements that start sessions for everybody. */
const sites = {
  console: {
    cookie: '__Host-recordwell',
    people: 'select user_uid as uid from membership order by uid',
    begin: `insert into console_session (uid, user_uid, token_hash, browser, signed_in_at, last_seen_at)
      values (uuidv7(), $1, $2, 'bench', now(), now())`,
  },
  desk: {
    cookie: '__Host-recordwell-desk',
    people: 'select uid from desk_operator order by uid',
    begin: `insert into desk_session (uid, user_uid, token_hash, browser, signed_in_at, last_seen_at)
      values (uuidv7(), $1, $2, 'bench', now(), now())`,
  },
} as const;

/** A site. */
export type PageSite = keyof typeof sites;

/** Signs in everybody on a site. @returns everyone's `Cookie` header */
export async function signEverybodyIn({ owner }: BenchServices, site: PageSite): Promise<readonly string[]> {
  const { cookie, people, begin } = sites[site];
  const { rows } = await owner.query<{ uid: string }>(people);
  const cookies: string[] = [];
  for (const { uid } of rows) {
    const { token, tokenHash } = newConsoleToken();
    await owner.query(begin, [uid, tokenHash]);
    cookies.push(`${cookie}=${token}`);
  }
  return cookies;
}
