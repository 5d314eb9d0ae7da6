import { retriggerAuthCheck } from '../usecases/patients/operator-patients';
import { command, type CommandGroup } from './command';
import { patientFacts, patientInputs, patientNamed } from './shared-inputs';

/** `auth-check …` */
export const authCheckCommands: CommandGroup = {
  name: 'auth-check',
  summary: 'The analysis of authorizations',
  commands: [
    command({
      name: 'retrigger',
      summary: 'Discard the analysis of a patient’s authorization and queue a new one',
      inputs: patientInputs,
      examples: [
        'auth-check retrigger 01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a',
        'auth-check retrigger case-4711 --company acme --project intake-2026',
      ],
      run: async ({ change }, values) => {
        const found = await change('authCheck.retrigger', inner =>
          retriggerAuthCheck(inner, patientNamed(values)),
        );
        return {
          kind: 'done',
          sentence: `The authorization of ${found.patient.id} is analyzed anew.`,
          facts: patientFacts(found),
        };
      },
    }),
  ],
};
