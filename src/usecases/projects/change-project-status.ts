import type { Project, ProjectStatus } from '../../domain/projects/project';
import { lockProject, patchProject } from '../../store/projects';
import { listUnfinishedSearches } from '../../store/search-runs';
import { attributesOf, signalOf, workflows } from '../../domain/workflows';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';

/**
 * Changes a project's status, which only the provider can (specification, Project status). Stub data and real data
 * must never meet, so a project neither becomes nor stops being `Sandbox`. The searches that a closed project held go on
 * when it is live again.
 * @throws OperatorError for an unknown project or a move into or out of `Sandbox`
 */
export async function changeProjectStatus(
  change: Change,
  form: { readonly companyId: string; readonly projectId: string; readonly status: ProjectStatus },
): Promise<Project> {
  const company = await getCompany(change.tx, form.companyId);
  const project = await lockProject(change.tx, company.uid, form.projectId);
  if (project === undefined) throw new OperatorError('The company has no project with this id.');
  if ((project.status === 'Sandbox') !== (form.status === 'Sandbox')) {
    throw new OperatorError(
      'A project neither becomes nor stops being Sandbox: stub data and real data must not meet.',
    );
  }
  const changed =
    project.status === form.status
      ? project
      : await patchProject(change.tx, project, { status: form.status }, change.now);
  if (project.status === 'Closed' && changed.status === 'Live') {
    const unfinished = await listUnfinishedSearches(change.tx, project.uid);
    await change.send(
      unfinished.map(({ patientUid, searchStatus: status }) =>
        signalOf(
          workflows.patientSearch,
          'searchesChanged',
          { patientUid },
          attributesOf(changed, { status }),
        ),
      ),
    );
  }
  await change.audit('project.changeStatus', { kind: 'project', uid: project.uid, companyUid: company.uid });
  return changed;
}
