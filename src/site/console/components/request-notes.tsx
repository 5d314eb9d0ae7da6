/** The notes of a record request, and the forms that add and edit them. */
import { noteLengthMax, type Note } from '../../../domain/record-requests/note';
import { Instant } from '../../components/display';
import { Form, LinesField, type FieldProblems } from '../../components/form';

interface NotesParts {
  readonly notes: readonly Note[];
  /** The path of the notes, which the forms are below. */
  readonly path: string;
  /** Absent if this member can't write notes. */
  readonly writing?: {
    readonly userUid: string;
    readonly formKey: string;
    /** What was typed into a form that was refused, and the note that it edits; `null` for a new one. */
    readonly typed?: { readonly noteId: string | null; readonly content: string };
    readonly problems: FieldProblems | undefined;
  };
}

function EditNote({ note, path, writing }: { readonly note: Note } & Required<Omit<NotesParts, 'notes'>>) {
  const typed = writing.typed?.noteId === note.uid ? writing.typed.content : undefined;
  const id = `note-${note.uid}`;
  return (
    <details class="inner" open={typed !== undefined}>
      <summary>Edit note</summary>
      <Form
        action={`${path}/${note.uid}`}
        label="Edit note"
        problems={typed === undefined ? undefined : writing.problems}
      >
        <input type="hidden" name="version" value={note.version} />
        <LinesField id={id} name="content" label="Note" value={typed ?? note.content} max={noteLengthMax} />
        <button type="submit">Save note</button>
      </Form>
    </details>
  );
}

/** The notes, oldest first. Members edit their own. */
export function RequestNotes({ notes, path, writing }: NotesParts) {
  const isNew = writing?.typed?.noteId === null;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      {notes.length === 0 ? (
        <p class="muted">No notes yet. Your company and support can read them.</p>
      ) : (
        <ol class="attempts">
          {notes.map(note => (
            <li class="card">
              <p class="muted small">
                {note.author.name}, <Instant at={note.createdAt} />
                {note.version > 1 ? (
                  <>
                    , edited <Instant at={note.updatedAt} />
                  </>
                ) : null}
              </p>
              <p class="text">{note.content}</p>
              {writing === undefined || note.authorUserUid !== writing.userUid ? null : (
                <EditNote note={note} path={path} writing={writing} />
              )}
            </li>
          ))}
        </ol>
      )}
      {writing === undefined ? null : (
        <Form action={path} label="Add note" problems={isNew ? writing.problems : undefined}>
          <input type="hidden" name="once" value={writing.formKey} />
          <LinesField
            id="new-note"
            name="content"
            label="New note"
            value={isNew ? writing.typed.content : ''}
            max={noteLengthMax}
            hint="Your company and support can read it."
          />
          <button type="submit">Add note</button>
        </Form>
      )}
    </section>
  );
}
