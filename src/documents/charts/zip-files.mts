/** The files in a ZIP file, as if each had been sent on its own. */
import type { ChartNote } from '../../domain/record-requests/combined-chart.ts';
import type { EmbeddedFile } from './embedded-files.mts';
import { shownTitle } from './embedded-files.mts';
import { LeftOut } from './left-out.mts';
import { claimOf } from './title-claim.mts';
import { zipEntries, type ZipEntry } from './zip-entries.mts';

/** What computers put into ZIP files beside the files of people. */
const byComputers = /(?:^|[/\\])(?:__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/iu;
/** Parts of documents that are ZIP files: of Office, OpenDocument, Apple, e-books, and programs. */
const partsOfDocuments = /^(?:\[Content_Types\]\.xml|mimetype|Index\/Document\.iwa|META-INF\/.*)$/u;

const collator = new Intl.Collator('en', { numeric: true });

/** Whether a file is a ZIP file by its first bytes. */
export function isZip(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
}

/** Returns a path in a ZIP file as the index shows it. */
function titleOf(path: string): string {
  const parts = path.split(/[/\\]/u).map(shownTitle);
  return parts.filter(part => !['', '.', '..'].includes(part)).join('/');
}

function fileOf({ name, read }: ZipEntry, index: number): EmbeddedFile {
  return { title: titleOf(name) || `File ${index + 1}`, read };
}

/**
 * Returns the files in a ZIP file, those that probably have pages first, both in the order of people. Of the
 * others, only some are returned: hundreds of images may come with a report.
 * @param unknownMax how many
 * @throws LeftOut if it is damaged, or a document and not a ZIP file of files
 */
export function filesInZip(
  bytes: Uint8Array,
  unknownMax: number,
): { readonly files: readonly EmbeddedFile[]; readonly notes: readonly ChartNote[] } {
  const entries = zipEntries(bytes);
  if (entries.some(({ name }) => partsOfDocuments.test(name))) throw new LeftOut('kindUnknown');
  const files = entries
    .filter(({ name }) => !byComputers.test(name))
    .map(fileOf)
    .toSorted((a, b) => collator.compare(a.title, b.title));
  const isLikely = ({ title }: EmbeddedFile): boolean =>
    claimOf(title) !== 'unknown' || /\.zip$/iu.test(title);
  const others = files.filter(file => !isLikely(file));
  return {
    files: [...files.filter(isLikely), ...others.slice(0, unknownMax)],
    notes: others.length > unknownMax ? ['moreInArchive'] : [],
  };
}
