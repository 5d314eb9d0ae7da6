import type { ComponentChildren } from 'preact';
import type { BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { Form } from '../../components/form';
import type { Viewer } from '../../visit';
import { pathIn } from '../paths';
import { renderConsolePage, type ShownPlace } from './page';
import { projectNameOf } from './request-columns';

/** What a file of a kind has, as a choice. */
export const fileKindNames: Readonly<Record<BulkImportKind, string>> = {
  patients: 'Patients',
  recordRequests: 'Record requests',
};

const steps = ['Project', 'Upload', 'Columns', 'Preview'] as const;

type Step = (typeof steps)[number];

/** The heading of a step, and where it is among the steps. */
function StepHead({ step, children }: { readonly step: Step; readonly children?: ComponentChildren }) {
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

/** The content of a step. */
interface StepShown {
  readonly step: Step;
  readonly isWide?: boolean;
  /** The draft that the step is about; absent before there is one. */
  readonly draft?: {
    readonly uid: string;
    readonly kind: BulkImportKind;
    readonly project: { readonly name: string; readonly id: string };
  };
  readonly children: ComponentChildren;
}

/** Renders a step of an import. A draft can be discarded on every step. */
export function renderImportStep(
  viewer: Viewer,
  place: ShownPlace,
  { step, isWide = false, draft, children }: StepShown,
): string {
  return renderConsolePage({
    title: 'Import a file',
    viewer,
    place,
    section: 'imports',
    isWide,
    crumbs: [['Bulk imports', pathIn(place, 'imports')]],
    children: (
      <>
        <StepHead step={step}>
          {draft === undefined ? undefined : (
            <>
              {fileKindNames[draft.kind]} into{' '}
              {projectNameOf(place, { projectId: draft.project.id, projectName: draft.project.name })}
            </>
          )}
        </StepHead>
        {children}
        {draft === undefined ? null : (
          <Form action={pathIn(place, 'imports', 'drafts', draft.uid, 'discard')} label="Discard import">
            <button type="submit">Discard import</button>
          </Form>
        )}
      </>
    ),
  });
}
