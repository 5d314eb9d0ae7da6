import { isUuid, uuidPattern } from '../../src/domain/text';

const uuid = '01a1fa97-cbfd-72da-9b40-09c034bab473';

test('A UUID may be in upper case, with nothing around it', () => {
  expect([uuid, uuid.toUpperCase()].map(isUuid)).toEqual([true, true]);
  for (const text of [` ${uuid}`, `${uuid}\n`, uuid.replaceAll('-', ''), uuid.slice(1), `${uuid}0`, ''])
    expect(isUuid(text)).toBe(false);
});

test('A UUID inside a longer pattern is lower case and adds no group', () => {
  const key = new RegExp(`^(a)/(${uuidPattern})/(b)$`);
  expect(key.exec(`a/${uuid}/b`)?.slice(1)).toEqual(['a', uuid, 'b']);
  expect(key.test(`a/${uuid.toUpperCase()}/b`)).toBe(false);
});
