import type { RelationMappings } from 'objection';
import type { Note } from '../../domain/record-requests/note';
import { fixed, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { PatientModel } from './patient';

/** A note without what belongs to its patient. */
export type NoteRow = Omit<Note, 'patientId'>;

/** A note on a record request. */
export class NoteModel extends rows<NoteRow>() {
  static override tableName = 'note';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    projectUid: fixed('uuid'),
    patientUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    content: 'text',
    author: fixed('jsonb'),
    authorUserUid: fixed('uuid | null'),
    version: 'integer',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<NoteRow>;
  static override relationMappings = (): RelationMappings => ({
    patient: belongsTo(PatientModel, 'note.patient_uid'),
  });
  declare readonly patient?: PatientModel;
}
