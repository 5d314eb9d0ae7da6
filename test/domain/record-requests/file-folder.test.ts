/** The folder in which a deliverable is shown. */
import { chartDocumentsFolder, withDisplayFolders } from '../../../src/domain/record-requests/file-folder';

const file = (returnNumber: number, folder: string | null = null) => ({ returnNumber, folder });
const foldersOf = (...files: ReadonlyArray<ReturnType<typeof file>>) =>
  withDisplayFolders(files).map(({ folder }) => folder);

test('Files of a single return are at the top level, whichever return it was [FILE-8]', () => {
  expect(foldersOf()).toEqual([]);
  expect(foldersOf(file(1), file(1))).toEqual([null, null]);
  expect(foldersOf(file(3))).toEqual([null]);
});

test('Files requested in several parts share a folder [FILE-21]', () => {
  expect(foldersOf(file(1, chartDocumentsFolder), file(1), file(1, chartDocumentsFolder))).toEqual([
    'Chart Documents',
    null,
    'Chart Documents',
  ]);
});

test('The latest return of a site is apart from its earlier returns [FILE-22]', () => {
  expect(foldersOf(file(1), file(2), file(1))).toEqual(['Earlier return', 'Latest return', 'Earlier return']);
  expect(foldersOf(file(1), file(2), file(4))).toEqual(['Earlier return', 'Earlier return', 'Latest return']);
});

test('A return in several parts keeps them in its own folder [FILE-21] [FILE-22]', () => {
  expect(foldersOf(file(1), file(2, chartDocumentsFolder), file(2))).toEqual([
    'Earlier return',
    'Latest return/Chart Documents',
    'Latest return',
  ]);
});
