/** The input of a test's worker process. */
export interface WorkerTask {
  readonly databaseUrl: string;
  readonly queuePrefix: string;
  readonly ehr: { readonly endpoint: string; readonly token: string };
}
