import { fixed, generated, hex, unixMs, type Columns } from '../../src/store/columns';
import { rows } from '../../src/store/models/base';
import {
  excluded,
  fillBlanks,
  insert,
  insertMany,
  jsonObject,
  namesOf,
  patchOf,
  pick,
  selectList,
  update,
  valuesOf,
} from '../../src/store/table';

interface NoteRow {
  readonly uid: string;
  readonly number: number;
  readonly firstLine: string;
  readonly tags: readonly string[];
  readonly remarks: readonly object[];
  readonly hash: string | null;
  readonly dueAtMs: number | null;
}

class NoteModel extends rows<NoteRow>() {
  static override tableName = 'note';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    number: generated('bigint'),
    firstLine: 'text',
    tags: 'text[]',
    remarks: 'jsonb',
    hash: fixed(hex('bytea | null')),
    dueAtMs: unixMs('due_at', 'timestamptz | null'),
  } satisfies Columns<NoteRow>;
}

const row: NoteRow & { readonly surplus: string } = {
  uid: 'u',
  number: 1,
  firstLine: 'l',
  tags: [],
  remarks: [],
  hash: null,
  dueAtMs: null,
  surplus: 's',
};

/** Returns a statement on one line, to compare it without its line breaks. */
function line(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim();
}

test('A row is selected under the names of its properties, in their TypeScript forms', () => {
  expect(selectList(NoteModel, 'n')).toBe(
    'n.uid as "uid", n.number as "number", n.first_line as "firstLine", n.tags as "tags", n.remarks ' +
      `as "remarks", encode(n.hash, 'hex') as "hash", (extract(epoch from n.due_at) * 1000)::bigint ` +
      'as "dueAtMs"',
  );
});

test('The named properties of a row are selected as a list or as a JSON object', () => {
  expect(selectList(NoteModel, 'n', ['firstLine'])).toBe('n.first_line as "firstLine"');
  expect(jsonObject(NoteModel, 'n', ['uid', 'firstLine'])).toBe(
    `json_build_object('uid', n.uid, 'firstLine', n.first_line)`,
  );
});

test('A row is inserted by the names of its properties, without generated columns', () => {
  expect(line(insert(NoteModel))).toBe(
    'insert into note (uid, first_line, tags, remarks, hash, due_at) values (:uid, :firstLine, ' +
      `:tags, :remarks::jsonb, decode(:hash::text, 'hex'), to_timestamp(:dueAtMs::bigint / 1000.0))`,
  );
});

test('An insert may set fewer columns, use SQL for a value, depend on another row, and handle a conflict', () => {
  const text = insert(NoteModel, {
    only: ['uid', 'firstLine'],
    given: { firstLine: `'none'` },
    from: 'book b where b.uid = :uid',
    onConflict: 'on conflict do nothing',
    returning: 'uid',
  });
  expect(line(text)).toBe(
    `insert into note (uid, first_line) select :uid, 'none' from book b where b.uid = :uid on ` +
      'conflict do nothing returning uid',
  );
});

test('Many rows are inserted by one statement, in the order of their list if requested', () => {
  const text = insertMany(NoteModel, {
    only: ['uid', 'tags', 'hash', 'dueAtMs'],
    given: { uid: 'uuidv7()' },
    beside: { bookId: 'text' },
    joins: 'join book b on b.id = r."bookId"',
    orderBy: 'r.place',
    onConflict: `on conflict do update set ${excluded(NoteModel, ['tags'])}`,
  });
  expect(line(text)).toBe(
    `insert into note (uid, tags, hash, due_at) select uuidv7(), r."tags", decode(r."hash", 'hex'), ` +
      'to_timestamp(r."dueAtMs" / 1000.0) from rows from (json_to_recordset(:rows::json) as ("tags" ' +
      'text[], "hash" text, "dueAtMs" bigint, "bookId" text)) with ordinality as r("tags", "hash", ' +
      '"dueAtMs", "bookId", place) join book b on b.id = r."bookId" order by r.place on conflict do ' +
      'update set tags = excluded.tags',
  );
});

test('An update sets every changeable column of the row with its uid, and never a fixed one', () => {
  expect(line(update(NoteModel))).toBe(
    'update note set first_line = :firstLine, tags = :tags, remarks = :remarks::jsonb, due_at = ' +
      'to_timestamp(:dueAtMs::bigint / 1000.0) where uid = :uid',
  );
  expect(excluded(NoteModel)).toBe(
    'first_line = excluded.first_line, tags = excluded.tags, remarks = excluded.remarks, due_at = ' +
      'excluded.due_at',
  );
});

test('An update may set fewer columns, of another row', () => {
  const text = update(NoteModel, { set: ['firstLine'], where: 'number = :number', returning: 'uid' });
  expect(line(text)).toBe('update note set first_line = :firstLine where number = :number returning uid');
});

test('Filling blanks sets only columns that are null', () => {
  expect(line(fillBlanks(NoteModel, ['firstLine', 'dueAtMs']))).toBe(
    'do update set first_line = coalesce(note.first_line, excluded.first_line), due_at = ' +
      'coalesce(note.due_at, excluded.due_at) where (note.first_line is null and excluded.first_line ' +
      'is not null) or (note.due_at is null and excluded.due_at is not null)',
  );
});

test('The values of a statement are taken from a row without its extra properties', () => {
  expect(Object.keys(patchOf(NoteModel, row))).toEqual(['uid', 'firstLine', 'tags', 'remarks', 'dueAtMs']);
  expect(pick(row, ['tags'])).toEqual({ tags: [] });
  expect(Object.keys(valuesOf(NoteModel, row))).toEqual([
    ...['uid', 'firstLine', 'tags', 'remarks', 'hash', 'dueAtMs'],
  ]);
});

test('The property names of a row are in the order of its columns', () => {
  expect(namesOf(NoteModel)).toEqual(['uid', 'number', 'firstLine', 'tags', 'remarks', 'hash', 'dueAtMs']);
});

test('The compiler rejects a column that is missing, extra, of a wrong type, or wrongly nullable', () => {
  const { uid, number, firstLine, tags, remarks, hash, dueAtMs } = NoteModel.columns;
  // @ts-expect-error `dueAtMs` is missing
  const missing = { uid, number, firstLine, tags, remarks, hash } satisfies Columns<NoteRow>;
  const surplus = {
    uid,
    number,
    firstLine,
    tags,
    remarks,
    hash,
    dueAtMs,
    // @ts-expect-error no row has it
    other: 'text',
  } satisfies Columns<NoteRow>;
  // @ts-expect-error an instant does not hold a text
  const wrongType = { ...NoteModel.columns, firstLine: 'timestamptz' } satisfies Columns<NoteRow>;
  // @ts-expect-error the property is never null
  const wrongNull = { ...NoteModel.columns, firstLine: 'text | null' } satisfies Columns<NoteRow>;
  expect([missing, surplus, wrongType, wrongNull]).toHaveLength(4);
});
