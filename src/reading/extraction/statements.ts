/** The statements of 45 CFR 164.508(c)(2), by meaning: of 393 real forms, 223 use the word `redisclose`. */

import type { StatementFound, StatementName } from '../../domain/auth-checks/extraction';
import { cut } from './text-segments';

interface Family {
  readonly full: readonly RegExp[];
  readonly weak: readonly RegExp[];
  /** Words around a match that make it say something else. */
  readonly unless?: RegExp;
}

const care = String.raw`(?:treatments?|payments?|enrol\w*|eligib\w*|benefits?|(?:health ?)?care|services)`;
const careSpanish = String.raw`(?:tratamientos?|pagos?|inscripcion|matriculacion|elegibilidad|beneficios|atencion|atendid[oa]s?)`;
const inWriting = String.raw`(?:in writing|written|writing to|by writing|letter|notify|notifying|notice of privacy practices|submit|send)`;
const takeBack = String.raw`(?:revok\w*|revoc\w*|withdr\w*|cancel\w*|rescind\w*)`;
const takeBackSpanish = String.raw`(?:revoc\w*|revoqu\w*|cancel\w*|anul\w*)`;

/** Returns patterns that find every match in a text. */
function everywhere(patterns: readonly RegExp[]): readonly RegExp[] {
  return patterns.map(pattern => new RegExp(pattern, 'g'));
}

const families: Readonly<Record<StatementName, Family>> = {
  revocation: {
    full: everywhere([
      new RegExp(String.raw`\b${takeBack}\b.{0,200}\b${inWriting}`),
      new RegExp(String.raw`\b(?:written|writing|letter)\b.{0,120}\b(?:revo|withdraw|cancel)`),
      new RegExp(String.raw`\b${takeBackSpanish}\b.{0,200}\b(?:por escrito|carta|envi\w*|notifi\w*|aviso)`),
      new RegExp(String.raw`\b(?:por escrito|carta|notifi\w*)\b.{0,160}\b${takeBackSpanish}\b`),
    ]),
    weak: everywhere([
      /\b(?:authorization|consent|permission)\b.{0,40}\b(?:revo[ck]|withdr|cancel)/,
      /\b(?:revo[ck]|withdraw|cancel)\w*.{0,60}\b(?:authorization|consent|permission|at any ?time)/,
      new RegExp(
        String.raw`\b${takeBackSpanish}\b.{0,60}(?:autorizacion|consentimiento|permiso|cualquier momento|cuando quiera)`,
      ),
      new RegExp(String.raw`\b(?:autorizacion|consentimiento|permiso)\b.{0,60}\b${takeBackSpanish}\b`),
    ]),
  },
  redisclosure: {
    full: everywhere([
      /\bre-? ?disclos/,
      /\bcould share it with others\b|\bmight not protect it\b/,
      /\bno longer (?:be )?(?:protected|subject|covered)/,
      /\bnot (?:be )?protected (?:by|under) (?:the )?(?:federal|hipaa|privacy)/,
      /\b(?:divulgad|revelad)[oa]s? (?:nuevamente|de nuevo|otra vez)\b|\bnuevamente (?:divulgad|revelad)/,
      /\b(?:volver a|ser) (?:re-?)?(?:divulgar|revelar|redivulgad)|\bre-? ?(?:divulg|revel)\w*/,
      /\bvolver\w* a ser (?:divulg|revel|compart)|\b(?:nuev|posterior|ulterior|adicional)\w* (?:divulgacion|revelacion)|\b(?:divulgacion|revelacion)(?:es)? (?:posterior|ulterior|adicional)/,
      /\bno (?:estar\w*|queda\w*|sera\w*|este\w*) (?:\w+ ){0,2}(?:protegid|amparad)|\bperd\w+ (?:\w+ ){0,2}proteccion/,
      /\bcompartirl[ao]s? con otr[oa]s\b|\bdej\w+ de (?:estar )?(?:protegid|amparad)|\bya no (?:\w+ ){0,4}(?:proteg|amparad)/,
    ]),
    weak: everywhere([
      /\b(?:may|might|could) be (?:shared|passed on|given to others)/,
      /\bcompart\w+ (?:\w+ ){0,3}con (?:otr[oa]s|tercer[oa]s)\b/,
    ]),
    // The notice to recipients of 42 CFR 2.32 forbids it; the statement says that it may happen.
    unless:
      /\bprohibit|\b(?:shall|must|may|can) not (?:be )?(?:further )?(?:re-? ?)?disclos|\bdo not re-? ?disclos|\bprohib(?:e|id[oa]|icion)/,
  },
  conditioning: {
    full: everywhere([
      new RegExp(
        String.raw`\b(?:not|never|cannot|can't|won't)\b(?: \w+){0,6}? condition(?:ed|s|ing)?\b.{0,90}\b(?:${care}|sign\w*|provision|authori[sz])`,
      ),
      new RegExp(String.raw`\b${care}\b.{0,60}\bnot (?:be )?(?:a )?condition`),
      new RegExp(String.raw`\bno conditions?\b.{0,60}\b${care}\b`),
      new RegExp(String.raw`\bcondition(?:ed|ing)?\b.{0,60}\b${care}\b.{0,80}\b(?:not|prohibit)`),
      /\brefus\w+ (?:to sign )?.{0,30}\b(?:will|shall|does) not affect\b/,
      new RegExp(String.raw`\bsign\w*\b.{0,60}\b(?:will|shall|does|do|would) not affect\b.{0,60}\b${care}\b`),
      new RegExp(
        String.raw`\b(?:not|neither|never|nobody|no one)\b.{0,90}\b(?:require|make|force)\b.{0,60}\bcondition\b.{0,60}\b(?:${care}|evaluations?)\b`,
      ),
      new RegExp(
        String.raw`\b(?:cannot|can not|may not|will not|does not) require\b.{0,40}\bsign\b.{0,120}\b${care}\b`,
      ),
      new RegExp(
        String.raw`\b${care}\b.{0,120}\b(?:not (?:be )?(?:affected|depend|denied|conditioned|based)|regardless|whether or not|even if)`,
      ),
      new RegExp(
        String.raw`\b(?:not|need not|do not (?:have|need) to|refuse to|decline to)\b.{0,20}\bsign\b.{0,160}\b${care}`,
      ),
      /\bno (?:\w+ ){0,3}condicion\w*/,
      new RegExp(
        String.raw`\bno (?:tengo|tiene|es necesario|estoy obligad\w+)\b.{0,20}\bfirmar\b.{0,160}${careSpanish}`,
      ),
      /\b(?:neg\w+|rehus\w+|no firm\w+)\b.{0,80}\b(?:no afect\w+|sin afectar|no influi\w+)/,
      new RegExp(
        String.raw`\b${careSpanish}\b.{0,140}\bno (?:depend\w*|se (?:ver\w+ )?afectad\w*|estar\w* (?:sujet|condicion)\w*|se condicion\w*)`,
      ),
      new RegExp(String.raw`\bno (?:depend\w*|afect\w*)\b.{0,100}\b${careSpanish}\b`),
      new RegExp(String.raw`\bno (?:\w+ ){0,3}neg\w+\b.{0,80}\b${careSpanish}\b`),
      new RegExp(
        String.raw`\bno (?:es|sera) (?:un |una )?(?:requisito|condicion)\b.{0,80}\b${careSpanish}\b`,
      ),
      new RegExp(
        String.raw`\b${careSpanish}\b.{0,140}\b(?:independientemente de|sin importar|aunque no firm\w+|firme o no)\b`,
      ),
    ]),
    weak: everywhere([
      /\brefus\w+ to sign\b/,
      /\bnot required to sign\b/,
      /\bvoluntar(?:y|ily)\b/,
      /\bnegarme a firmar\b|\bvoluntari[oa]s?\b/,
    ]),
    // A disease isn't a condition for anything.
    unless: /\b(?:medical|health|physical|mental|psychiatric|existing) conditions?\b/,
  },
};

