import type { BulkFailure } from '../src/domain/bulk-imports/bulk-import';
import { finishImport } from '../src/usecases/bulk-imports/finish-import';
import { importRows, type ImportProgress } from '../src/usecases/bulk-imports/import-rows';
import { surveyFile, type SurveyResult } from '../src/usecases/bulk-imports/survey-file';
import type { ActivityParts } from './activity-parts';

export type { ImportProgress };

/** Where in a file to read on. */
interface Position {
  readonly row: number;
  readonly byte: number;
}

/** The activities of the bulk import workflow; arguments and results are ids, numbers and names of reasons only. */
export function createBulkImportActivities(parts: ActivityParts) {
  return {
    /** Takes the file aside and reads it through: can it be taken as a whole, and how many rows has it? */
    surveyFile: ({ importUid }: { readonly importUid: string }): Promise<SurveyResult> =>
      surveyFile(parts, importUid),

    /** Works off the next rows. */
    importRows: (step: { readonly importUid: string; readonly from: Position }): Promise<ImportProgress> =>
      importRows(parts, step),

    /** Writes the result, ends the import and removes the file. */
    finishImport: ({
      importUid,
      fault,
    }: {
      readonly importUid: string;
      readonly fault: { readonly failure: BulkFailure; readonly row: number | null } | null;
    }): Promise<void> => finishImport(parts, importUid, fault),
  };
}

/** The activities as the workflow calls them. */
export type BulkImportActivities = ReturnType<typeof createBulkImportActivities>;
