import { retriggerAuthCheck } from '../usecases/patients/review-patients';
import { command, type CommandGroup } from './command';
import { argument, text } from './inputs';
import { company, project, projectNamed } from './shared-inputs';

/** `auth-check …` */
export const authCheckCommands: CommandGroup = {
  name: 'auth-check',
  summary: 'The analysis of authorizations',
  commands: [
    command({
      name: 'retrigger',
      summary: 'Discard the analysis of a patient’s authorization and queue a new one',
      inputs: {
        patient: argument('ID', 'the patient', text(64)),
        project,
        company,
      },
      examples: ['auth-check retrigger case-4711 --project intake-2026 --company acme'],
      run: async ({ change }, { patient, project, company }) => {
        await change('authCheck.retrigger', inner =>
          retriggerAuthCheck(inner, { ...projectNamed(project), companyId: company, patientId: patient }),
        );
        return {
          kind: 'done',
          sentence: `The authorization of ${patient} is analysed anew.`,
          facts: { company, project, patient },
        };
      },
    }),
  ],
};