/** How far around a match its meaning is looked for, in characters. */
const around = 130;

/** Returns a text without accents, as long as it was. */
function withoutAccents(text: string): string {
  return text.replaceAll(/[^\p{ASCII}]/gu, letter => {
    const [base = letter] = letter.normalize('NFD');
    return base.length === letter.length ? base : letter;
  });
}

function meansSomethingElse(text: string, { index, 0: match }: RegExpExecArray, unless: RegExp): boolean {
  const before = text.slice(Math.max(0, index - around), index);
  const after = text.slice(index + match.length, index + match.length + around);
  // Only its own sentence counts.
  const [start = ''] = before.split(/[.;] /).slice(-1);
  const [end = ''] = after.split(/[.;](?: |$)/);
  return unless.test(`${start}${match}${end}`);
}

/** Finds a statement in a flattened text, in English or Spanish. */
export function findStatement(flat: string, name: StatementName): StatementFound {
  const text = withoutAccents(flat.normalize('NFC'));
  const { unless } = families[name];
  for (const strength of ['full', 'weak'] as const) {
    for (const pattern of families[name][strength]) {
      for (const match of text.matchAll(pattern)) {
        if (unless !== undefined && meansSomethingElse(text, match, unless)) continue;
        return { strength, words: cut(flat.slice(match.index, match.index + match[0].length), 200) };
      }
    }
  }
  return { strength: 'none', words: null };
}
