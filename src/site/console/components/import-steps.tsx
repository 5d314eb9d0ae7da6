import type { ComponentChildren } from 'preact';
import type { BulkImportKind } from '../../../domain/bulk-imports/sheets';

/** What a file of a kind has, as a choice. */
export const fileKindNames: Readonly<Record<BulkImportKind, string>> = {
  patients: 'Patients',
  recordRequests: 'Record requests',
};

const steps = ['Project', 'Upload', 'Columns', 'Preview'] as const;

/** The heading of a step, and where it is among the steps. */
export function StepHead({
  step,
  children,
}: {
  readonly step: (typeof steps)[number];
  readonly children?: ComponentChildren;
}) {
  return (
    <>
      <h1>Import a file: {step.toLowerCase()}</h1>
      <p class="muted">
        Step {steps.indexOf(step) + 1} of {steps.length}
        {children === undefined ? null : <> · {children}</>}
      </p>
    </>
  );
}
