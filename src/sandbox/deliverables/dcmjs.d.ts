/**
 * The part of dcmjs that we use; it has no types of its own. Data sets by keyword, written as a Part 10 file.
 */
declare module 'dcmjs' {
  /** An element of the file meta information. */
  interface MetaElement {
    Value: ReadonlyArray<string | ArrayBuffer>;
    vr: string;
  }

  /** A data set by DICOM keyword; `_vrMap` sets the representation if the dictionary leaves a choice. */
  interface NaturalDataset {
    _meta: Readonly<Record<string, MetaElement>>;
    _vrMap: Readonly<Record<string, string>>;
    [keyword: string]: unknown;
  }

  export const data: {
    /** Writes with the transfer syntax of the meta information, text as UTF-8. */
    datasetToDict: (dataset: NaturalDataset) => { write: () => ArrayBuffer };
  };
}
