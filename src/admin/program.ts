import { Argument, Command as Program, Option } from 'commander';
import type { Command, CommandGroup } from './command';
import type { ConfigurationPlace } from './configuration-place';
import type { Input, Inputs } from './inputs';
import type { Terminal } from './terminal';

/** The inputs of every command. */
export interface CommonValues {
  readonly isJson: boolean;
  readonly isAgreed: boolean;
  /** Every option on the command line, including those that select the configuration. */
  readonly typed: Readonly<Record<string, unknown>>;
}

/** Runs a command with its parsed inputs. */
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

/** Returns the values of a command line by input name, including defaults. */
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
  if (command.loses !== undefined) program.option('--yes', 'skip the confirmation prompt');
  program.option('--json', 'print JSON; use `npm run --silent admin` to print nothing else');
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
    .description('Manage companies, members, API keys, projects, and the audit log.')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show help for a command')
    // Global options work before and after the command, so each command's help lists them.
    .configureHelp({ showGlobalOptions: true })
    // Throws errors instead of exiting, so that one place reports them and sets the exit code.
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
      'Every change is recorded in the audit log under RECORDWELL_OPERATOR, or else your system account.',
      'Exit codes: 0 success, 1 refused, 64 invalid command line, 69 database unavailable, 75 try ' +
        'again, 78 invalid configuration.',
    ].join('\n'),
  );
  return program;
}
