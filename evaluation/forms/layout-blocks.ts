import type { Block, FormLayout } from './layout';

function flat(block: Block): readonly Block[] {
  return block.kind === 'columns' ? [...block.left, ...block.right].flatMap(flat) : [block];
}

/** Returns all blocks of a form, including those in columns. */
export function blocksOf(form: FormLayout): readonly Block[] {
  return form.blocks.flatMap(flat);
}
