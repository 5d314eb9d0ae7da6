/** The survey of a file, without an import. */
import type { BulkImportKind } from '../../src/domain/bulk-imports/sheets';
import type { FileRow } from '../../src/usecases/bulk-imports/csv-rows';
import { surveyRows, type FileSurvey } from '../../src/usecases/bulk-imports/survey';

/** Surveys a file. @param take gets each row below the header */
export async function surveyed(
  kind: BulkImportKind,
  bytes: AsyncIterable<Buffer>,
  take: (row: FileRow) => void = () => undefined,
): Promise<FileSurvey> {
  const rows = surveyRows(kind, bytes);
  for (let next = await rows.next(); ; next = await rows.next()) {
    if (next.done === true) return next.value;
    take(next.value);
  }
}
