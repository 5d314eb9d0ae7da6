/** The answer that a form has among several places: the checked option below a question. */
import type { Found } from '../../domain/auth-checks/extraction';
import type { DocumentLayout } from '../document-layout';
import { cleanValue, findLabels, asksToChoose, touches, type Label } from './find-field';
import { anyLabel, isOption } from './form-fields';
import { bottomOf, rightOf, type Segment } from './text-segments';
import { boxState } from './tick-boxes';
import { ruledArea } from './value-areas';

/** An option may be this far left of its question, in points. */
const rowGap = 40;

/** How far below its question an option may be, in points. */
const optionsReach = 110;

/** How far after its label the field of a cell starts at most, in points. */
const cellReach = 120;

/** Whether a question has its own line, cell, or field: then it is answered there. */
function hasOwnPlace(layout: DocumentLayout, segments: readonly Segment[], label: Label): boolean {
  const { box, page: number } = label.segment;
  const page = layout.pages.find(candidate => candidate.number === number);
  const fields = (page?.widgets ?? []).filter(({ kind }) => kind === 'text').map(field => field.box);
  const behind = fields.filter(
    field =>
      field.y < bottomOf(box) &&
      box.y < bottomOf(field) &&
      field.x > rightOf(box) &&
      field.x - rightOf(box) < cellReach,
  );
  const isNext = behind.some(field =>
    segments.every(
      other =>
        other.page !== number ||
        other.line !== label.segment.line ||
        other.box.x <= box.x ||
        other.box.x > field.x,
    ),
  );
  if (isNext || fields.some(field => touches(box, field))) return true;
  const area = page === undefined ? undefined : ruledArea(page, label, box.height);
  return area !== undefined && area.y < box.y + 2 && area.x > box.x + 10;
}

/** The largest gap between lines of one paragraph, in points. */
const leading = 5;

/**
 * The segments of a page, and whether the box before each is checked, computed once for each: there may be
 * thousands.
 */
interface Options {
  readonly segments: readonly Segment[];
  readonly stateOf: (segment: Segment) => boolean | undefined;
}

function optionsOn(layout: DocumentLayout, all: readonly Segment[], page: number): Options {
  const segments = all.filter(segment => segment.page === page);
  const known = new Map<Segment, boolean | undefined>();
  return {
    segments,
    stateOf: segment => {
      if (!known.has(segment)) known.set(segment, boxState(layout, segments, segment));
      return known.get(segment);
    },
  };
}

/** Whether an option belongs to a question: in its column, with no other question or paragraph in between. */
function isOptionOf({ segments, stateOf }: Options, question: Segment, option: Segment): boolean {
  if (option.box.x < question.box.x - rowGap) return false;
  const between = segments.filter(
    other =>
      other.box.y > question.box.y + 2 &&
      other.box.y < option.box.y - 2 &&
      other.box.x < option.box.x + option.box.width &&
      rightOf(other.box) > question.box.x - 2,
  );
  const left = Math.min(
    option.box.x,
    ...between.filter(other => stateOf(other) !== undefined).map(({ box }) => box.x),
  );
  let last = question;
  return between.every(other => {
    // A question may take several lines, or say that one option must be marked.
    const goesOn = other.box.y - bottomOf(last.box) < leading && !/[.:?)]$/.test(last.text);
    if (other.box.x < question.box.x + 4 && (goesOn || asksToChoose(other.text))) {
      last = other;
      return true;
    }
    return (
      stateOf(other) !== undefined ||
      (other.box.x > left - 5 && !/[:?]$/.test(other.text) && !anyLabel.test(other.text))
    );
  });
}

/** Returns the checked option below a label. An empty or invisible box isn't an answer. */
export function findTicked(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: RegExp,
): Found | null {
  const pages = new Map<number, Options>();
  const optionsOf = (page: number): Options => {
    const options = pages.get(page) ?? optionsOn(layout, segments, page);
    pages.set(page, options);
    return options;
  };
  for (const entry of findLabels(segments, { label })) {
    const { segment: question } = entry;
    if (hasOwnPlace(layout, segments, entry)) continue;
    const options = optionsOf(question.page);
    const ticked = options.segments.find(
      segment =>
        segment.box.y >= question.box.y - 2 &&
        segment.box.y - bottomOf(question.box) < optionsReach &&
        isOption(segment.text) &&
        options.stateOf(segment) === true &&
        isOptionOf(options, question, segment),
    );
    if (ticked !== undefined) return { text: cleanValue(ticked.text), page: ticked.page, box: ticked.box };
  }
  return null;
}
