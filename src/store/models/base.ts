import { Model, snakeCaseMappers, type ModelClass, type RelationMapping } from 'objection';
import { factsOf, type Column } from '../columns';

/**
 * The base of every model: rows are camelCase in TypeScript and snake_case in SQL. A model holds its table's
 * columns and nothing else, and has no class fields, because those would write `undefined` over a patched
 * column.
 */
export class BaseModel extends Model {
  static override columnNameMappers = snakeCaseMappers({ underscoreBeforeDigits: true });
  // The relations of a fetched row one after another: within a transaction they share one connection.
  static concurrency = 1;
  /** Each column of the table, by the property that holds it. */
  static readonly columns: Readonly<Record<string, Column>> = {};

  /** What is written as JSON; else a list would be written as an array of PostgreSQL. */
  static override get jsonAttributes(): string[] {
    return Object.entries(this.columns)
      .filter(([, column]) => factsOf(column).type === 'jsonb')
      .map(([name]) => name);
  }
}

type Statics = Pick<typeof BaseModel, keyof typeof BaseModel>;

/** A base for a model whose instances are rows of this shape. */
interface RowClass<Row extends object> extends Statics {
  new (): BaseModel & Row;
}

/**
 * The base of a model whose instances are rows of this shape, so that no model declares its fields a second
 * time.
 */
export function rows<Row extends object>(): RowClass<Row> {
  // Objection makes the instances out of rows that PostgreSQL answers: this is where they are parsed.
  return BaseModel as unknown as RowClass<Row>;
}

/** The relation of a row to the one whose `uid` is in a column of it. @param column with its table */
export function belongsTo(modelClass: ModelClass<Model>, column: string): RelationMapping<Model> {
  return {
    relation: Model.BelongsToOneRelation,
    modelClass,
    join: { from: column, to: `${modelClass.tableName}.uid` },
  };
}

/** What a relation brought. @throws Error when the read did not ask for it */
export function fetched<Related>(relation: Related | undefined): Related {
  if (relation === undefined) throw new Error('a relation was not read with its row');
  return relation;
}
