import { z } from 'zod';

/** Returns the schema of an instant, with its description. */
export function instant(description: string) {
  return z.iso.datetime().meta({ description });
}

/** The `createdAt` of a resource. */
export const createdAt = instant('When it was created (UTC).');

/** The `updatedAt` of a resource. */
export const updatedAt = instant('When it last changed (UTC).');
