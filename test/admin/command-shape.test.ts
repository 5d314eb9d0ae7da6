/** One order of words over all commands, and one way in which a closed set of values is said. */
import { commandGroups } from '../../src/admin/commands';
import type { Inputs } from '../../src/admin/inputs';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../support/api-world';

const all = commandGroups.flatMap(({ name, commands }) =>
  commands.map(command => ({ line: `${name} ${command.name}`, group: name, command })),
);

/** What makes a thing: its subject is what it will be called, and not one that is there. */
const makers = new Set([
  'company create',
  'user add',
  'role define',
  'webhook create',
  'webhook import-classic',
]);

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld();
});
afterAll(() => world.close());

test.each(all)(
  '$line: the subject, then at most one value; company and project before other options',
  ({ command }) => {
    const places = Object.values(command.inputs).map(({ place }) => place);
    const positional = places.filter(place => place === 'argument').length;
    expect(positional).toBeLessThanOrEqual(2);
    expect(places.slice(0, positional)).toEqual(Array.from({ length: positional }, () => 'argument'));
    const options = Object.keys(command.inputs).slice(positional);
    // Of an endpoint `project` says what it listens to, and may be said several times.
    const isPlace = (name: string): boolean => command.inputs[name]?.absent === undefined;
    const where = ['company', 'project'].filter(name => options.includes(name) && isPlace(name));
    expect(options.slice(0, where.length)).toEqual(where);
  },
);

test.each(commandGroups)('$name: every command has the same subject', ({ name, commands }) => {
  const subjects = commands
    .filter(command => !makers.has(`${name} ${command.name}`))
    .flatMap(({ inputs }) => Object.values(inputs).slice(0, 1))
    .filter(({ place }) => place === 'argument')
    .map(({ placeholder, description }) => `${placeholder}: ${description}`);
  expect(new Set(subjects).size).toBeLessThanOrEqual(1);
});

const closedSets = all.flatMap(({ line, command }) =>
  Object.entries(command.inputs)
    .filter(([, { choices }]) => choices !== undefined)
    .map(([input, { choices = [], placeholder }]) => ({
      line,
      input,
      choices,
      placeholder,
      inputs: command.inputs,
    })),
);

test('every value that is named in capitals as a status, kind, purpose or the like has its list', () => {
  const enums = new Set([
    'STATUS',
    'ENV',
    'FEATURE',
    'PERMISSION',
    'PURPOSE',
    'METHOD',
    'SEARCH',
    'FORMAT',
    'KIND',
    'EVENT',
  ]);
  const open = all.flatMap(({ line, command }) =>
    Object.values(command.inputs)
      .filter(({ placeholder, choices }) => enums.has(placeholder) && choices === undefined)
      .map(({ placeholder }) => `${line} ${placeholder}`),
  );
  expect(open).toEqual([]);
  expect(closedSets.map(({ placeholder }) => placeholder)).toEqual(expect.arrayContaining([...enums]));
});

const goodWords: Readonly<Record<string, string>> = { N: '1', WHEN: '2026-11-01' };

/** A word for each input that must be there: a good one, but for the input in question. */
function lineWith(inputs: Inputs, wrong: string): string[] {
  return Object.entries(inputs).flatMap(([name, { place, placeholder, isRequired, choices }]) => {
    if (name !== wrong && !isRequired) return [];
    const word = name === wrong ? 'no-such' : (choices?.[0] ?? goodWords[placeholder] ?? 'x');
    const flag = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    return place === 'argument' ? [word] : [flag, word];
  });
}

test.each(closedSets)(
  '$line: a wrong $input is refused with every value there is',
  async ({ line, inputs, input, choices }) => {
    const { exitCode, stderr } = await admin(world, [...line.split(' '), ...lineWith(inputs, input)]);
    expect(exitCode).toBe(64);
    expect(stderr).toContain(`It must be one of ${choices.join(', ')}.`);
  },
);
