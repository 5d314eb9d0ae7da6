/**
 * The walk through the console and the desk that takes their documentation's pictures; a test verifies that
 * it works.
 */
import { uuidv7 } from '../../src/platform/ids';
import { admin } from './admin-shell';
import { uploadAnalyzed } from './analyzed-authorization';
import { formPdf } from './authorization-documents';
import { awaitResolution, failedEndpoint } from './desk-work';
import { jane, patientsPath } from './patients';
import type { PicturePlace, TakePicture } from './picture-place';
import { signInBy } from './sign-in-walk';

const dayMs = 24 * 3_600_000;
const operator = { email: 'olga@recordwell.example', name: 'Olga Ruiz' };

/** A page that needs no action by a person. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly height: number;
}

/** Creates an endpoint of the sandbox with a delivery that failed twice. @returns the paths of both */
async function failedDelivery({
  world,
  company,
}: PicturePlace): Promise<{ endpoint: string; delivery: string }> {
  const [endpoint, delivery] = [uuidv7(new Date()), uuidv7(new Date())];
  await world.db.raw(
    `insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment,
      event_types,
       has_all_projects, is_tracked_only, secret, created_at, updated_at)
     select ?, company_uid, uid, user_uid, 'https://receiver.example/hooks', 'sandbox',
       '{patient.created,recordRequest.completed}',
       true, false, gen_random_uuid(), now(), now()
     from membership where company_uid = ? limit 1`,
    [endpoint, company.uid],
  );
  const body = Buffer.from(JSON.stringify({ eventType: 'patient.created', data: { id: 'case-1' } }));
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
      record_uid, status,
       is_released, body, attempts, last_http_status, created_at, updated_at)
     values (?, ?, 1, ?, 'patient.created', ?, ?, 'failed', true, ?, 2, 503, now(), now())`,
    [delivery, endpoint, delivery, company.uid, delivery, body],
  );
  await world.db.raw(
    `insert into webhook_attempt (delivery_uid, number, started_at, ended_at, http_status, failure,
      failure_detail, duration_ms,
       response_headers, response_body)
     values (?, 1, now(), now(), null, 'timeout', null, 10000, null, null),
       (?, 2, now(), now(), 503, null, null, 41, '{"content-type": "text/plain"}', 'Service unavailable')`,
    [delivery, delivery],
  );
  const path = `/console/companies/${company.id}/sandbox/endpoints/${endpoint}`;
  return { endpoint: path, delivery: `${path}/deliveries/${delivery}` };
}

/** Returns the content of the console's pictures. */
async function consoleShots(place: PicturePlace): Promise<readonly Shot[]> {
  const { world, company } = place;
  const path = patientsPath(company, 'sandbox', 'case-1');
  const { uid } = await uploadAnalyzed(
    { world, company },
    { project: 'sandbox', id: 'case-1' },
    { ...jane, firstName: 'Mary', siteSonar: true },
    await formPdf({ signedOn: undefined }),
  );
  await world.call('GET', path, { key: company.sandboxKey });
  const { endpoint, delivery } = await failedDelivery(place);
  const sandbox = `/console/companies/${company.id}/sandbox`;
  return [
    { name: 'console-home.png', path: sandbox, height: 760 },
    { name: 'console-patient.png', path: `${sandbox}/patients/${uid}`, height: 1_000 },
    { name: 'console-endpoint.png', path: endpoint, height: 1_000 },
    { name: 'console-delivery.png', path: delivery, height: 900 },
  ];
}

/** Returns the content of the desk's pictures. */
async function deskShots({ world, company }: PicturePlace): Promise<readonly Shot[]> {
  const { uid } = await uploadAnalyzed(
    { world, company },
    { project: 'live', id: 'case-2' },
    jane,
    await formPdf({ signedOn: undefined }),
  );
  await awaitResolution(world, company, 'case-3');
  await failedEndpoint(world, company, new Date(Date.now() - 3 * dayMs));
  return [
    { name: 'desk-queue.png', path: '/desk', height: 900 },
    { name: 'desk-review.png', path: `/desk/authorizations/${uid}`, height: 1_000 },
  ];
}

async function takeShots(
  place: PicturePlace,
  somebody: { readonly root: '/console' | '/desk'; readonly email: string },
  shots: readonly Shot[],
  take: TakePicture,
): Promise<void> {
  const context = await place.browser.newContext({ viewport: { width: 1_120, height: 900 } });
  try {
    const page = await context.newPage();
    await signInBy(page, { world: place.world, ...somebody });
    for (const { name, path, height } of shots) {
      await page.setViewportSize({ width: 1_120, height });
      await page.goto(`http://127.0.0.1:${place.world.port}${path}`, { waitUntil: 'networkidle' });
      await take(name, await page.screenshot({ animations: 'disabled' }));
    }
  } finally {
    await context.close();
  }
}

/** Walks through the console as an administrator, and takes its pictures. The company must be new. */
export async function takeConsolePictures(place: PicturePlace, take: TakePicture): Promise<void> {
  const shots = await consoleShots(place);
  await takeShots(place, { root: '/console', email: place.company.email }, shots, take);
}

/** Walks through the desk as an operator, and takes its pictures. The company must be new. */
export async function takeDeskPictures(place: PicturePlace, take: TakePicture): Promise<void> {
  await admin(place.world, ['operator', 'add', operator.email, '--name', operator.name]);
  await takeShots(place, { root: '/desk', email: operator.email }, await deskShots(place), take);
}
