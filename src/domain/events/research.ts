/** What `aiResearch.completed` says beside which site was researched (EVENT-28). */
export interface ResearchCompleted {
  /** Where the research is read. */
  readonly url: string;
}
