/** Every example in the help of the admin command is a valid command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { commandGroups } from '../../src/admin/commands';
import { explainFailure } from '../../src/admin/failures';
import { buildProgram } from '../../src/admin/program';

/** Returns the command that a line would run, `help`, or why the line is invalid. Runs nothing. */
async function readLine(args: readonly string[]): Promise<{ ends: string; printed: string }> {
  const chunks: string[] = [];
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  let ends = 'nothing';
  const program = buildProgram(commandGroups, {
    terminal: { stdin: new PassThrough(), stdout, stderr: stdout, isInteractive: false },
    place: { options: [], sentence: '' },
    execute: async command => {
      const group = commandGroups.find(({ commands }) => commands.includes(command));
      ends = `${group?.name ?? ''} ${command.name}`;
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const { sentence } = explainFailure(error);
    ends = sentence === '' ? 'help' : sentence;
  }
  return { ends, printed: chunks.join('') };
}

/** Splits a line into words as a shell does. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => {
    return double ?? single ?? bare ?? '';
  });
}

/** Returns the examples in the help of a command, a group, or the program. */
async function examplesIn(line: readonly string[]): Promise<string[]> {
  const { printed } = await readLine([...line, '--help']);
  const examples = printed.slice(printed.indexOf('\nExamples:\n'));
  return [...examples.matchAll(/^ {2}npm run admin -- (.+)$/gm)].map(([, example = '']) => example);
}

const commands = commandGroups.flatMap(({ name, commands }) =>
  commands.map((command): [string, string[]] => [`${name} ${command.name}`, [name, command.name]]),
);

test.each(commands)('The examples of `%s` run that command', async (name, line) => {
  const examples = await examplesIn(line);
  expect(examples).not.toEqual([]);
  for (const example of examples)
    expect([example, (await readLine(wordsOf(example))).ends]).toEqual([example, name]);
});

test.each(commandGroups.map(({ name }) => name))(
  'The examples of `%s` run commands of the group',
  async name => {
    const examples = await examplesIn([name]);
    expect(examples).not.toEqual([]);
    const own = commands.map(([line]) => line).filter(line => line.startsWith(`${name} `));
    for (const example of examples) expect(own).toContain((await readLine(wordsOf(example))).ends);
  },
);

test('The examples of the program run a command or show its help', async () => {
  const examples = await examplesIn([]);
  expect(examples).not.toEqual([]);
  const all = commands.map(([line]) => line);
  for (const example of examples) {
    const words = wordsOf(example);
    const isHelp = words.at(-1) === '--help';
    // `no such command --help` would show the group's help and succeed.
    expect(all).toContain(isHelp ? words.slice(0, -1).join(' ') : (await readLine(words)).ends);
  }
});

test('An unknown command, a missing option, and a misspelled option run no command', async () => {
  const ends = async (line: string): Promise<string> => (await readLine(wordsOf(line))).ends;
  const known = new Set(commands.map(([name]) => name));
  expect(await ends('company list')).toBe('company list');
  for (const wrong of [
    'company lst',
    'companies list',
    'company',
    'company create acme',
    'company list --jsn',
    'company show',
    'company show acme more',
  ])
    expect([wrong, known.has(await ends(wrong))]).toEqual([wrong, false]);
});

/** Returns the commands in a text, such as `webhook list` in backticks or after `npm run admin --`. */
function commandsNamedIn(text: string): string[] {
  const groups = commandGroups.map(({ name }) => name).join('|');
  const quoted = [...text.matchAll(new RegExp(`\`(${groups}) ([a-z][a-z-]*)`, 'g'))];
  const typed = [...text.matchAll(/npm run (?:--silent )?admin -- ([a-z-]+) ([a-z][a-z-]*)/g)];
  return [...quoted, ...typed].map(([, group = '', name = '']) => `${group} ${name}`);
}

test.each([
  ['admin command', 'src/admin', '.ts'],
  ['use cases', 'src/usecases', '.ts'],
  ["operators' pages", 'docs/operate', '.md'],
])('Every command that the %s mention exists', (_what, folder, ending) => {
  const root = join(__dirname, '../..', folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith(ending),
  );
  const named = files.flatMap(file => commandsNamedIn(readFileSync(join(root, file), 'utf8')));
  expect(named).not.toEqual([]);
  // `noun verb` stands for any command.
  const all = new Set(['noun verb', ...commands.map(([name]) => name)]);
  expect([...new Set(named)].filter(name => !all.has(name))).toEqual([]);
});
