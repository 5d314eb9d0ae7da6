import { findStatement } from '../../../src/reading/extraction/statements';
import { flatten } from '../../../src/domain/auth-checks/flat-text';
import type { StatementName } from '../../../src/domain/auth-checks/extraction';
import { unitsOf } from '../../support/processor-work';

describe('A statement of 45 CFR 164.508(c)(2)', () => {
  test.each<readonly [StatementName, string, string]>([
    ['revocation', 'I may revoke this authorization at any time by writing to the facility.', 'full'],
    ['revocation', 'You can cancel this permission. Send a letter to our privacy officer.', 'full'],
    ['revocation', 'To withdraw, see our Notice of Privacy Practices.', 'full'],
    ['revocation', 'This authorization may be revoked.', 'weak'],
    ['revocation', 'This form is about records.', 'none'],
    ['redisclosure', 'Information may be re-disclosed by the recipient.', 'full'],
    ['redisclosure', 'It may no longer be protected by federal law.', 'full'],
    ['redisclosure', 'The information may be shared.', 'weak'],
    ['redisclosure', 'I authorize the release.', 'none'],
    ['conditioning', 'We will not condition treatment on your signing.', 'full'],
    ['conditioning', 'I need not sign this form to receive treatment.', 'full'],
    ['conditioning', 'Treatment and payment will not be affected if you refuse.', 'full'],
    ['conditioning', 'Signing is voluntary.', 'weak'],
    ['conditioning', 'Please sign below.', 'none'],
    ['revocation', 'This consent is revocable. A revocation must be in writing.', 'full'],
    ['redisclosure', 'Federal rules prohibit you from any further redisclosure of it.', 'none'],
    ['redisclosure', 'There is a potential for redisclosure, and it may not be protected.', 'full'],
    ['conditioning', 'There will be no conditions placed on my health care or payment.', 'full'],
    ['conditioning', 'Signing or not signing this form will not affect treatment.', 'full'],
    ['conditioning', 'The facility cannot require me to sign it in order to receive treatment.', 'full'],
    ['conditioning', 'Neither of us can make me sign as a condition of getting treatment.', 'full'],
    ['conditioning', 'The clinic does not require this form as a condition of evaluation.', 'full'],
    ['conditioning', 'No tiene que firmar, y todavía puede seguir siendo atendido.', 'full'],
    ['conditioning', 'This does not include records of my medical condition or treatment.', 'none'],
    ['revocation', 'Puedo revocar esta autorización en cualquier momento, por escrito.', 'full'],
    ['revocation', 'Para anularla, notifique al departamento de expedientes.', 'full'],
    ['revocation', 'Puedo cancelar este permiso.', 'weak'],
    ['redisclosure', 'La información podría ser divulgada de nuevo por quien la recibe.', 'full'],
    ['redisclosure', 'Es posible que el receptor vuelva a revelarla: re-divulgación.', 'full'],
    ['redisclosure', 'Mi información podría dejar de estar protegida por la ley.', 'full'],
    ['redisclosure', 'Ya no sería protegida por la Regla de Privacidad.', 'full'],
    ['redisclosure', 'Se le prohíbe la redivulgación de esta información.', 'none'],
    ['conditioning', 'El hospital no condicionará el tratamiento, el pago ni los beneficios.', 'full'],
    ['conditioning', 'No tengo que firmar esta forma para recibir tratamiento.', 'full'],
    ['conditioning', 'Mi negativa a firmar no afectará mi atención médica.', 'full'],
    ['conditioning', 'Firmo de manera voluntaria.', 'weak'],
    ['redisclosure', 'Quien la reciba podría volver a ser divulgada por ella.', 'full'],
    [
      'redisclosure',
      'La información puede estar sujeta a una nueva divulgación por el destinatario.',
      'full',
    ],
    ['redisclosure', 'Es posible una divulgación posterior.', 'full'],
    ['redisclosure', 'Podría no estar protegida por las leyes federales.', 'full'],
    ['redisclosure', 'No quedará más protegida por la ley federal.', 'full'],
    ['redisclosure', 'La información puede perder la protección de la ley.', 'full'],
    ['redisclosure', 'El destinatario podría compartirla libremente con terceros.', 'weak'],
    ['redisclosure', 'Comparta esta forma con su médico.', 'none'],
    ['conditioning', 'No se me puede negar el tratamiento si decido no firmar.', 'full'],
    ['conditioning', 'Mi firma no es un requisito para recibir atención médica.', 'full'],
    ['conditioning', 'Recibiré tratamiento independientemente de mi decisión.', 'full'],
    ['conditioning', 'Se prestará la atención, firme o no esta forma.', 'full'],
    ['conditioning', 'Autorizo el tratamiento de mis datos.', 'none'],
  ])('on %s in %p has the strength: %s', (name, text, strength) => {
    expect(findStatement(flatten(text), name).strength).toBe(strength);
  });

  test('takes little work even in a text made to be slow', () => {
    const flat = flatten(
      'revoke '.repeat(4_000) + 'treatment not '.repeat(4_000) + ' condition'.repeat(4_000),
    );
    const judge = (): void => {
      for (const name of ['revocation', 'redisclosure', 'conditioning'] as const) findStatement(flat, name);
    };
    expect(unitsOf(judge)).toBeLessThan(60);
  });
});
