/** A schema in words: its fields as a list. */
import { nameOf, type Schema } from './document';
import { renderInline } from './markdown';
import { InlineHtml } from './page';

/** Returns the anchor of a named schema. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

function alternativesOf({ anyOf, oneOf }: Schema): readonly Schema[] | undefined {
  return anyOf ?? oneOf;
}

/** The type in a few words, with a referenced name as a link. */
function Type({ schema }: { readonly schema: Schema }) {
  const name = nameOf(schema);
  if (name !== undefined) return <a href={`#${schemaAnchor(name)}`}>{name}</a>;
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined)
    return alternatives.map((one, index) => (
      <>
        {index === 0 ? null : ' or '}
        <Type schema={one} />
      </>
    ));
  const [only, ...others] = schema.allOf ?? [];
  if (only !== undefined && others.length === 0) return <Type schema={only} />;
  if (schema.items !== undefined)
    return (
      <>
        list of <Type schema={schema.items} />
      </>
    );
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  return <>{[schema.type ?? 'any'].flat().join(' or ')}</>;
}

function limitsOf(schema: Schema): string[] {
  const range = (what: string, min: number | undefined, max: number | undefined): string[] =>
    min === undefined && max === undefined
      ? []
      : [
          `${what} ` +
            [min === undefined ? '' : `from ${min}`, max === undefined ? '' : `to ${max}`].join(' ').trim(),
        ];
  const safe = (number: number | undefined): number | undefined =>
    number === undefined || Math.abs(number) === Number.MAX_SAFE_INTEGER ? undefined : number;
  return [
    ...(schema.format === undefined ? [] : [schema.format]),
    ...range('length', schema.minLength, schema.maxLength),
    ...range('entries', schema.minItems, schema.maxItems),
    ...range('value', safe(schema.minimum), safe(schema.maximum)),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

/** A field's properties in one line, and its description. */
export function Saying({ schema, isRequired }: { readonly schema: Schema; readonly isRequired?: boolean }) {
  const values = schema.enum ?? schema.items?.enum;
  return (
    <>
      <span class="muted">
        <Type schema={schema} />
        {limitsOf(schema).map(limit => `, ${limit}`)}
      </span>
      {isRequired === true ? <span class="mark"> required</span> : null}
      {schema.deprecated === true ? <span class="mark"> old, still served</span> : null}
      {schema.description === undefined ? null : (
        <p>
          <InlineHtml of={renderInline(schema.description)} />
        </p>
      )}
      {values === undefined ? null : (
        <p>
          One of{' '}
          {values.map((value, index) => (
            <>
              {index === 0 ? null : ', '}
              <code>{String(value)}</code>
            </>
          ))}
        </p>
      )}
    </>
  );
}

/**
 * Returns the object whose fields are shown below a field: itself, its list's entries, or its only
 * alternative that is an object.
 */
function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectOf(schema.items);
  return alternativesOf(schema)
    ?.map(objectOf)
    .find(found => found !== undefined);
}

/** The fields of an object and of what is inline in it; named schemas are shown separately. */
export function Fields({ schema }: { readonly schema: Schema }) {
  const { properties = {}, required = [] } = objectOf(schema) ?? {};
  return (
    <ul class="fields">
      {Object.entries(properties).map(([name, field]) => {
        const inner = objectOf(field);
        return (
          <li key={name}>
            <code>{name}</code> <Saying schema={field} isRequired={required.includes(name)} />
            {inner === undefined ? null : (
              <details>
                <summary>
                  Fields of <code>{name}</code>
                </summary>
                <Fields schema={inner} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A body: the fields of an inline or named schema. */
export function Body({
  schema,
  schemas,
}: {
  readonly schema: Schema;
  readonly schemas: Readonly<Record<string, Schema>>;
}) {
  const name = nameOf(schema);
  const whole = name === undefined ? schema : schemas[name];
  if (whole === undefined || name === undefined) return <Fields schema={schema} />;
  return (
    <p>
      <Type schema={schema} />
      {whole.description === undefined ? null : (
        <>
          {': '}
          <InlineHtml of={renderInline(whole.description)} />
        </>
      )}
    </p>
  );
}
