/** Where a page of a list begins: after this row, in the order in which rows were made. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly uid: string;
}
