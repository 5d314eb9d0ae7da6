/** What a worker process of a test works for. */
export interface WorkerTask {
  readonly databaseUrl: string;
  readonly queuePrefix: string;
  readonly ehr: { readonly endpoint: string; readonly token: string };
}
