import { z } from 'zod';
import { memberProjectsMax } from '../../domain/console/members';
import { isUuid } from '../../domain/text';
import { field, list } from '../forms';
import { saysBothScopes } from './endpoint-form';

/** Which projects a member can see, as posted. */
export const postedView = z
  .object({ projects: field(z.string()), project: list(memberProjectsMax) })
  .transform(({ projects, project }) => ({
    seesAllProjects: projects === 'all',
    projectUids: project.filter(isUuid).map(uid => uid.toLowerCase()),
  }));

/** Rejects a form that selects both, because the member could see more than intended (CONSOLE-51). */
export const viewForm = postedView.refine(
  ({ seesAllProjects, projectUids }) => !seesAllProjects || projectUids.length === 0,
  { path: ['project'], error: saysBothScopes },
);
