import type { AuthCheck } from '../../../domain/auth-checks/auth-check';

/** The analysis of a document as the file response shows it: `verdicts` is null as a whole until the run is judged. */
export function presentAnalysis(analysis: AuthCheck | undefined) {
  return {
    extraction: analysis?.extraction ?? null,
    verdicts: analysis?.verdicts ?? null,
    verdictCounts: analysis?.verdictCounts ?? null,
  };
}
