import { Model, snakeCaseMappers, type ModelClass, type RelationMapping } from 'objection';
import { factsOf, type Column } from '../columns';

/**
 * The base of every model: rows are camelCase in TypeScript and snake_case in SQL. A model has only its
 * table's columns, and no class fields, because those would write `undefined` over a patched column.
 */
export class BaseModel extends Model {
  static override columnNameMappers = snakeCaseMappers({ underscoreBeforeDigits: true });
  // Loads relations sequentially: within a transaction they share one connection.
  static concurrency = 1;
  /** Each column of the table, by the property that holds it. */
  static readonly columns: Readonly<Record<string, Column>> = {};

  /** Written as JSON; otherwise a list would be written as a PostgreSQL array. */
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
 * Returns the base of a model whose instances are rows of this shape, so that no model declares its fields
 * twice.
 */
export function rows<Row extends object>(): RowClass<Row> {
  // Objection creates the instances from PostgreSQL's rows: this is where they are parsed.
  return BaseModel as unknown as RowClass<Row>;
}

/**
 * Returns the relation of a row to the one whose `uid` is in one of its columns. @param column with its table
 */
export function belongsTo(modelClass: ModelClass<Model>, column: string): RelationMapping<Model> {
  return {
    relation: Model.BelongsToOneRelation,
    modelClass,
    join: { from: column, to: `${modelClass.tableName}.uid` },
  };
}

/** Returns a fetched relation. @throws Error if the read didn't request it */
export function fetched<Related>(relation: Related | undefined): Related {
  if (relation === undefined) throw new Error('a relation was not read with its row');
  return relation;
}
