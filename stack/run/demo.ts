/**
 * Creates the demo company of a development stack if it doesn't exist: a user with a sandbox and a production
 * key, a sandbox and a live project, every feature approved, and the facilities of stub visits in the
 * directory. Prints one JSON line, with keys only if they're new, because only their fingerprints are stored.
 * `--new-keys` creates new keys.
 */
import type { builtInRoles } from '../../src/domain/access/permissions';
import { companyFeatures, environmentOf, environments } from '../../src/domain/projects/project';
import { systemClock } from '../../src/platform/clock';
import { openDatabase } from '../../src/store/database';
import { lockProject, insertProject } from '../../src/store/tenants/projects';
import { findCompany } from '../../src/store/tenants/tenants';
import { resource, runChange, type OperatorChange } from '../../src/usecases/change';
import { addMember } from '../../src/usecases/tenants/members';
import { approveFeature, createCompany } from '../../src/usecases/tenants/companies';
import { issueKey } from '../../src/usecases/tenants/keys';
import { stubFacilities } from '../../src/sandbox/stub-facilities';
import { importStubFacilities } from '../../src/usecases/sites/directory-imports';
import { readConfig } from '../../src/main/read-config';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const companyId = 'demo';
const email = 'demo@example.com';
const projects = [
  { id: 'demo-sandbox', name: 'Demo sandbox', status: 'Sandbox' },
  { id: 'demo-live', name: 'Demo live', status: 'Live' },
] as const;
const principal = { kind: 'operator', name: 'demo' } as const;

async function main(): Promise<void> {
  const config = readConfig('demo');
  if (config.RECORDWELL_ENV === 'production')
    throw new Error('The demo company is for development stacks only.');
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: 2,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'recordwell demo',
  });
  const parts = { db, clock: systemClock, nudgeOutbox: () => undefined };
  const run = <T>(event: string, work: (change: OperatorChange) => Promise<T>): Promise<T> =>
    runChange(parts, { principal, requestId: null, event }, work);
  try {
    const known = await findCompany(db, companyId);
    if (known === undefined) {
      await run('company.create', change => createCompany(change, { id: companyId, name: 'Demo company' }));
      for (const feature of companyFeatures)
        await run('feature.approve', change =>
          approveFeature(change, { companyId, feature, isApproved: true }),
        );
      const role: keyof typeof builtInRoles = 'Administrator';
      await run('member.add', change =>
        addMember(change, { companyId, email, name: 'Demo user', role, seesAllProjects: true }),
      );
    }
    const company = await findCompany(db, companyId);
    if (company === undefined) throw new Error("The demo company doesn't exist.");
    for (const { id, name, status } of projects) {
      await run('project.create', async change => {
        const place = { companyUid: company.uid, environment: environmentOf(status), projectId: id };
        if ((await lockProject(change.tx, place)) !== undefined)
          return change.unaudited('the demo project already exists');
        const uid = change.newUid();
        await insertProject(change.tx, {
          uid,
          companyUid: company.uid,
          id,
          name,
          status,
          purpose: 'Legal',
          authorizationMethod: 'authorizationPdf',
          version: 1,
          createdAt: change.now,
          updatedAt: change.now,
        });
        await change.audit(resource('project', { uid, companyUid: company.uid }), 'project.create', {
          purpose: 'Legal',
          authorizationMethod: 'authorizationPdf',
        });
      });
    }
    await run('site.importStubs', change => importStubFacilities(change, stubFacilities()));
    const keys: Record<string, string> = {};
    if (known === undefined || process.argv.includes('--new-keys')) {
      const secret = Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64');
      for (const environment of environments) {
        keys[`${environment}Key`] = await run('key.issue', change =>
          issueKey(change, secret, { companyId, email, environment }),
        );
      }
    }
    const [sandbox, live] = projects;
    console.log(JSON.stringify({ companyId, sandboxProjectId: sandbox.id, liveProjectId: live.id, ...keys }));
  } finally {
    await db.destroy();
  }
}

surviveClosedPipe();
void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
