import { commandBlocksOf, matchesOutput } from '../../tools/docs/code-blocks';

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

describe('The command blocks of a page', () => {
  test('come in order, each with its line and the output that the page shows', () => {
    const page = ['# A page', fence('sh', 'one'), 'It prints', fence('text', '1'), fence('sh', 'two')].join(
      '\n',
    );
    expect(commandBlocksOf(page)).toEqual([
      { line: 2, commands: 'one\n', output: '1\n' },
      { line: 11, commands: 'two\n' },
    ]);
  });

  test('take no output from another section, in another language, or marked as an example', () => {
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

  test("give the reason why a script doesn't run them", () => {
    expect(commandBlocksOf(fence('sh not-run: it needs Docker', 'docker run'))).toEqual([
      { line: 1, commands: 'docker run\n', notRun: 'it needs Docker' },
    ]);
  });
});

describe('The comparison of shown and printed output', () => {
  test.each([
    ['the same text', 'Processing\n', 'Processing\n', true],
    ['another text', 'Processing', 'Completed', false],
    ['additional text', 'Processing', 'Processing and more', false],
    ['line breaks for readers', '{"a":1,\n  "b":2}', '{"a":1,"b":2}', true],
    ['another number', 'total: 15', 'total: 7', true],
    ['a word instead of a number', 'total: 15', 'total: none', false],
    ['another UUID', '01a1fa7f-65ce-798f-b9f4-eec94e8ecf2d', 'ffa1fa7f-65ce-798f-b9f4-eec94e8ecf2d', true],
    ['text that the page omits', '{"id":"x",…}', '{"id":"x","name":"y"}', true],
    ['characters that mean something in a pattern', '[ "a" ] (b)?', '[ "a" ] (b)?', true],
    ['such characters used as a pattern', '.*', 'anything', false],
  ])('judges %s', (_name, shown, printed, expected) => {
    expect(matchesOutput(shown, printed)).toBe(expected);
  });
});
