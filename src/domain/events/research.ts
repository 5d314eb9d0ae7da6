/** What `aiResearch.completed` contains besides the researched site (EVENT-28). */
export interface ResearchCompleted {
  /** Where the result can be read. */
  readonly url: string;
}
