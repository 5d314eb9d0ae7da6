import { addOperator, inspectOperators, removeOperator } from '../usecases/desk/operators';
import { command, type CommandGroup } from './command';
import { argument, required, text } from './inputs';
import { email } from './shared-inputs';

const person = argument('EMAIL', "the operator's e-mail address", email);

/** `operator …` */
export const operatorCommands: CommandGroup = {
  name: 'operator',
  summary: 'Manage the operators who can sign in to the desk',
  commands: [
    command({
      name: 'add',
      summary: 'Add an operator, who can then sign in to the desk',
      inputs: { email: person, name: required('NAME', "the operator's name", text(200)) },
      examples: ['operator add olga@recordwell.example --name "Olga Ruiz"'],
      run: async ({ change }, { email, name }) => {
        const operator = await change('operator.add', operatorChange =>
          addOperator(operatorChange, { email, name }),
        );
        return {
          kind: 'done',
          sentence: `Added operator ${operator.email}. They sign in at /desk with an e-mailed link.`,
          facts: { email: operator.email, name: operator.name },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List operators',
      inputs: {},
      examples: ['operator list'],
      run: async ({ change }) => ({
        kind: 'list',
        headings: { email: 'E-mail', name: 'Name', createdAt: 'Added' },
        rows: (await change('operator.list', inspectOperators)).map(({ email, name, createdAt }) => ({
          email,
          name,
          createdAt,
        })),
        ifEmpty: 'No operators yet. Run `operator add` to add one.',
      }),
    }),
    command({
      name: 'remove',
      summary: 'Remove an operator: sign them out now, and unassign their items',
      inputs: { email: person },
      examples: ['operator remove olga@recordwell.example'],
      run: async ({ change }, { email }) => {
        await change('operator.remove', operatorChange => removeOperator(operatorChange, email));
        return { kind: 'done', sentence: `Removed operator ${email}.`, facts: { email } };
      },
    }),
  ],
};
