/** Creates API keys for the members in a seeded database. */
import { fingerprintOf, makeApiKey } from '../../src/access/api-key';
import type { BenchServices } from '../world/services';

/** Issues a production key to each member. @returns the keys by membership UID */
export async function issueKeys(
  { owner, secrets }: Pick<BenchServices, 'owner' | 'secrets'>,
  membershipUids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const secret = Buffer.from(secrets.keyFingerprintSecret, 'base64');
  const keys = new Map([...membershipUids].map(uid => [uid, makeApiKey('production')]));
  await owner.query(
    `insert into api_key (uid, membership_uid, environment, fingerprint, last_four, created_at)
     select uuidv7(), given.membership_uid, 'production', given.fingerprint, given.last_four, now()
     from unnest($1::uuid[], $2::bytea[], $3::text[]) as given(membership_uid, fingerprint, last_four)`,
    [
      [...keys.keys()],
      [...keys.values()].map(key => fingerprintOf(key, secret)),
      [...keys.values()].map(key => key.slice(-4)),
    ],
  );
  return keys;
}
