import fc from 'fast-check';
import {
  tagFault,
  tagKeyOf,
  tagLengthMax,
  tagNameOf,
  tagsAfter,
  tagsIn,
  tagsMax,
} from '../../../src/domain/record-requests/tags';

describe('A tag [REQUEST-47]', () => {
  test.each([
    ['  two   words ', 'two words'],
    ['line\nbreak\ttab', 'line break tab'],
    ['in\u200Bside', 'inside'],
    ['e\u0301', '\u00E9'],
    ['nul\u0000l', 'nul l'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(tagNameOf(typed)).toBe(stored);
  });

  test('stays the same when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const name = tagNameOf(text);
        expect(tagNameOf(name)).toBe(name);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('Tags [REQUEST-47]', () => {
  test('are separated by commas, and the first spelling of each counts', () => {
    expect(tagsIn(' Trial, lien ,, TRIAL,Lien , rush')).toEqual(['Trial', 'lien', 'rush']);
    expect(tagsIn(' , ')).toEqual([]);
  });

  test('have 40 characters at most, counted as people do, and a record request has 20', () => {
    const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `Tag ${at}`);
    expect([tagLengthMax, tagsMax]).toEqual([40, 20]);
    expect(tagFault(['\u{1F4C1}'.repeat(40)])).toBeUndefined();
    expect(tagFault(['x'.repeat(41)])).toBe('tooLong');
    expect(tagFault(named(20))).toBeUndefined();
    expect(tagFault(named(21))).toBe('tooMany');
  });

  test('are added and removed without regard to case', () => {
    expect(tagsAfter(['Trial', 'Lien'], { add: ['LIEN', 'rush'], remove: ['trial'] })).toEqual([
      'Lien',
      'rush',
    ]);
    expect(tagsAfter(['Trial'], { add: ['trial'], remove: ['TRIAL'] })).toEqual(['trial']);
    expect(tagKeyOf('TRIAL')).toBe(tagKeyOf('trial'));
  });
});
