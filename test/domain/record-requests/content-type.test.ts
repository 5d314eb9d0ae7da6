import { contentTypeOfFile } from '../../../src/domain/record-requests/content-type';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const dicom = bytes(`${'\0'.repeat(128)}DICM`);

const office = 'application/vnd.openxmlformats-officedocument';
/** Returns the start of a ZIP file whose first file has this name, or this name and content. */
const zipOf = (name: string): Uint8Array => bytes(`PK\u0003\u0004${'\0'.repeat(26)}${name}\0`);

test.each<[string, Uint8Array, string]>([
  ['Chart', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['Chart', bytes('\n\nscan of 11/20\n%PDF-1.4\n'), 'application/pdf'],
  ['chart.jpg', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['photo.pdf', bytes('\u00ff\u00d8\u00ff\u00e0'), 'image/jpeg'],
  ['photo', bytes('\u0089PNG\r\n\u001a\n'), 'image/png'],
  ['fax', bytes('II*\0\u0008\0\0\0'), 'image/tiff'],
  ['fax.pdf', bytes('MM\0*\0\0\0\u0008'), 'image/tiff'],
  ['IMG_0001.jpg', bytes('\0\0\0\u0018ftypheic'), 'image/heic'],
  ['IMG_0002.HEIC', bytes('\0\0\0\u0018ftypmif1'), 'image/heic'],
  ['photo.png', bytes('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  ['images', bytes('PK\u0003\u0004'), 'application/zip'],
  ['letter.txt', bytes('{\\rtf1\\ansi'), 'application/rtf'],
  ['IM0001', dicom, 'application/dicom'],
  ['note', bytes('Seen on 11/20.\r\n'), 'text/plain'],
  ['summary', bytes('<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3">'), 'application/xml'],
  ['summary.txt', bytes('\u00ef\u00bb\u00bf<?xml version="1.0"?><ClinicalDocument>'), 'application/xml'],
  ['letter.docx', zipOf('[Content_Types].xml'), `${office}.wordprocessingml.document`],
  ['ledger.XLSX', zipOf('_rels/.rels'), `${office}.spreadsheetml.sheet`],
  ['slides.pptx', zipOf('ppt/presentation.xml'), `${office}.presentationml.presentation`],
  ['letter', zipOf('[Content_Types].xml'), 'application/zip'],
  ['renamed.docx', zipOf('scan.pdf'), 'application/zip'],
  [
    'letter.zip',
    zipOf('mimetypeapplication/vnd.oasis.opendocument.textPK'),
    'application/vnd.oasis.opendocument.text',
  ],
])('A file named %s is what its bytes are [FILE-41]', (name, start, contentType) => {
  expect(contentTypeOfFile(start, name)).toBe(contentType);
});

test.each([
  '<!DOCTYPE html><p>',
  '<html>',
  '  <script>',
  '<svg onload="">',
  '\u00ef\u00bb\u00bf<html>',
  '<?php',
  '<?xml version="1.0"?>\n<svg onload="">',
  '<?xml version="1.0" standalone="no"?><!DOCTYPE svg PUBLIC "a" "b">',
  '<?xml version="1.0"?><!DOCTYPE html><html>',
])('A file that a browser would run has the generic type under any name: %s [FILE-41]', text => {
  for (const name of ['chart.pdf', 'note.txt', 'page', 'data.xml'])
    expect(contentTypeOfFile(bytes(text), name)).toBe('application/octet-stream');
});

test.each([
  ['visits.csv', 'a,b\n', 'text/csv'],
  ['note.txt', 'a', 'text/plain'],
  ['data.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
  ['broken.pdf', 'not a PDF', 'application/pdf'],
  ['letter.docx', 'x', 'application/octet-stream'],
  ['empty', '', 'application/octet-stream'],
  ['binary', '\0\u0001\u0002', 'application/octet-stream'],
])('The name %s decides if the bytes do not tell', (name, text, contentType) => {
  expect(contentTypeOfFile(bytes(text), name)).toBe(contentType);
});
