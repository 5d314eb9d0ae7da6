import { above, at, boxed, gap, layout, options, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Small print, three slots in a row. */
export const denseSmallPrint = layout(
  'dense-small-print',
  { size: 7.5, margin: 36, foot: 'HIPAA-0099 Rev. 11/14/2018' },
  [
    title('AUTHORIZATION FOR RELEASE OF HEALTH INFORMATION PURSUANT TO HIPAA'),
    boxed(
      at('patientName', 'Patient Name', 3),
      at('dateOfBirth', 'Date of Birth', 1.5),
      at('nobody', 'Social Security Number', 1.5),
    ),
    boxed(at('address', 'Patient Address')),
    text(
      'I, or my authorized representative, request that health information regarding my care and ' +
        'treatment be released as set forth on this form. In accordance with State Law and the ' +
        'Privacy Rule of the Health Insurance Portability and Accountability Act of 1996 (HIPAA), I ' +
        'understand that:',
    ),
    text('1. '.concat(filler.sensitive)),
    text('2. '.concat(revoke.legal)),
    text('3. '.concat(condition.legal)),
    text('4. '.concat(redisclose.legal)),
    text('5. '.concat(filler.copy)),
    boxed(
      at('disclosingParty', '7. Name and address of health provider or entity to release this information:'),
    ),
    boxed(
      at(
        'recipient',
        '8. Name and address of person(s) or category of person to whom this information will be sent:',
      ),
    ),
    options(
      'information',
      '9(a). Specific information to be released:',
      [
        'Medical Record',
        'Entire Medical Record, including patient histories, office notes, test results',
        'Billing records',
        'Other',
      ],
      { columns: 1 },
    ),
    boxed(
      at('purpose', '10. Reason for release of information:', 1),
      at('expiration', '11. Date or event on which this authorization will expire:', 1),
    ),
    boxed(
      at('signerName', '12. If not the patient, name of person signing form:', 1),
      at('relationship', '13. Authority to sign on behalf of patient:', 1),
    ),
    text('All items on this form have been completed and my questions about this form have been answered.'),
    gap(22),
    above(
      at('signature', 'Signature of patient or representative authorized by law', 3),
      at('signatureDate', 'Date', 1),
    ),
  ],
);
