/** The parts of an OpenAPI document that the reference shows. */

/** A JSON Schema, or the name of one. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A parameter of a path, a query or a header. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: Schema; readonly example?: unknown };
  };
}

/** What an operation answers with a status. */
export interface Response extends Content {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: ReadonlyArray<{ readonly url: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  };
}

/** An operation with its place. */
export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

/** Reads the text of a document that the service has built itself. */
export function parseDocument(text: string): ApiDocument {
  return JSON.parse(text) as ApiDocument;
}

/** The operations by tag, in the order of the document. */
export function operationsByTag({ paths }: ApiDocument): ReadonlyMap<string, readonly Operation[]> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return Map.groupBy(all, ({ tags }) => tags[0] ?? '');
}

/** The name of a schema that is referred to; `undefined` of one that is written out. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}
