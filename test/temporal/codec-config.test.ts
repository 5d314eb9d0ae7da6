import { parseConfig } from '../../src/main/config';
import { ConfigError } from '../../src/platform/config';
import { codecConfigProblems } from '../../src/temporal/codec-server/check-config';

const digest = 'a'.repeat(64);
const safe = {
  RECORDWELL_ENV: 'production',
  CODEC_HOST: '127.0.0.1',
  CODEC_UI_ORIGIN: 'https://temporal.example.com',
  CODEC_TOKENS: [{ name: 'dana', tokenSha256: digest }],
} as const;

const problemsOf = (changes: Partial<Parameters<typeof codecConfigProblems>[0]>): string[] =>
  codecConfigProblems({ ...safe, CODEC_TOKENS: [...safe.CODEC_TOKENS], ...changes }).map(
    problem => problem.split(':')[0] ?? '',
  );

describe('codecConfigProblems', () => {
  test.each<[string, Parameters<typeof problemsOf>[0], string[]]>([
    ['no problem in production with tokens', {}, []],
    [
      'no problem in development on loopback without tokens',
      { RECORDWELL_ENV: 'development', CODEC_TOKENS: [] },
      [],
    ],
    ['a server without credentials in production', { CODEC_TOKENS: [] }, ['CODEC_TOKENS']],
    [
      'a server without credentials off loopback',
      { RECORDWELL_ENV: 'development', CODEC_HOST: '0.0.0.0', CODEC_TOKENS: [] },
      ['CODEC_HOST'],
    ],
    [
      'a server without credentials on a name that only resembles loopback',
      { RECORDWELL_ENV: 'development', CODEC_HOST: '127.0.0.1.example.com', CODEC_TOKENS: [] },
      ['CODEC_HOST'],
    ],
    [
      'no problem in production with a UI on the loopback address of its reader',
      { CODEC_UI_ORIGIN: 'http://localhost:8233' },
      [],
    ],
    ['no problem in production with a UI on ::1', { CODEC_UI_ORIGIN: 'http://[::1]:8233' }, []],
    [
      'a UI without TLS in production on a name that only resembles loopback',
      { CODEC_UI_ORIGIN: 'http://localhost.example.com' },
      ['CODEC_UI_ORIGIN'],
    ],
    [
      'a UI without TLS in production',
      { CODEC_UI_ORIGIN: 'http://temporal.example.com' },
      ['CODEC_UI_ORIGIN'],
    ],
  ])('finds %s', (_, changes, expected) => {
    expect(problemsOf(changes)).toEqual(expected);
  });
});

describe('The configuration of the codec server', () => {
  /** Returns the problems of the `CODEC_*` keys. */
  const problemsIn = (environment: Record<string, string>): string[] => {
    try {
      parseConfig(environment);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.problems.filter(problem => problem.startsWith('CODEC_'));
    }
  };

  test.each([`dana:${digest}`, `dana:${digest}, erin.b:${'0'.repeat(64)}`])('accepts the tokens %s', text => {
    expect(problemsIn({ CODEC_TOKENS: text })).toEqual([]);
  });

  test.each(['dana', 'dana:secret', `Dana:${digest}`, `dana:${digest}:x`, `dana:${digest},dana:${digest}`])(
    'rejects the tokens %s without repeating them',
    text => {
      const problems = problemsIn({ CODEC_TOKENS: text });
      expect(problems).toHaveLength(1);
      expect(problems[0]).not.toContain(digest);
    },
  );

  test.each(['https://temporal.example.com/', 'https://temporal.example.com/ui', 'temporal.example.com'])(
    'rejects %s as an origin',
    text => {
      expect(problemsIn({ CODEC_UI_ORIGIN: text })).toHaveLength(1);
    },
  );
});
