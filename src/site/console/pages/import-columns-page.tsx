/** The page of a draft on which a member chooses what each column of the file holds. */
import type { BulkColumn } from '../../../domain/bulk-imports/bulk-import';
import { fileVersionOf, type ImportDraft } from '../../../domain/bulk-imports/import-draft';
import { faultColumn, fieldOptionsOf, type FieldOption } from '../../../domain/bulk-imports/mapping';
import { Day, Notice, Table, type Message } from '../../components/display';
import { FieldProblem, Form, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderImportStep } from '../components/import-steps';
import type { ShownPlace } from '../components/page';
import { pathIn, withQuery } from '../paths';

/** The content of the page. */
export interface ImportColumnsShown {
  readonly draft: Pick<ImportDraft, 'uid' | 'kind' | 'etag' | 'header'>;
  readonly project: { readonly id: string; readonly name: string };
  readonly rows: ReadonlyArray<{ readonly cells: readonly string[] }>;
  readonly suggested: readonly BulkColumn[];
  /** When the file was imported whose columns are suggested; `undefined` without one. */
  readonly asImportedAt: Date | undefined;
  /** The choices of a form that was refused. */
  readonly typed: readonly string[] | undefined;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

/** How many values of a column are shown, and how much of each. */
const shownValues = 3;
const shownCharacters = 40;

/** Returns the letters that a spreadsheet has above a column. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

function nameOfColumn({ header }: BulkColumn, index: number): string {
  return header === '' ? `Column ${lettersOf(index)}` : header;
}

/** The first values of a column. */
function Values({ rows, index }: { readonly rows: ImportColumnsShown['rows']; readonly index: number }) {
  const values = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter(value => value !== '');
  if (values.length === 0) return <span class="muted">No values</span>;
  const cut = (value: string): string =>
    value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value;
  return <span>{values.slice(0, shownValues).map(cut).join(' · ')}</span>;
}

interface FieldChoiceParts {
  readonly options: readonly FieldOption[];
  readonly column: string;
  readonly index: number;
  readonly value: string;
  readonly isInvalid: boolean;
}

function FieldChoice({ options, column, index, value, isInvalid }: FieldChoiceParts) {
  return (
    <>
      <FieldProblem name={`column-${index}`} />
      <select
        id={`column-${index}`}
        name="field"
        aria-label={`Import ${column} as`}
        aria-invalid={isInvalid ? true : undefined}
      >
        <option value="" selected={value === ''}>
          Don't import
        </option>
        {options.map(({ field, label, isNeeded }) => (
          <option value={field} selected={field === value}>
            {isNeeded ? `${label} (required)` : label}
          </option>
        ))}
      </select>
    </>
  );
}

function Columns({ shown }: { readonly shown: ImportColumnsShown }) {
  const { draft, rows, suggested, typed, problems = {} } = shown;
  const options = fieldOptionsOf(draft.kind);
  const columns = suggested.map((column, index) => ({ column, index }));
  const hidden = columns.filter(({ column }) => column.header === faultColumn);
  return (
    <>
      {hidden.length === 0 ? null : (
        <p class="muted">The column “{faultColumn}” is from recordwell, and isn't imported.</p>
      )}
      <Table
        caption="Columns of the file"
        headings={['Column', 'First values', 'Import as']}
        rows={columns.map(({ column, index }) => {
          const name = nameOfColumn(column, index);
          const value = typed?.[index] ?? column.field ?? '';
          return [
            <strong>{name}</strong>,
            <Values rows={rows} index={index} />,
            column.header === faultColumn ? (
              <>
                <input type="hidden" name="field" value="" /> Not imported
              </>
            ) : (
              <FieldChoice
                options={options}
                column={name}
                index={index}
                value={value}
                isInvalid={problems[`column-${index}`] !== undefined}
              />
            ),
          ];
        })}
      />
    </>
  );
}

/** What the fields need, and where the suggestions are from. */
function Advice({ shown }: { readonly shown: ImportColumnsShown }) {
  const { draft, asImportedAt } = shown;
  const needed = fieldOptionsOf(draft.kind).filter(({ isNeeded }) => isNeeded);
  return (
    <>
      {asImportedAt === undefined ? null : (
        <Notice tone="info">
          Columns chosen as in the import of <Day at={asImportedAt} />, which had the same column names.
          Change them if needed.
        </Notice>
      )}
      <p>
        Choose what each column has. Required: {needed.map(({ label }) => label).join(', ')}. The column names
        are in row {draft.header?.row ?? 1}.
      </p>
    </>
  );
}

/** Renders the page. */
export function renderImportColumnsPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: ImportColumnsShown,
): string {
  const { draft, project, message, problems } = shown;
  const path = pathIn(place, 'imports', 'drafts', draft.uid);
  return renderImportStep(viewer, place, {
    step: 'Columns',
    isWide: true,
    draft: { ...draft, project },
    children: (
      <>
        {message === undefined ? null : <Notice tone={message.tone}>{message.text}</Notice>}
        <Advice shown={shown} />
        <Form action={`${path}/columns`} label="Columns" problems={problems} isList>
          <input type="hidden" name="file" value={fileVersionOf(draft)} />
          <Columns shown={shown} />
          <div class="line">
            <button type="submit" class="main">
              Preview
            </button>
            <a href={withQuery(path, { step: 'file' })}>Choose another file</a>
          </div>
        </Form>
      </>
    ),
  });
}
