import { z } from 'zod';
import { calendarDate } from './dates';

/** The body that records the revocation of an authorization. */
export const revocationForm = z
  .object({
    revokedOn: calendarDate.meta({
      format: 'date',
      description: 'Day on which the patient revoked it (YYYY-MM-DD): today or earlier.',
      example: '2026-11-20',
    }),
  })
  .meta({ id: 'RevocationForm', description: 'When the patient revoked the authorization.' });
