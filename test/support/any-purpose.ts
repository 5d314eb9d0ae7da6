import { projectPurposes } from '../../src/domain/projects/project';

/** The terms of a partner that accepts every request. */
export const anyPurpose = { servesPurposes: projectPurposes, requires: 'nothing' as const };
