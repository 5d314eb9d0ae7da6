/** In which folder a deliverable is shown. */
import { chartDocumentsFolder, withDisplayFolders } from '../../../src/domain/record-requests/file-folder';

const file = (returnNumber: number, folder: string | null = null) => ({ returnNumber, folder });
const foldersOf = (...files: ReadonlyArray<ReturnType<typeof file>>) =>
  withDisplayFolders(files).map(({ folder }) => folder);

test('what came at once stands at the top, whichever return it was [FILE-8]', () => {
  expect(foldersOf()).toEqual([]);
  expect(foldersOf(file(1), file(1))).toEqual([null, null]);
  expect(foldersOf(file(3))).toEqual([null]);
});

test('what was asked for in several parts stands together [FILE-21]', () => {
  expect(foldersOf(file(1, chartDocumentsFolder), file(1), file(1, chartDocumentsFolder))).toEqual([
    'Chart Documents',
    null,
    'Chart Documents',
  ]);
});

test('what a site returned last stands apart from what it returned before [FILE-22]', () => {
  expect(foldersOf(file(1), file(2), file(1))).toEqual(['Earlier return', 'Latest return', 'Earlier return']);
  expect(foldersOf(file(1), file(2), file(4))).toEqual(['Earlier return', 'Earlier return', 'Latest return']);
});

test('a return of several parts has its parts together [FILE-21] [FILE-22]', () => {
  expect(foldersOf(file(1), file(2, chartDocumentsFolder), file(2))).toEqual([
    'Earlier return',
    'Latest return/Chart Documents',
    'Latest return',
  ]);
});
