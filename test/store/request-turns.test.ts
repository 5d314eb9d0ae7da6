/** The list of record requests says in SQL what the domain says about whose turn each is. */
import { authorizationStatuses } from '../../src/domain/authorizations/authorization-status';
import { authorizationMethods, projectPurposes } from '../../src/domain/projects/project';
import { feeStatuses, type FeeStatus } from '../../src/domain/record-requests/fees';
import { recordRequestStatuses, type ChannelFault } from '../../src/domain/record-requests/record-request';
import { requestProgressOf } from '../../src/domain/record-requests/request-progress';
import { standingOf } from '../../src/domain/record-requests/standing';
import { clockIn } from '../../src/domain/time-zones';
import { named } from '../../src/store/named';
import { documentPurposes } from '../../src/store/patients/authorizations';
import { whoActsSql } from '../../src/store/record-requests/request-turns';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const turnOf = named<{ turn: string | null }, Record<string, unknown>>(`
  with fee as (select x.place as record_request_uid, x.fee_status as status, x.needs_prepayment,
      null::timestamptz as settled_at, null::date as paid_on
    from jsonb_to_recordset(:cases::jsonb) as x(place bigint, fee_status text, needs_prepayment boolean)
    where x.fee_status is not null)
  select ${whoActsSql} as turn
  from jsonb_to_recordset(:cases::jsonb) as x(request_status text, channel text, authorization_status text,
    authorization_expires_on date, authorization_revoked_on date, authorization_etag text, purpose text,
    authorization_method text, project_status text, time_zone text, answer_by date, is_held boolean,
    channel_fault text, place bigint),
    lateral (select x.place as uid, x.request_status as status, x.channel, x.is_held as is_held_by_correction,
      x.channel_fault,
      null::uuid as patient_uid, null::text as kind, now() as created_at) r,
    lateral (select x.authorization_status, x.authorization_expires_on, x.authorization_revoked_on,
      x.authorization_etag) p,
    lateral (select x.purpose, x.authorization_method, x.project_status as status) j,
    lateral (select x.time_zone) c,
    lateral (select x.answer_by) k
  order by x.place`);

// In New York it's still November 26, and in Tokyo it's the 27th.
const now = new Date('2026-11-27T03:00:00Z');

const terms = [null, '2026-11-26', '2026-11-27'].flatMap(authorization_expires_on =>
  [null, '2026-11-26'].flatMap(authorization_revoked_on =>
    [null, 'etag'].flatMap(authorization_etag =>
      ['America/New_York', 'Asia/Tokyo'].map(time_zone => ({
        authorization_expires_on,
        authorization_revoked_on,
        authorization_etag,
        time_zone,
      })),
    ),
  ),
);
const projects = (['Live', 'Sandbox', 'Closed'] as const).flatMap(project_status =>
  projectPurposes.flatMap(purpose =>
    authorizationMethods.map(authorization_method => ({ project_status, purpose, authorization_method })),
  ),
);

function expectedOf(row: (typeof projects)[number] & (typeof terms)[number] & Asked): string | null {
  const project = {
    status: row.project_status,
    purpose: row.purpose,
    authorizationMethod: row.authorization_method,
  };
  const patient = {
    authorizationStatus: row.authorization_status,
    authorizationExpiresOn: row.authorization_expires_on,
    authorizationRevokedOn: row.authorization_revoked_on,
    authorizationEtag: row.authorization_etag,
  };
  const request = {
    status: row.request_status,
    channel: row.channel,
    channelFault: row.channel_fault,
    isHeldByCorrection: row.is_held,
    updatedAt: now,
  };
  const standing = standingOf(request, {
    project,
    authorization: patient,
    answerBy: row.answer_by,
    companyDay: clockIn(row.time_zone, now).day,
  });
  const { fee_status: status, needs_prepayment: needsPrepayment } = row;
  const fees =
    status === null ? [] : [{ status, needsPrepayment, settledAt: null, paidOn: null, updatedAt: now }];
  return requestProgressOf(standing, { request, project, patient, fees })?.whoActs ?? null;
}

interface Asked {
  readonly request_status: (typeof recordRequestStatuses)[number];
  readonly channel: string | null;
  readonly answer_by: string | null;
  readonly is_held: boolean;
  readonly channel_fault: ChannelFault | null;
  readonly fee_status: FeeStatus | null;
  readonly needs_prepayment: boolean;
  readonly authorization_status: (typeof authorizationStatuses)[number];
}

test('The list names whose turn a request is exactly as its page does [CONSOLE-77] [REQUEST-45] [REQUEST-55]', async () => {
  const unsent = (['Submitted', 'AuthDenied'] as const).flatMap(request_status =>
    authorizationStatuses.flatMap(authorization_status =>
      terms.flatMap(term =>
        projects.map(project => ({
          ...term,
          ...project,
          request_status,
          authorization_status,
          channel: null,
          answer_by: null,
        })),
      ),
    ),
  );
  const [project] = projects;
  const [term] = terms;
  if (project === undefined || term === undefined) throw new Error('no case');
  // A facility that couldn't be found is decided by other requests of the patient, which these cases lack.
  const sent = recordRequestStatuses
    .filter(status => status !== 'WrongSiteName' && status !== 'Submitted')
    .flatMap(request_status =>
      [null, 'ehr', 'outreach'].flatMap(channel =>
        [null, '2026-11-25', '2026-11-26', '2026-11-27'].flatMap(answer_by =>
          (['Live', 'Sandbox', 'Closed'] as const).flatMap(project_status =>
            ['America/New_York', 'Asia/Tokyo'].map(time_zone => ({
              ...term,
              time_zone,
              ...project,
              project_status,
              request_status,
              authorization_status: 'Approved' as const,
              channel,
              answer_by,
            })),
          ),
        ),
      ),
    );
  const fees = [null, ...feeStatuses].flatMap(fee_status =>
    [true, false].map(needs_prepayment => ({ fee_status, needs_prepayment })),
  );
  const noFee = { fee_status: null, needs_prepayment: false };
  const all = [...unsent, ...sent];
  // A few of the cases, because each is combined with every fee.
  const withFees = all
    .filter((_, place) => place % (place < unsent.length ? 997 : 7) === 0)
    .flatMap(row => fees.map(fee => ({ ...row, ...fee })));
  const cases = [...all.map(row => ({ ...row, ...noFee })), ...withFees].flatMap(row =>
    [
      { is_held: true, channel_fault: null },
      { is_held: false, channel_fault: null },
      { is_held: false, channel_fault: 'removed' as const },
    ].map(fields => ({ ...row, ...fields })),
  );
  const rows = await turnOf.run(database.db, {
    cases: cases.map((row, place) => ({ ...row, place })),
    now,
    documentPurposes,
  });
  const expected = cases.map(expectedOf);
  expect(rows.map(({ turn }) => turn)).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set(['You', 'Support', 'Facility', null]));
});
