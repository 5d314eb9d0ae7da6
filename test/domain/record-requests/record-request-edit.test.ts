import {
  changesOfEdit,
  editRecordRequest,
  type RecordRequestEdit,
} from '../../../src/domain/record-requests/record-request-edit';
import { aRecordRequest } from './a-record-request';

const request = {
  ...aRecordRequest(),
  followUpDate: '2026-12-01',
  reference: 'PI-0042',
  dueDate: '2026-12-24',
};
const at = new Date(1);
const followUpSetAt = at;

test.each<[what: string, edit: RecordRequestEdit, fields: object]>([
  ['another date', { followUpDate: '2026-12-02' }, { followUpDate: '2026-12-02', followUpSetAt }],
  ['no date', { followUpDate: null }, { followUpDate: null, followUpSetAt }],
  ['another reference', { reference: 'PI-0043' }, { reference: 'PI-0043' }],
  ['no reference', { reference: null }, { reference: null }],
  ['another due date', { dueDate: '2026-12-23' }, { dueDate: '2026-12-23' }],
  ['no due date', { dueDate: null }, { dueDate: null }],
])(
  'An edit of a record request to %s changes that field, the version, and when it was updated',
  (_, edit, fields) => {
    expect(editRecordRequest(request, edit, at)).toEqual({
      ...request,
      ...fields,
      version: request.version + 1,
      updatedAt: at,
    });
  },
);

test.each<[what: string, edit: RecordRequestEdit]>([
  ['nothing', {}],
  ['`undefined`', { followUpDate: undefined, reference: undefined, dueDate: undefined }],
  ['the current date', { followUpDate: request.followUpDate }],
  ['the current reference', { reference: request.reference }],
  ['the current due date', { dueDate: request.dueDate }],
])('An edit of a record request to %s returns the request itself', (_, edit) => {
  expect(editRecordRequest(request, edit, at)).toBe(request);
});

test.each<[what: string, edit: RecordRequestEdit, names: object]>([
  ['the follow-up date', { followUpDate: null }, { followUpDate: null }],
  ['the reference', { reference: 'PI-0043' }, { reference: null }],
  ['the due date', { dueDate: '2026-12-23' }, { dueDate: null }],
  ['the facility', { facilityConfirmed: true }, { facilityConfirmed: null }],
  ['nothing', { reference: request.reference }, {}],
])('The audit log says that an edit changed %s, without the value', (_, edit, names) => {
  const held = { ...request, isHeldByCorrection: true };
  expect(changesOfEdit(held, editRecordRequest(held, edit, at))).toEqual(names);
});
