/** The reference: every operation with its parameters, its body, its responses, and a form that sends it. */
import {
  nameOf,
  type ApiDocument,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from './document';
import { renderMarkdown, renderInline } from './markdown';
import { Html, InlineHtml, referencePath, renderPage, type Contents } from './page';
import { Body, Fields, Saying, schemaAnchor } from './schema';

function exampleOf({ schema: { example } }: Parameter): string {
  return typeof example === 'string' ? example : '';
}

/** A command that can be pasted into a shell where `$key` is the key. */
function curlOf(server: string, { method, path, parameters, requestBody }: Operation): string {
  const values = new Map(parameters.map(parameter => [parameter.name, exampleOf(parameter)]));
  const url = server + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  const body = requestBody?.content?.['application/json']?.example;
  return [
    'curl -sS ' +
      `${method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `}'${url.replaceAll("'", '%27')}'`,
    `-H "Authorization: Bearer $key"`,
    ...(requestBody === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body ?? {}, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ');
}

function Parameters({
  parameters,
  place,
}: {
  readonly parameters: readonly Parameter[];
  readonly place: string;
}) {
  const here = parameters.filter(parameter => parameter.in === place);
  if (here.length === 0) return null;
  const title = { path: 'In the path', query: 'In the query', header: 'In headers' }[place];
  return (
    <>
      <h4>{title}</h4>
      <ul class="fields">
        {here.map(({ name, required, schema, description }) => (
          <li key={name}>
            <code>{name}</code>{' '}
            <Saying
              schema={{ ...schema, ...(description === undefined ? {} : { description }) }}
              isRequired={required ?? false}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Answer({
  status,
  response,
  document,
}: {
  readonly status: string;
  readonly response: Response;
  readonly document: ApiDocument;
}) {
  const { schema, example } = response.content?.['application/json'] ?? {};
  return (
    <>
      <h4>Answer {status}</h4>
      <Html of={renderMarkdown(response.description)} />
      {schema === undefined ? null : <Body schema={schema} schemas={document.components.schemas} />}
      {example === undefined ? null : (
        <details>
          <summary>An example</summary>
          <pre tabindex={0}>
            <code>{JSON.stringify(example, null, 2)}</code>
          </pre>
        </details>
      )}
    </>
  );
}

/** The script shows the form, which couldn't send without it. */
function Trial({ operation }: { readonly operation: Operation }) {
  const { operationId, method, path, parameters, requestBody, summary } = operation;
  const body = requestBody?.content?.['application/json']?.example;
  return (
    <form hidden data-method={method} data-path={path} aria-label={`Try: ${summary}`}>
      {parameters.map(parameter => (
        <label key={parameter.name}>
          {parameter.name}
          <input
            name={parameter.name}
            data-in={parameter.in}
            value={parameter.in === 'path' ? exampleOf(parameter) : ''}
            required={parameter.required ?? false}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
      ))}
      {requestBody === undefined ? null : (
        <label>
          Body
          <textarea name="body" spellcheck={false}>
            {JSON.stringify(body ?? {}, null, 2)}
          </textarea>
        </label>
      )}
      <button type="submit" aria-label={`Send ${operationId}`}>
        Send
      </button>
      <output />
      <pre hidden tabindex={0} aria-label="The answer" role="group" />
    </form>
  );
}

function Section({ operation, document }: { readonly operation: Operation; readonly document: ApiDocument }) {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  const schema = requestBody?.content?.['application/json']?.schema;
  return (
    <section class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>{summary}</h3>
      <p class="where mono">
        <span class="method">{method}</span> <span>{path}</span> <span class="muted">{operationId}</span>
      </p>
      <Html of={renderMarkdown(description)} />
      <pre tabindex={0}>
        <code>{curlOf(document.servers[0]?.url ?? '', operation)}</code>
      </pre>
      <Trial operation={operation} />
      {['path', 'query', 'header'].map(place => (
        <Parameters key={place} parameters={parameters} place={place} />
      ))}
      {schema === undefined ? null : (
        <>
          <h4>Body</h4>
          <Body schema={schema} schemas={document.components.schemas} />
        </>
      )}
      {answers
        .filter(([status]) => Number(status) < 400)
        .map(([status, response]) => (
          <Answer key={status} status={status} response={response} document={document} />
        ))}
      <details>
        <summary>Errors: {refusals.map(([status]) => status).join(', ')}</summary>
        <ul class="fields">
          {refusals.map(([status, response]) => (
            <li key={status}>
              <b>{status}</b> <InlineHtml of={renderInline(response.description)} />
            </li>
          ))}
        </ul>
        <p>
          What to do about each: <a href="/docs/errors">errors</a>.
        </p>
      </details>
    </section>
  );
}

function Schemas({ schemas }: { readonly schemas: Readonly<Record<string, Schema>> }) {
  return (
    <>
      <h2 id="schemas">Objects</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section key={name} class="operation" id={schemaAnchor(name)}>
          <h3>{name}</h3>
          {nameOf(schema) === undefined ? <Saying schema={schema} /> : null}
          <Fields schema={schema} />
        </section>
      ))}
    </>
  );
}

/** Renders the page of all operations. */
export function renderOperationsPage(document: ApiDocument, contents: Contents, scriptPath: string): string {
  const children = (
    <>
      <h1>All operations</h1>
      <Html of={renderMarkdown(document.info.description)} />
      <p>
        As OpenAPI 3.1: <a href="/openapi.json">/openapi.json</a>.
      </p>
      <h2>Try it</h2>
      <p>
        Each operation has a form that is filled with an example and is sent from this page to this service.
        Put your sandbox key here once. It stays in this field and is forgotten with the page. Begin with{' '}
        <a href="#upsertPatient">a patient</a>.
      </p>
      <label>
        API key
        <input id="key" type="password" autocomplete="off" spellcheck={false} placeholder="rw_test_…" />
      </label>
      <noscript>
        <p>The forms need JavaScript. The curl lines do not.</p>
      </noscript>
      {[...contents.operations].map(([tag, operations]) => (
        <>
          <h2>{tag}</h2>
          {operations.map(operation => (
            <Section key={operation.operationId} operation={operation} document={document} />
          ))}
        </>
      ))}
      <Schemas schemas={document.components.schemas} />
    </>
  );
  return renderPage({ title: 'All operations', path: referencePath, contents, scriptPath, children });
}
