import {
  editRecordRequest,
  type RecordRequestEdit,
} from '../../../src/domain/record-requests/record-request-edit';
import { aRecordRequest } from './a-record-request';

const request = { ...aRecordRequest(), followUpDate: '2026-12-01', reference: 'PI-0042' };
const at = new Date(1);

test.each<[what: string, edit: RecordRequestEdit, fields: object]>([
  ['another date', { followUpDate: '2026-12-02' }, { followUpDate: '2026-12-02' }],
  ['no date', { followUpDate: null }, { followUpDate: null }],
  ['another reference', { reference: 'PI-0043' }, { reference: 'PI-0043' }],
  ['no reference', { reference: null }, { reference: null }],
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
  ['`undefined`', { followUpDate: undefined, reference: undefined }],
  ['the current date', { followUpDate: request.followUpDate }],
  ['the current reference', { reference: request.reference }],
])('An edit of a record request to %s returns the request itself', (_, edit) => {
  expect(editRecordRequest(request, edit, at)).toBe(request);
});
