/** The condition in SQL says what the domain says about an authorization that blocks sending. */
import { authorizationStatuses } from '../../src/domain/authorizations/authorization-status';
import { holdOf } from '../../src/domain/authorizations/authorization-term';
import { authorizationMethods, projectPurposes } from '../../src/domain/projects/project';
import { clockIn } from '../../src/domain/time-zones';
import { named } from '../../src/store/named';
import { documentPurposes, maySendSql } from '../../src/store/patients/authorizations';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const mayBeSent = named<{ may: boolean }, Record<string, unknown>>(`
  select ${maySendSql} as may
  from jsonb_to_recordset(:cases::jsonb) as x(authorization_status text,
    authorization_expires_on date, authorization_revoked_on date, purpose text, authorization_method text,
    time_zone text, place bigint),
    lateral (select x.authorization_status, x.authorization_expires_on, x.authorization_revoked_on) p,
    lateral (select x.purpose, x.authorization_method) j,
    lateral (select x.time_zone) c
  order by x.place`);

test('A patient may be sent in SQL exactly if nothing holds the authorization [AUTH-24]', async () => {
  // In New York it's still November 26, and in Tokyo it's the 27th.
  const now = new Date('2026-11-27T03:00:00Z');
  const cases = projectPurposes.flatMap(purpose =>
    authorizationMethods.flatMap(method =>
      authorizationStatuses.flatMap(status =>
        [null, '2026-11-25', '2026-11-26', '2026-11-27'].flatMap(expiresOn =>
          [null, '2026-11-26'].flatMap(revokedOn =>
            ['America/New_York', 'Asia/Tokyo'].map(timeZone => ({
              purpose,
              authorization_method: method,
              authorization_status: status,
              authorization_expires_on: expiresOn,
              authorization_revoked_on: revokedOn,
              time_zone: timeZone,
            })),
          ),
        ),
      ),
    ),
  );
  const rows = await mayBeSent.run(database.db, {
    cases: cases.map((row, place) => ({ ...row, place })),
    now,
    documentPurposes,
  });
  const expected = cases.map(row => ({
    may:
      holdOf(
        { status: 'Live', purpose: row.purpose, authorizationMethod: row.authorization_method },
        {
          authorizationStatus: row.authorization_status,
          authorizationExpiresOn: row.authorization_expires_on,
          authorizationRevokedOn: row.authorization_revoked_on,
        },
        clockIn(row.time_zone, now).day,
      ) === null,
  }));
  expect(rows).toEqual(expected);
  expect(new Set(expected.map(({ may }) => may)).size).toBe(2);
});
