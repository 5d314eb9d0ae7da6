import type { Block, FormLayout } from './layout';

function flat(block: Block): readonly Block[] {
  return block.kind === 'columns' ? [...block.left, ...block.right].flatMap(flat) : [block];
}

/** All blocks of a form, those in columns too. */
export function blocksOf(form: FormLayout): readonly Block[] {
  return form.blocks.flatMap(flat);
}
