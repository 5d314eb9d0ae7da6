/** All commands have the same word order, and list the allowed values in the same way. */
import { commandGroups } from '../../src/admin/commands';
import type { Inputs } from '../../src/admin/inputs';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../support/api-world';

const all = commandGroups.flatMap(({ name, commands }) =>
  commands.map(command => ({ line: `${name} ${command.name}`, group: name, command })),
);

/** Commands that create something. Their subject is the name of the new item. */
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
  '$line has the subject, at most one value, then company and project before other options',
  ({ command }) => {
    const places = Object.values(command.inputs).map(({ place }) => place);
    const positional = places.filter(place => place === 'argument').length;
    expect(positional).toBeLessThanOrEqual(2);
    expect(places.slice(0, positional)).toEqual(Array.from({ length: positional }, () => 'argument'));
    const options = Object.keys(command.inputs).slice(positional);
    // An endpoint's `project` is a repeatable option that selects its events.
    const isPlace = (name: string): boolean => command.inputs[name]?.absent === undefined;
    const where = ['company', 'project'].filter(name => options.includes(name) && isPlace(name));
    expect(options.slice(0, where.length)).toEqual(where);
  },
);

test.each(commandGroups)('Every command of $name has the same subject', ({ name, commands }) => {
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

test('Every placeholder such as STATUS, KIND, or PURPOSE has a list of allowed values', () => {
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

/** Returns a word for each required input: a valid one, except for the tested input. */
function lineWith(inputs: Inputs, wrong: string): string[] {
  return Object.entries(inputs).flatMap(([name, { place, placeholder, isRequired, choices }]) => {
    if (name !== wrong && !isRequired) return [];
    const word = name === wrong ? 'no-such' : (choices?.[0] ?? goodWords[placeholder] ?? 'x');
    const flag = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    return place === 'argument' ? [word] : [flag, word];
  });
}

test.each(closedSets)(
  '$line rejects an invalid $input and lists the allowed values',
  async ({ line, inputs, input, choices }) => {
    const { exitCode, stderr } = await admin(world, [...line.split(' '), ...lineWith(inputs, input)]);
    expect(exitCode).toBe(64);
    expect(stderr).toContain(`It must be one of ${choices.join(', ')}.`);
  },
);
