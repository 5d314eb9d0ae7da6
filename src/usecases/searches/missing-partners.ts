/** Searches that no partner may run: none is configured, or the configured one must not be asked. */
import type { Project } from '../../domain/projects/project';
import { termsMismatches } from '../../domain/purposes/purpose-of-use';
import { nextStep, type NextStep } from '../../domain/searches/next-step';
import { searchKinds } from '../../domain/searches/search';
import { clockIn } from '../../domain/time-zones';
import { attributesOf, workflows } from '../../domain/workflows';
import type { Partners } from '../../partners/partners';
import type { Metrics } from '../../platform/metrics';
import { findPatientByUid } from '../../store/patients/patients';
import { listWithoutPartner } from '../../store/searches/search-runs';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { commitSearch, lockSearch, type SearchRun } from './locked-search';

const withoutPartner: ReadonlySet<NextStep> = new Set(['partnerMissing', ...termsMismatches]);

/** Whether a search could go if there were a partner that may run it. */
export function lacksPartner(step: NextStep): boolean {
  return withoutPartner.has(step);
}

/** Records that a search waits for a partner, unless it can go or waits for something else by now. */
export async function noteMissingPartner(
  change: Change,
  partners: Partners,
  run: Pick<SearchRun, 'patientUid' | 'kind'>,
): Promise<void> {
  const locked = await lockSearch(change, run);
  if (locked === undefined) return change.unaudited('the search is gone');
  const { patient, project, search } = locked;
  const partner = partners.searchPartner(run.kind, project);
  const today = clockIn(project.timeZone, change.now).day;
  const step = nextStep(search, { patient, project, partner, atMs: change.now.getTime(), today });
  if (search.waitsFor === 'partner' || !lacksPartner(step))
    return change.unaudited('the search does not wait for a partner anymore, or is known to');
  await commitSearch(change, locked, { ...search, waitsFor: 'partner' });
  await change.audit(resource('patient', patient), 'search.hold', { kind: run.kind });
}

/** How many searches one statement reads. */
const pageSize = 500;

interface FindingParts extends ChangeParts {
  readonly partners: Partners;
  readonly metrics: Pick<Metrics, 'searchesWithoutPartner'>;
}

async function wake(change: Change, project: Project, patientUid: string): Promise<void> {
  const patient = await findPatientByUid(change.tx, patientUid);
  if (patient === undefined) return change.unaudited('the patient is gone');
  const about = attributesOf(project, { patient: patientUid, status: patient.searchStatus });
  await change.signal(workflows.patientSearch, 'searchesChanged', { patientUid }, about);
  change.unaudited('a signal to review the searches changes nothing');
}

/**
 * Has the searches reviewed that wait for a partner and have one now, and counts the others for the alarm.
 * Several processes may run this at once.
 */
export async function findPartners(parts: FindingParts): Promise<void> {
  const projects = new Map<string, Project>();
  const counts = new Map<string, number>();
  for (let after: Parameters<typeof listWithoutPartner>[1]['after']; ;) {
    const page = await listWithoutPartner(parts.db, { after, limit: pageSize });
    for (const { patientUid, projectUid, kind } of page) {
      const project = projects.get(projectUid) ?? (await getProjectByUid(parts.db, projectUid));
      projects.set(projectUid, project);
      const partner = parts.partners.searchPartner(kind, project);
      if (partner?.servesPurposes.includes(project.purpose) === true)
        await runOwnChange(parts, 'patient search', 'search.review', change =>
          wake(change, project, patientUid),
        );
      else counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    after = page.at(-1);
    if (after === undefined || page.length < pageSize) break;
  }
  for (const search of searchKinds)
    parts.metrics.searchesWithoutPartner.set({ search }, counts.get(search) ?? 0);
}
