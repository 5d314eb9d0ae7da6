import { isDocumentRequired } from '../../domain/authorizations/authorization-status';
import type { GateFacts } from '../../domain/searches/gates';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';

/** What the gates look at, for a patient of a project. */
export function gateFacts(project: Project, patient: Patient): GateFacts {
  const isSandbox = project.status === 'Sandbox';
  return {
    isSandbox,
    isDocumentRequired: isDocumentRequired({
      isSandbox,
      purpose: project.purpose,
      authorizationMethod: project.authorizationMethod,
    }),
    authorizationStatus: patient.authorizationStatus,
    zipCodeCount: patient.zipCodes.length,
    dateOfDeath: patient.dateOfDeath,
  };
}
