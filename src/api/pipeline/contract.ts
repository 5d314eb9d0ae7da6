import type { z } from 'zod';
import type { Permission } from '../../domain/access/permissions';
import type { ProblemCode } from '../../domain/problem-catalogue';
import type { AnswerRows } from './answer-rows';

/** The methods that operations use. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call, and what the pipeline resolves before the handler runs. */
export interface AccessRule {
  /**
   * `company`: the company in the path must be the key's own. `project`: the project in the path must be
   * visible to the key, and the handler receives it. `caller`: the path has no ID to check. A mismatch is
   * 404.
   */
  readonly scope: 'company' | 'project' | 'caller';
  /** The permission that the caller's role must have; otherwise 403. */
  readonly permission: Permission;
}

/** The audit log entry of an operation. */
export interface AuditRule {
  /** Resource and verb: `project.create`. */
  readonly event: string;
  /**
   * `change`: the use case writes the row in its transaction. `read`: the pipeline writes it before the
   * answer is sent. The pipeline writes refusals for both.
   */
  readonly kind: 'change' | 'read';
}

/** A request and its answer. The document shows them, and the tests check them against the schemas. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly response: { readonly status: number; readonly body?: unknown };
}

/** One of the answers of an operation. */
interface ResponseRule {
  readonly description: string;
  /** `null` if the answer has no body. */
  readonly schema: z.ZodType | null;
  /** The media type of an answer that is a file, whose bytes the handler returns. Its schema is `null`. */
  readonly file?: 'application/pdf';
  /**
   * The field of the schema whose list may not fit in memory. The handler returns its entries as texts, and
   * the answer is sent while they are read, as JSON or CSV (`send-rows.ts`).
   */
  readonly rows?: string;
}

/** The answers of an operation, by status. */
export type ResponseSchemas = Readonly<Record<number, ResponseRule>>;

/**
 * Everything about an operation, stated once. Validation, routing, response filtering, the OpenAPI document,
 * the reference page, and the tests over all operations derive from it
 * (docs/contribute/add-an-operation.md).
 */
export interface Contract {
  /** `verbNoun`. Also the metric label, the default audit event, and the name in the log. */
  readonly id: string;
  readonly method: Method;
  /** In OpenAPI form: `/v0/companies/{companyId}/projects`. */
  readonly path: string;
  /** The last parameter of the path, if it can have several segments, with plain or encoded slashes. */
  readonly spans?: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /**
   * A request without a body is one with an empty object. The OpenAPI document keeps the body required,
   * because generators put the parameters of an optional one in another order.
   */
  readonly isBodyOptional?: true;
  /** Every fault of the body is 400, because the specification lists no 422 for the operation (CHECK-13). */
  readonly hasNo422?: true;
  readonly responses: ResponseSchemas;
  /** Problems beyond those that every operation can answer with. */
  readonly problems: readonly ProblemCode[];
  readonly access: AccessRule;
  /** `null` only if the operation neither reads patient data nor changes anything. */
  readonly audit: AuditRule | null;
  /**
   * Scans or sends an amount of data that the caller chooses. Only a few run at once, per company and in
   * total (`heavy-slots.ts`).
   */
  readonly cost?: 'heavy';
  /** Whether answers have an `ETag` and requests can have an `If-Match`. */
  readonly isVersioned?: true;
  readonly example: Example;
}

/** A POST that creates something: sent twice, it creates two, unless it has an `Idempotency-Key`. */
export type MakingContract = Contract & {
  readonly method: 'POST';
  readonly audit: { readonly kind: 'change' };
};

/** Returns whether a repeat of an operation must find what the first request created. */
export function isMaking({ method, audit }: Contract): boolean {
  return method === 'POST' && audit?.kind === 'change';
}

/** Returns the contract with its literal types. */
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
  ? { readonly rows: AnswerRows; readonly body?: never; readonly bytes?: never }
  : Rule extends { readonly file: string }
    ? { readonly bytes: Uint8Array; readonly rows?: never; readonly body?: never }
    : Schema extends z.ZodType
      ? { readonly body: z.input<Schema>; readonly rows?: never; readonly bytes?: never }
      : { readonly body?: never; readonly rows?: never; readonly bytes?: never };
type AnswerVersion<C> = C extends { readonly isVersioned: true }
  ? { readonly version: number }
  : { readonly version?: never };

/** One of the answers that a contract allows. */
export type Reply<C extends Contract> = {
  [S in keyof C['responses'] & number]: {
    readonly status: S;
    readonly headers?: Readonly<Record<string, string>>;
  } & AnswerBody<C['responses'][S]['schema'], C['responses'][S]> &
    AnswerVersion<C>;
}[keyof C['responses'] & number];

/** Returns an answer whose status keeps its literal type. An object literal in an async function loses it. */
export function reply<const S extends number, R extends object>(
  status: S,
  rest: R,
): { readonly status: S } & R {
  return { status, ...rest };
}
