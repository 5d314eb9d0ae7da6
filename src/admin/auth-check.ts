import { retriggerAuthCheck } from '../usecases/patients/operator-patients';
import { command, type CommandGroup } from './command';
import { patientFacts, patientInputs, patientNamed } from './shared-inputs';

/** `auth-check …` */
export const authCheckCommands: CommandGroup = {
  name: 'auth-check',
  summary: 'Analyze authorizations',
  commands: [
    command({
      name: 'retrigger',
      summary: "Discard the analysis of a patient's authorization and run it again",
      inputs: patientInputs,
      examples: [
        'auth-check retrigger 01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a',
        'auth-check retrigger case-4711 --company acme --project intake-2026',
      ],
      run: async ({ change }, values) => {
        const found = await change('authCheck.retrigger', operatorChange =>
          retriggerAuthCheck(operatorChange, patientNamed(values)),
        );
        return {
          kind: 'done',
          sentence: `Queued a new analysis of the authorization of ${found.patient.id}.`,
          facts: patientFacts(found),
        };
      },
    }),
  ],
};
