import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { uspsCodes } from '../domain/usps-codes';
import { notation } from './text';

/** The most ZIP codes a patient can have. */
export const zipCodesMax = 20;

/** The schema of a ZIP code, `12345` or `12345-6789`. */
export const zipCode = notation()
  .regex(/^\d{5}(?:-\d{4})?$/, 'must be a ZIP code, 12345 or 12345-6789')
  .refine(code => !/^(?:00000|99999)/.test(code), 'must be a ZIP code in use: 00000 and 99999 stand for none')
  .meta({
    description: 'ZIP code, `12345` or `12345-6789`. Not `00000` or `99999`, which stand for none.',
    example: '02139',
  });

/** The schema of a state's USPS code. */
export const stateCode = notation()
  .toUpperCase()
  .refine(code => uspsCodes.includes(code), 'must be a USPS state code, `MA`')
  .meta({ description: 'Two-letter USPS state code.', example: 'MA' });

/**
 * The schema of a phone number. Accepts any common notation and returns E.164. A number without a country
 * code is a US number. E.164 has no extensions, so a number with one is refused rather than stored as a
 * different number.
 */
export const phoneNumber = notation()
  .max(40)
  .transform((text, context) => {
    const parsed = parsePhoneNumberFromString(text, 'US');
    if (parsed?.isValid() !== true) {
      context.addIssue({ code: 'custom', message: 'must be a phone number, `+16175550123`' });
      return z.NEVER;
    }
    if (parsed.ext !== undefined) {
      const message = 'must be a phone number without an extension';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return parsed.number;
  })
  .meta({
    description:
      'Phone number without an extension. Stored and returned in E.164. Without a country code, a US ' +
      'number is assumed.',
    example: '+16175550123',
  });

/** The schema of an e-mail address. */
export const emailAddress = notation()
  .check(z.email('must be an e-mail address'))
  .max(254)
  .meta({ description: 'E-mail address.', example: 'jane@example.com' });
