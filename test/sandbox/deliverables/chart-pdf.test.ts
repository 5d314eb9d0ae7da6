import { chartPdf } from '../../../src/sandbox/deliverables/chart-pdf';
import { readPdf, type PdfContent } from '../../support/read-pdf';
import { adaeze, aStubRequest } from '../stub-request';

describe('The stub chart', () => {
  const request = aStubRequest();
  let chart: PdfContent;
  beforeAll(async () => {
    chart = await readPdf(await chartPdf(request));
  });

  test('has its title, the patient, the site, and the reference on its first page', () => {
    expect(chart.title).toBe('Medical Record');
    for (const text of ['Adaeze Okafor-Lindqvist', '05/06/1947', request.site.name, request.reference])
      expect(chart.pages[0]).toContain(text);
  });

  test('says on every page that it is stub data, with the page number', () => {
    expect(chart.pages.length).toBeGreaterThan(3);
    chart.pages.forEach((page, index) => {
      expect(page).toContain('SANDBOX — STUB DATA');
      expect(page).toContain(`Page ${index + 1} of ${chart.pages.length}`);
    });
  });

  test('contains every visit with all diagnoses, procedures, medications, and results', () => {
    const text = chart.pages.join(' ');
    const wanted = request.visits.flatMap(record => [
      record.visit.ref,
      ...record.diagnoses.map(row => row.code),
      ...record.procedures.map(row => `${row.codeSystem} ${row.code}`),
      ...record.prescriptionFills.map(row => row.drugName),
      ...record.labResults.map(row => row.value),
    ]);
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter(one => !text.includes(one))).toEqual([]);
  });

  test('repeats the header of a table that continues on another page', async () => {
    const [visit] = request.visits;
    const [result] = request.visits.flatMap(record => record.labResults);
    if (visit === undefined || result === undefined) throw new Error('the stub patient lost the results');
    const many = { ...visit, labResults: Array.from({ length: 60 }, () => result) };
    const { pages } = await readPdf(await chartPdf({ ...request, visits: [many] }));
    const withResults = pages.filter(page => page.includes(result.name.slice(0, 20)));
    expect(withResults.length).toBeGreaterThan(1);
    for (const page of withResults) expect(page).toContain('Collected');
  });

  test('keeps the birth date and the reference on each page next to a long name and facility', async () => {
    const patient = { ...adaeze, lastNames: ['Featherstonehaugh-Villanueva de la Cruz y Lindqvist'] };
    const site = {
      ...request.site,
      name: "Children's Hospital and Ambulatory Surgical Centers of ".repeat(3),
    };
    const { pages } = await readPdf(await chartPdf({ ...request, patient, site }));
    for (const page of pages) {
      expect(page).toContain('de la Cruz y Lindqvist · DOB 05/06/1947');
      expect(page).toContain(`Record request ${request.reference}`);
    }
  });

  test('has the same bytes for the same input', async () => {
    const [one, other] = [await chartPdf(request), await chartPdf(aStubRequest())];
    expect(Buffer.compare(one, other)).toBe(0);
    expect(Buffer.compare(one, await chartPdf({ ...request, reference: 'another' }))).not.toBe(0);
  });

  test('can be opened without a visit, and says so', async () => {
    const { pages } = await readPdf(await chartPdf({ ...request, visits: [] }));
    expect(pages.join(' ')).toContain('no visits for this patient in the requested dates of service');
  });

  test.each([
    ['Łukasz', 'Żółć', 'Łukasz Żółć'],
    ['Nguyễn', 'Đặng', 'Nguyễn Đặng'],
    ['Ελένη', 'Ωμέγα', 'Ελένη Ωμέγα'],
    ['Łukasz', '山田', 'Łukasz □□'],
    ['a\u0000b\tc', '👩‍⚕️', 'a b c'],
    ['e\u0301', '\uD800', 'é'],
  ])('can be opened for the name %j %j and shows %j', async (firstName, lastName, shown) => {
    const patient = { ...adaeze, firstName, lastNames: [lastName] };
    const { pages } = await readPdf(await chartPdf({ ...request, patient, visits: [] }));
    expect(pages[0]).toContain(shown);
    expect(pages[0]?.includes('□ replaces a character')).toBe(
      !/^[\p{Script=Latin}\p{Script=Greek}]+$/u.test(lastName),
    );
  });
});
