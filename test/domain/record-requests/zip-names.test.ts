import { zipPaths } from '../../../src/domain/record-requests/zip-names';

test('The paths in a ZIP file are safe on every computer, and none is used twice [FILE-45]', () => {
  const of = (folder: string, fileName: string): string => zipPaths([{ folder, fileName }])[0] ?? '';
  expect(of('Mercy - Billing', 'chart.pdf')).toBe('Mercy - Billing/chart.pdf');
  expect(of('../up', '..\\..\\chart?.pdf')).toBe('_up/_.._chart_.pdf');
  expect(of('A/B: C', 'a\u0000b\u202Ec.pdf')).toBe('A_B_ C/a_b_c.pdf');
  expect(of('', '...')).toBe('file/file');
  expect(of('Con', 'nul.pdf')).toBe('_Con/_nul.pdf');
  expect(of('x'.repeat(300), `${'y'.repeat(300)}.pdf`)).toMatch(/^x{100}\/y{96}\.pdf$/);
  const same = { folder: 'Mercy', fileName: 'Chart.pdf' };
  expect(zipPaths([same, { ...same, fileName: 'chart.PDF' }, same])).toEqual([
    'Mercy/Chart.pdf',
    'Mercy/chart (2).PDF',
    'Mercy/Chart (3).pdf',
  ]);
});
