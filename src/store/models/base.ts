import { Model, snakeCaseMappers } from 'objection';

/**
 * The base of every model: rows are camelCase in TypeScript and snake_case in SQL. Models hold columns and nothing
 * else; fields are declared with `declare`, because a class field would write `undefined` over a patched column.
 */
export class BaseModel extends Model {
  static override columnNameMappers = snakeCaseMappers({ underscoreBeforeDigits: true });
}
