import type { Project } from '../../../domain/projects/project';
import type { Note } from '../../../domain/record-requests/note';

/** Returns a note as the API shows it. */
export function presentNote(note: Note, project: Project) {
  return {
    id: note.uid,
    content: note.content,
    author: note.author,
    createdAt: note.createdAt.toISOString(),
    updatedAt: note.updatedAt.toISOString(),
    recordRequestId: note.recordRequestUid,
    patientId: note.patientId,
    projectId: project.id,
    companyId: project.companyId,
  };
}
