import { commandBlocksOf, isAsSaid } from '../../tools/docs/code-blocks';

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

describe('the commands of a page', () => {
  test('come in their order, each with its place and what the page says it prints', () => {
    const page = ['# A page', fence('sh', 'one'), 'It prints', fence('text', '1'), fence('sh', 'two')].join(
      '\n',
    );
    expect(commandBlocksOf(page)).toEqual([
      { line: 2, commands: 'one\n', output: '1\n' },
      { line: 11, commands: 'two\n' },
    ]);
  });

  test('have no output in another section, none of another language, and none that is an example', () => {
    const page = [
      fence('sh', 'one'),
      '## Another section',
      fence('text', '1'),
      fence('sh', 'two'),
      fence('ts', '2'),
      fence('sh', 'three'),
      fence('text example', '3'),
    ];
    expect(commandBlocksOf(page.join('\n')).map(({ output }) => output)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('say why a script does not run them', () => {
    expect(commandBlocksOf(fence('sh not-run: it needs Docker', 'docker run'))).toEqual([
      { line: 1, commands: 'docker run\n', notRun: 'it needs Docker' },
    ]);
  });
});

describe('what commands print is as the page says', () => {
  test.each([
    ['the same text', 'Processing\n', 'Processing\n', true],
    ['another text', 'Processing', 'Completed', false],
    ['more than is said', 'Processing', 'Processing and more', false],
    ['line breaks for readers', '{"a":1,\n  "b":2}', '{"a":1,"b":2}', true],
    ['another number', 'total: 15', 'total: 7', true],
    ['a word for a number', 'total: 15', 'total: none', false],
    ['another UUID', '01a1fa7f-65ce-798f-b9f4-eec94e8ecf2d', 'ffa1fa7f-65ce-798f-b9f4-eec94e8ecf2d', true],
    ['what the page leaves out', '{"id":"x",…}', '{"id":"x","name":"y"}', true],
    ['signs that mean something in a pattern', '[ "a" ] (b)?', '[ "a" ] (b)?', true],
    ['such signs, meant as a pattern', '.*', 'anything', false],
  ])('%s', (_name, said, printed, expected) => {
    expect(isAsSaid(said, printed)).toBe(expected);
  });
});
