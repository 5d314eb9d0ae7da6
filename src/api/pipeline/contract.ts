import type { z } from 'zod';
import type { Permission } from '../../domain/access/permissions';
import type { ProblemCode } from '../../domain/problem-catalogue';
import type { AnswerRows } from './answer-rows';

/** The methods operations use. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call, and what the pipeline resolves before the handler runs. */
export interface AccessRule {
  /**
   * `company`: the path's company must be the key's own; `project`: the path's project must be visible to the
   * key, and the handler gets it; `caller`: no path id to check. What does not hold is 404.
   */
  readonly scope: 'company' | 'project' | 'caller';
  /** The permission the caller's role must hold; else 403. */
  readonly permission: Permission;
}

/** What the audit trail says of an operation. */
export interface AuditRule {
  /** `project.create`: resource, then verb. */
  readonly event: string;
  /**
   * `change`: the use case writes the row in its transaction; `read`: the pipeline writes it before the
   * answer leaves. Refusals are written by the pipeline for both.
   */
  readonly kind: 'change' | 'read';
}

/** A request and its answer that the document shows and the tests check against the schemas. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly response: { readonly status: number; readonly body?: unknown };
}

/** One of the answers of an operation. */
interface ResponseRule {
  readonly description: string;
  /** `null` for an answer without a body. */
  readonly schema: z.ZodType | null;
  /**
   * The field of the schema whose list may be longer than memory should hold: the handler gives its entries
   * as texts, and the answer is sent while they are read, as CSV too (`send-rows.ts`).
   */
  readonly rows?: string;
}

/** The answers of an operation, per status. */
export type ResponseSchemas = Readonly<Record<number, ResponseRule>>;

/**
 * Everything that is said about an operation, once. Validation, routing, response filtering, the OpenAPI
 * document, the reference page and the tests over all operations derive from it
 * (docs/contribute/add-an-operation.md).
 */
export interface Contract {
  /** `verbNoun`; also the metric label, the audit default and the name in the log. */
  readonly id: string;
  readonly method: Method;
  /** OpenAPI form, `/v0/companies/{companyId}/projects`. */
  readonly path: string;
  /** The path's last parameter, where it may be several segments, plain or with encoded slashes. */
  readonly spans?: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Every fault of the body is 400, where the interface knows no 422 (CHECK-13). */
  readonly hasNo422?: true;
  readonly responses: ResponseSchemas;
  /** Errors beyond those that every operation can raise. */
  readonly problems: readonly ProblemCode[];
  readonly access: AccessRule;
  /** `null` only where neither patient data is read nor anything changed. */
  readonly audit: AuditRule | null;
  /**
   * Scans or sends as much as it is asked to: only a few run at once, for each company and in all
   * (`heavy-slots.ts`).
   */
  readonly cost?: 'heavy';
  /** Whether answers carry an `ETag` and requests may carry `If-Match`. */
  readonly isVersioned?: true;
  readonly example: Example;
}

/** A POST that makes something: sent twice it makes two, unless it carries an `Idempotency-Key`. */
export type MakingContract = Contract & {
  readonly method: 'POST';
  readonly audit: { readonly kind: 'change' };
};

/** Whether a repeat of an operation must find what the first one made. */
export function isMaking({ method, audit }: Contract): boolean {
  return method === 'POST' && audit?.kind === 'change';
}

/** Makes a contract and keeps its literal types. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

/** The parsed parts of a request, by contract. */
export interface Input<C extends Contract> {
  readonly params: z.output<C['params']>;
  readonly query: C['query'] extends z.ZodType ? z.output<C['query']> : Readonly<Record<string, never>>;
  readonly body: C['body'] extends z.ZodType ? z.output<C['body']> : undefined;
}

type AnswerBody<Schema, Rule> = Rule extends { readonly rows: string }
  ? { readonly rows: AnswerRows; readonly body?: never }
  : Schema extends z.ZodType
    ? { readonly body: z.input<Schema>; readonly rows?: never }
    : { readonly body?: never; readonly rows?: never };
type AnswerVersion<C> = C extends { readonly isVersioned: true }
  ? { readonly version: number }
  : { readonly version?: never };

/** One of the answers a contract allows. */
export type Reply<C extends Contract> = {
  [S in keyof C['responses'] & number]: {
    readonly status: S;
    readonly headers?: Readonly<Record<string, string>>;
  } & AnswerBody<C['responses'][S]['schema'], C['responses'][S]> &
    AnswerVersion<C>;
}[keyof C['responses'] & number];

/** Makes an answer whose status keeps its literal type; an object written in an async function loses it. */
export function reply<const S extends number, R extends object>(
  status: S,
  rest: R,
): { readonly status: S } & R {
  return { status, ...rest };
}
