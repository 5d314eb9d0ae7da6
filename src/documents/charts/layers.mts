/** Layers of a document (optional content, ISO 32000-1, 8.11), which its catalog shows or hides. */
import { PDFArray, PDFDict, PDFName, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';

/** A layer: the number of its object in the chart, and whether readers hide it. */
export interface Layer {
  readonly object: number;
  readonly isHidden: boolean;
}

const name = {
  base: PDFName.of('BaseState'),
  default: PDFName.of('D'),
  group: PDFName.of('OCG'),
  groups: PDFName.of('OCGs'),
  // Only between reading and copying.
  hidden: PDFName.of('RecordwellHidden'),
  off: PDFName.of('OFF'),
  on: PDFName.of('ON'),
  properties: PDFName.of('OCProperties'),
  type: PDFName.of('Type'),
} as const;

function groupsIn(list: PDFObject | undefined): PDFDict[] {
  if (!(list instanceof PDFArray)) return [];
  return list.asArray().flatMap((_, at) => {
    const group = list.lookup(at);
    return group instanceof PDFDict ? [group] : [];
  });
}

/** Marks the layers that readers hide when they open the document, so that their copies are known. */
export function markHiddenLayers({ catalog }: PDFDocument): void {
  const properties = catalog.lookup(name.properties);
  const state = properties instanceof PDFDict ? properties.lookup(name.default) : undefined;
  if (!(properties instanceof PDFDict) || !(state instanceof PDFDict)) return;
  const hidden = new Set(groupsIn(state.lookup(name.off)));
  if (state.lookup(name.base) === name.off) {
    const shown = new Set(groupsIn(state.lookup(name.on)));
    for (const group of groupsIn(properties.lookup(name.groups))) if (!shown.has(group)) hidden.add(group);
  }
  for (const group of hidden) group.set(name.hidden, name.off);
}

/** Returns the layers among copied objects, and removes their marks. @param first the number of the first */
export function takeLayers(objects: readonly PDFObject[], first: number): Layer[] {
  return objects.flatMap((object, index) => {
    if (!(object instanceof PDFDict) || object.lookup(name.type) !== name.group) return [];
    return [{ object: first + index, isHidden: object.delete(name.hidden) }];
  });
}
