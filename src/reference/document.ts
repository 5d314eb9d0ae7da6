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

/** A response of an operation with a status. */
export interface Response extends Content {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
}

/** A part that the document describes once, below `components`. */
interface Reference {
  readonly $ref: string;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: ReadonlyArray<Parameter | Reference>;
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

/** The document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: ReadonlyArray<{ readonly url: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
}

/**
 * An operation with its place, and with every reference to a parameter or response replaced by what it
 * names.
 */
export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

/** Parses the text of a document that the service built. */
export function parseDocument(text: string): ApiDocument {
  return JSON.parse(text) as ApiDocument;
}

function resolve<Part extends object>(
  part: Part | Reference,
  parts: Readonly<Record<string, Part>> = {},
): Part {
  if (!('$ref' in part)) return part;
  const named = parts[part.$ref.split('/').at(-1) ?? ''];
  if (named === undefined) throw new TypeError(`the document has no ${part.$ref}`);
  return named;
}

/** Returns the operations by tag, in the order of the document. */
export function operationsByTag({
  paths,
  components,
}: ApiDocument): ReadonlyMap<string, readonly Operation[]> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).map(one => resolve(one, components.parameters)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [
          status,
          resolve(one, components.responses),
        ]),
      ),
    })),
  );
  return Map.groupBy(all, ({ tags }) => tags[0] ?? '');
}

/** Returns the name of a referenced schema, or `undefined` for an inline one. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}
