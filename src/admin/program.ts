import { Argument, Command as Program, Option } from 'commander';
import type { Command, CommandGroup } from './command';
import type { ConfigurationPlace } from './configuration-place';
import type { Input, Inputs } from './inputs';
import type { Terminal } from './terminal';

/** The inputs of every command. */
export interface CommonValues {
  readonly isJson: boolean;
  readonly isAgreed: boolean;
  /** Every typed option, including those that name the configuration's place. */
  readonly typed: Readonly<Record<string, unknown>>;
}

/** Runs a command after its line was parsed. */
type Execute = (
  command: Command,
  values: Readonly<Record<string, unknown>>,
  common: CommonValues,
) => Promise<void>;

const typedAs = 'npm run admin --';

function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
}

function addInput(program: Program, name: string, input: Input<unknown>): void {
  const { placeholder, description } = input;
  if (input.place === 'argument') {
    program.addArgument(new Argument(`<${placeholder}>`, description).argParser(input.read));
  } else if (input.place === 'switch') {
    program.option(flagOf(name), description);
  } else {
    const option = new Option(`${flagOf(name)} <${placeholder}>`, description).argParser(input.read);
    program.addOption(option.makeOptionMandatory(input.isRequired));
  }
}

/** Returns the values of a line by input name, including defaults. */
function valuesOf(program: Program, inputs: Inputs): Record<string, unknown> {
  const typed: Record<string, unknown> = program.opts();
  const positional = Object.keys(inputs).filter(name => inputs[name]?.place === 'argument');
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => {
      const at = positional.indexOf(name);
      const value: unknown = at === -1 ? typed[name] : program.processedArgs[at];
      return [name, value ?? input.absent];
    }),
  );
}

function examplesText(examples: readonly string[]): string {
  return ['', 'Examples:', ...examples.map(example => `  ${typedAs} ${example}`)].join('\n');
}

function addCommand(group: Program, command: Command, settings: ProgramSettings): void {
  const program = group.command(command.name).summary(command.summary).description(command.summary);
  for (const [name, input] of Object.entries(command.inputs)) addInput(program, name, input);
  if (command.loses !== undefined)
    program.option('--yes', 'confirm what takes something away without being asked');
  program.option('--json', 'print JSON; `npm run --silent admin` prints nothing else');
  program.addHelpText('after', examplesText(command.examples));
  program.action(async () => {
    const typed: Record<string, unknown> = program.optsWithGlobals();
    await settings.execute(command, valuesOf(program, command.inputs), {
      isJson: typed['json'] === true,
      isAgreed: typed['yes'] === true,
      typed,
    });
  });
}

/** The settings of a command line program. */
export interface ProgramSettings {
  readonly terminal: Terminal;
  readonly place: Pick<ConfigurationPlace, 'options' | 'sentence'>;
  readonly execute: Execute;
}

/** Creates the program from the list of groups; parse with `parseAsync(args, { from: 'user' })`. */
export function buildProgram(groups: readonly CommandGroup[], settings: ProgramSettings): Program {
  const { terminal, place } = settings;
  const program = new Program(typedAs)
    .description('Administers companies, their people, keys and projects, and the audit trail.')
    .helpOption('-h, --help', 'show this')
    .helpCommand('help [command]', 'Show the help of a command')
    // Options that are allowed before and after the command are shown with every command.
    .configureHelp({ showGlobalOptions: true })
    // Errors are thrown, so that one place reports them and chooses the exit code.
    .exitOverride()
    .configureOutput({
      writeOut: text => void terminal.stdout.write(text),
      writeErr: text => void terminal.stderr.write(text),
      outputError: () => undefined,
    });
  for (const { flags, description } of place.options) program.option(flags, description);
  for (const { name, summary, commands } of groups) {
    const group = program.command(name).summary(summary).description(summary).helpCommand(false);
    for (const command of commands) addCommand(group, command, settings);
    group.addHelpText('after', examplesText(commands.flatMap(({ examples }) => examples.slice(0, 1))));
  }
  program.addHelpText(
    'after',
    [
      examplesText([
        'company list',
        'key issue ana@acme.example --company acme --environment sandbox',
        'audit export --help',
      ]),
      '',
      place.sentence,
      'Every change leaves one row in the audit trail, under the name of the system account or ' +
        'RECORDWELL_OPERATOR.',
      'Exit codes: 0 done, 1 refused, 64 wrong command line, 69 database away, 75 try again, 78 ' +
        'wrong configuration.',
    ].join('\n'),
  );
  return program;
}
