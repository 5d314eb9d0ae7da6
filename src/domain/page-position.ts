/** The start of a page of a list: after this row, in order of creation. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly uid: string;
}
