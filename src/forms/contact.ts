import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { uspsCodes } from '../domain/usps-codes';
import { notation } from './text';

/** The most ZIP codes of a patient. */
export const zipCodesMax = 20;

/** A ZIP code, `12345` or `12345-6789`. */
export const zipCode = notation()
  .regex(/^\d{5}(?:-\d{4})?$/, 'must be a ZIP code, 12345 or 12345-6789')
  .meta({ example: '02139' });

/** A state by its USPS code. */
export const stateCode = notation()
  .toUpperCase()
  .refine(code => uspsCodes.includes(code), 'must be a USPS state code, `MA`')
  .meta({ description: 'USPS code.', example: 'MA' });

/**
 * A phone number; taken in any common notation, stored in E.164. Without a country code it is one of the USA.
 * E.164 has no place for an extension: a number with one is refused rather than stored as another than was
 * said.
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
  .meta({ description: 'Phone number without an extension, stored in E.164.', example: '+16175550123' });

/** An e-mail address. */
export const emailAddress = notation()
  .check(z.email('must be an e-mail address'))
  .max(254)
  .meta({ description: 'E-mail address.', example: 'jane@example.com' });
