/** Whose signature a row is for: by its label, and by the words around it. */
import type { InkStroke } from '../../../src/reading/document-layout';
import { evidenceOf, twoRows, type Drawn } from './drawn-forms';
import { rule, stroke, type Line } from './layouts';

describe('A signature', () => {
  test.each([
    'Signature of witness',
    'Interpreter signature',
    'Staff signature',
    'Signature of employee releasing records',
    'Attorney signature',
    'Signature of notary public',
    'Signature of person picking up records',
    'Received by (signature)',
    'Physician signature',
    "Minor's signature (age 14 to 17)",
    'Signature and title',
    'Firma del testigo',
    'Hospital representative signature',
    'Signature of facility representative',
    'Insurance representative signature',
    'Signature of person releasing records',
    'Signature of person explaining form',
    'Case manager signature',
    'Social worker signature',
    'HIM signature',
    'Signature of records custodian',
    'Signature of person revoking',
  ])("doesn't count on the row of someone else: %s", other => {
    expect(evidenceOf(twoRows(other, [stroke(80, 642)]))).toBe('none');
    expect(evidenceOf(twoRows(other, [stroke(80, 582)]))).toBe('ink');
  });

  test.each([
    'Signature of parent or guardian',
    'Signature of legal representative',
    'Firma del representante',
    "Legal custodian's signature",
  ])('counts on the row of a representative: %s', other => {
    expect(evidenceOf(twoRows(other, [stroke(80, 642)]))).toBe('ink');
  });

  test.each([
    'Sign your name here',
    'Please sign here',
    'Patient sign here',
    'Your signature',
    'Electronic signature of patient',
    'Signature of patient/legal custodian',
    'Signature of patient/employee',
    'Signature of person receiving services',
    'Signature of recipient of services',
    'Patient Sig.',
    'Su firma',
    'Firmado por:',
    'Por favor, firme aquí',
    'Paciente o representante autorizado',
  ])('counts on a line with the label: %s', label => {
    const drawn: Drawn = {
      lines: [
        [60, 602, label],
        [400, 602, 'Date'],
      ],
      rules: [rule(60, 600, 300), rule(400, 600, 120)],
    };
    expect(evidenceOf({ ...drawn, strokes: [stroke(80, 582)] })).toBe('ink');
    expect(evidenceOf(drawn)).toBe('none');
  });

  describe('on a form without a label for the patient’s signature [CHECK-62]', () => {
    const labeled = (label: string, strokes: readonly InkStroke[]): Drawn => ({
      lines: [
        [60, 662, label],
        [400, 662, 'Date'],
      ],
      rules: [rule(60, 660, 300), rule(400, 660, 120)],
      strokes,
    });

    test.each([
      'By:',
      'Authorized by:',
      'Patient/Responsible party',
      'Patient or person authorized to consent',
      'Patient signature is required',
      'Patient’s Signature / Date Signed',
    ])('counts at %s', label => {
      expect(evidenceOf(labeled(label, [stroke(80, 642)]))).toBe('ink');
      expect(evidenceOf(labeled(label, []))).toBe('none');
      const { lines, rules = [] } = labeled(label, []);
      const own: Drawn = {
        lines: [...lines, [60, 602, 'Signature of patient'], [400, 602, 'Date']],
        rules: [...rules, rule(60, 600, 300), rule(400, 600, 120)],
      };
      expect(evidenceOf({ ...own, strokes: [stroke(80, 582)] })).toBe('ink');
      expect(evidenceOf({ ...own, strokes: [stroke(80, 642)] })).toBe('none');
    });

    test.each([
      'Signature date',
      'Date of signature',
      'Prepared by',
      'Requested by',
      'Patient name',
      'Initials',
    ])("doesn't count at %s", label => {
      expect(evidenceOf(labeled(label, [stroke(80, 642)]))).toBe('none');
    });
  });

  test("doesn't count in the part that the office fills in", () => {
    const lines: Line[] = [
      [60, 602, 'Signature of patient'],
      [400, 602, 'Date'],
      [60, 630, 'For office use only'],
      [60, 662, 'Signature'],
      [400, 662, 'Date'],
    ];
    const { rules } = twoRows('', []);
    expect(evidenceOf({ lines, rules, strokes: [stroke(80, 642)] })).toBe('none');
  });

  test("doesn't count on a row that ends the authorization", () => {
    const lines: Line[] = [
      [60, 602, 'Signature of patient'],
      [400, 602, 'Date'],
      [60, 630, 'I hereby revoke this authorization.'],
      [60, 662, 'Signature of patient'],
      [400, 662, 'Date'],
    ];
    const { rules } = twoRows('', []);
    expect(evidenceOf({ lines, rules, strokes: [stroke(80, 642)] })).toBe('none');
    expect(evidenceOf({ lines, rules, strokes: [stroke(80, 582)] })).toBe('ink');
  });

  test.each([
    [['I hereby revoke this authorization.'], 'none'],
    [['Por la presente revoco esta autorización.'], 'none'],
    [['If you want to end this, sign here to revoke it.'], 'none'],
    [['I have read this. I revoke this authorization today.'], 'none'],
    [
      ['This form still covers records already sent in the event', 'that I revoke this authorization.'],
      'ink',
    ],
    [['If I no longer agree, I revoke this authorization by letter.'], 'ink'],
    [['Si revoco esta autorización, lo hago por carta.'], 'ink'],
    [['No tiene efecto hacia atrás si yo', 'revoco esta autorización.'], 'ink'],
  ] as const)('counts below %j only if this revokes nothing: %s [CHECK-62]', (sentence, evidence) => {
    const lines: Line[] = [
      ...sentence.map((text, at): Line => [60, 560 + 12 * at, text]),
      [60, 602, 'Signature of patient'],
      [400, 602, 'Date'],
    ];
    const rules = [rule(60, 600, 300), rule(400, 600, 120)];
    expect(evidenceOf({ lines, rules, strokes: [stroke(80, 582)] })).toBe(evidence);
  });

  test("doesn't count where the patient releases a special kind of information", () => {
    const drawn: Drawn = {
      lines: [
        [60, 300, 'I also release results of HIV tests. Patient signature:'],
        [60, 602, 'Signature of patient'],
        [400, 602, 'Date'],
      ],
      rules: [rule(340, 310, 160), rule(60, 600, 300), rule(400, 600, 120)],
      strokes: [stroke(350, 294)],
    };
    expect(evidenceOf(drawn)).toBe('none');
  });
});
