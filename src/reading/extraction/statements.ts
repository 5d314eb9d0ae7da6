/** The statements of 45 CFR 164.508(c)(2), by meaning: of 393 real forms, 223 use the word `redisclose`. */

import type { StatementFound, StatementName } from '../../domain/auth-checks/extraction';
import { cut } from './text-segments';

interface Family {
  readonly full: readonly RegExp[];
  readonly weak: readonly RegExp[];
}

const families: Readonly<Record<StatementName, Family>> = {
  revocation: {
    full: [
      /\b(?:revocar|cancelar)(?:lo|la)?\b.{0,160}(?:por escrito|carta|env[íi]e|notific)/,
      /\b(?:revoke|withdraw|cancel)\b.{0,200}\b(?:in writing|written|writing to|by writing|letter|notify|notifying|notice of privacy practices|submit|send)/,
      /\b(?:written|writing|letter)\b.{0,120}\b(?:revo|withdraw|cancel)/,
    ],
    weak: [
      /\b(?:revocar|cancelar)\b.{0,60}(?:autorizaci[óo]n|permiso|cuando quiera)/,
      /\b(?:authorization|consent|permission)\b.{0,40}\b(?:revo[ck]|withdr|cancel)/,
      /\b(?:revo[ck]|withdraw|cancel)\w*.{0,60}\b(?:authorization|consent|permission|at any ?time)/,
    ],
  },
  redisclosure: {
    full: [
      /\bdivulgada nuevamente\b|\bcompartirla con otros\b|\bdejar de estar protegida|\bya no (?:la |estar[áa] )?proteg/,
      /\bre-? ?disclos/,
      /\bcould share it with others\b|\bmight not protect it\b/,
      /\bno longer (?:be )?(?:protected|subject|covered)/,
      /\bnot (?:be )?protected (?:by|under) (?:the )?(?:federal|hipaa|privacy)/,
    ],
    weak: [/\b(?:may|might|could) be (?:shared|passed on|given to others)/],
  },
  conditioning: {
    full: [
      /\b(?:cannot|can not|can't|won't)\b.{0,40}\bcondition/,
      /\bdo not (?:have|need) to sign\b.{0,120}\b(?:treatment|payment|care|benefits|services)/,
      /\bno estar[áa]n? condicionad|\bno tiene que firmar\b.{0,120}(?:atenci[óo]n|beneficios|tratamiento)/,
      /\brefus\w+ (?:to sign )?.{0,30}\b(?:will|shall|does) not affect\b/,
      /\b(?:not|never)\b.{0,40}\bcondition/,
      /\bcondition\w*\b.{0,120}\b(?:not|prohibit)/,
      /\b(?:treatment|payment|enrol\w*|eligib\w*|benefits|care)\b.{0,120}\b(?:not (?:be )?(?:affected|depend|denied|conditioned|based)|regardless|whether or not|even if)/,
      /\b(?:not|need not|do not (?:have|need) to|refuse to|decline to)\b.{0,20}\bsign\b.{0,160}\b(?:treatment|payment|enrol|eligib|benefits|care)/,
    ],
    weak: [/\brefus\w+ to sign\b/, /\bnot required to sign\b/, /\bvoluntar(?:y|ily)\b/],
  },
};

/** Finds a statement in a flattened text. */
export function findStatement(flat: string, name: StatementName): StatementFound {
  for (const strength of ['full', 'weak'] as const) {
    for (const pattern of families[name][strength]) {
      const match = pattern.exec(flat);
      if (match !== null) return { strength, words: cut(match[0], 200) };
    }
  }
  return { strength: 'none', words: null };
}
