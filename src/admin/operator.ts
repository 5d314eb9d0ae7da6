import { addOperator, inspectOperators, removeOperator } from '../usecases/desk/operators';
import { command, type CommandGroup } from './command';
import { argument, required, text } from './inputs';
import { email } from './shared-inputs';

const person = argument('EMAIL', 'the operator’s e-mail address', email);

/** `operator …` */
export const operatorCommands: CommandGroup = {
  name: 'operator',
  summary: 'The people of the delivery team who sign in at the desk',
  commands: [
    command({
      name: 'add',
      summary: 'Let a person of the delivery team sign in at the desk',
      inputs: { email: person, name: required('NAME', 'the person’s name', text(200)) },
      examples: ['operator add olga@recordwell.example --name "Olga Ruiz"'],
      run: async ({ change }, { email, name }) => {
        const operator = await change('operator.add', inner => addOperator(inner, { email, name }));
        return {
          kind: 'done',
          sentence: `${operator.email} signs in at /desk, by a link in a mail.`,
          facts: { email: operator.email, name: operator.name },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List who signs in at the desk',
      inputs: {},
      examples: ['operator list'],
      run: async ({ change }) => ({
        kind: 'list',
        headings: { email: 'E-mail', name: 'Name', createdAt: 'Since' },
        rows: (await change('operator.list', inspectOperators)).map(({ email, name, createdAt }) => ({
          email,
          name,
          createdAt,
        })),
        ifEmpty: 'Nobody signs in at the desk; `operator add` lets somebody.',
      }),
    }),
    command({
      name: 'remove',
      summary: 'Take the desk from a person: they are signed out at once, and what they had taken is free',
      inputs: { email: person },
      examples: ['operator remove olga@recordwell.example'],
      run: async ({ change }, { email }) => {
        await change('operator.remove', inner => removeOperator(inner, email));
        return { kind: 'done', sentence: `${email} signs in no more.`, facts: { email } };
      },
    }),
  ],
};
