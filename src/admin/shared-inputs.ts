import { environments } from '../domain/projects/project';
import { oneOf, required, text } from './inputs';

/** The company that a command works in. */
export const company = required('ID', 'the company', text(64));

/** The world of a key. */
export const environment = required('ENV', 'the environment of the key', oneOf(environments));

/** Reads an e-mail address; whether it is one is the use case's to say. */
export const email = text(254);
