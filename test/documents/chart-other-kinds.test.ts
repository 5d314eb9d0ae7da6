/** Files without pages for a combined chart: e-mails, web pages, summaries, and documents of Office. */
import { zipSync } from 'fflate';
import { leftOutReasons, leftOutWords } from '../../src/domain/record-requests/combined-chart';
import { contentTypeOfFile } from '../../src/domain/record-requests/content-type';
import { chartOf, sourceOf, withoutNumbers } from '../support/chart-sources';
import { pdfWith } from '../support/charts-with-more';
import { readPdf } from '../support/read-pdf';

const encode = (text: string): Uint8Array => Buffer.from(text);
/** How an Outlook message and an old Word document begin: a compound file. */
const compoundFile = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const mail = 'From: records@harbor.example\r\nSubject: Your request\r\n\r\nThe chart is attached.\r\n';
const summary =
  '<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Summary</title></ClinicalDocument>';
const word = zipSync({
  '[Content_Types].xml': encode('<Types/>'),
  'word/document.xml': encode('<document>Diagnosis</document>'),
  'word/media/scan.png': encode('a picture without its text'),
});
const text = zipSync({
  mimetype: [encode('application/vnd.oasis.opendocument.text'), { level: 0 }],
  'content.xml': encode('<text>Diagnosis</text>'),
});

const kinds: ReadonlyArray<readonly [name: string, bytes: Uint8Array]> = [
  ['Message.eml', encode(mail)],
  ['Message.msg', compoundFile],
  ['Portal.html', encode('<!DOCTYPE html><html><body>Diagnosis</body></html>')],
  ['Portal.htm', encode('<div>Diagnosis</div>')],
  ['Summary.xml', encode(summary)],
  ['Summary.cda', encode(summary)],
  ['Summary', encode(summary)],
  ['Letter.docx', word],
  ['Letter.doc', compoundFile],
  ['Letter.odt', text],
];

test.each(kinds)('The file %s is named in the index, with what to do [FILE-57]', async (name, bytes) => {
  const source = { ...sourceOf(name, bytes), contentType: contentTypeOfFile(bytes, name) };
  const chart = await chartOf([source, sourceOf('Control.txt', encode('Control'))]);
  const [index, ...pages] = withoutNumbers((await readPdf(chart.bytes)).pages);
  expect(chart.outcomes[0]).toEqual({ reason: 'kindUnknown' });
  expect(index).toContain(
    `${name} not included Files of this type can't be included. Download the file itself to see it.`,
  );
  expect(pages).toEqual(['Control']);
});

test('Such files in a ZIP file, or attached to a PDF, are named with it [FILE-57]', async () => {
  const named = kinds.filter(([name]) => name !== 'Summary');
  const inZip = zipSync({ ...Object.fromEntries(named), 'Control.txt': encode('Control') });
  const attached = await pdfWith('Cover', named);
  const chart = await chartOf([sourceOf('Records.zip', inZip), sourceOf('Cover.pdf', attached)]);
  const [first = '', second = '', ...pages] = withoutNumbers((await readPdf(chart.bytes)).pages);
  const index = `${first} ${second}`;
  expect(pages).toEqual(['Control', 'Cover']);
  for (const [name] of named) {
    expect(index).toContain(`In the ZIP file: ${name} not included ${leftOutWords.kindUnknown}`);
    expect(index).toContain(`Attached: ${name} not included ${leftOutWords.kindUnknown}`);
  }
});

test('Each reason for which a stored file is not in the chart says to download it [FILE-57]', () => {
  // A file that isn't there can't be downloaded, and the entries of a form are for packets.
  const others = leftOutReasons.filter(reason => reason !== 'missing' && reason !== 'fieldsNotDrawn');
  for (const reason of others)
    expect(leftOutWords[reason]).toMatch(/ Download the (?:file itself|outer file|ZIP file)/u);
});
