/** Which checked option answers which question. */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { labelsOn } from './blank-values';
import { isRightBehind } from './checked-options';
import { cleanValue, isHeading, type FieldRule } from './find-field';
import { cueIn } from './party-cues';
import type { Piece, Sheet } from './sheet';
import { bottomOf, middleOf, rightOf } from './text-segments';
import { isPrintedOption } from './tick-boxes';

/** How far below its question an option may be, in points. */
const optionReach = 100;
/** A question goes on in the next line if that is nearer, in points. */
const paragraphGap = 8;

/** What a piece of text is between a question and an option. */
interface Between {
  readonly box: Box;
  readonly isOption: boolean;
  /** Whether it is a heading or a question itself. */
  readonly isAsking: boolean;
  /** Whether it is the option to write something else, which has a colon, too. */
  readonly isOtherOption: boolean;
}

function betweenOf({ text, box }: Piece): Between {
  return {
    box,
    isOption: isPrintedOption(text),
    isAsking: isHeading(text) || /[:?]\s*$/.test(text) || cueIn(text) !== undefined,
    isOtherOption: /^\W*(?:other|otr[oa])\b/iu.test(text),
  };
}

/** Whether an option is in another column than a question: below words at the side of it. */
function hasOwnHead(pieces: readonly Between[], question: Box, option: Box): boolean {
  return pieces.some(
    ({ isOption, box }) =>
      !isOption && Math.abs(box.y - question.y) < 6 && box.x > rightOf(question) && box.x < option.x + 10,
  );
}

/** Returns how far an option is from a question that it may answer; `undefined` if it can't. */
export type DistanceToQuestion = (question: Box, option: Box) => number | undefined;

/** Returns the distances on a sheet, whose texts are looked at once for all questions and options. */
export function distancesOn(sheet: Sheet): DistanceToQuestion {
  const pieces = sheet.pieces.map(betweenOf);
  return (question, option) => {
    const middle = middleOf(option);
    if (middle > question.y - 4 && middle < bottomOf(question) + 4)
      return option.x > question.x ? Math.max(0, option.x - rightOf(question)) / 20 : undefined;
    const down = option.y - bottomOf(question);
    if (down < -4 || down > optionReach) return undefined;
    // A heading or another question at the left edge is between them.
    const isOther = pieces.some(
      ({ box, isOption, isAsking, isOtherOption }) =>
        box.y > bottomOf(question) - 2 &&
        bottomOf(box) < option.y + 3 &&
        box.x < question.x + 6 &&
        rightOf(box) > question.x - 40 &&
        (isAsking || (box.y - bottomOf(question) > paragraphGap && !isOption)) &&
        !isOtherOption,
    );
    const isColumn = option.x > question.x - 30 && !hasOwnHead(pieces, question, option);
    return isOther || !isColumn ? undefined : down;
  };
}

/** Returns the texts of a page that are options in form fields, checked or not. */
export function optionTextsOn({ page, pieces }: Sheet): ReadonlySet<string> {
  const boxes = page.widgets.filter(({ kind }) => kind === 'checkbox').map(({ box }) => box);
  const isOption = (text: Box): boolean => boxes.some(box => isRightBehind(text, box));
  return new Set(pieces.filter(({ box }) => isOption(box)).map(({ text }) => cleanValue(text)));
}

/** Returns the checked option nearest to a question; `null` without any. */
export function findCheckedAnswer(
  sheets: readonly Sheet[],
  rule: Pick<FieldRule, 'label' | 'not' | 'accepts'>,
): Found | null {
  const answers = sheets.flatMap(sheet => {
    const questions = labelsOn(sheet, rule);
    if (questions.length === 0 || sheet.checked.length === 0) return [];
    const distanceTo = distancesOn(sheet);
    return sheet.checked
      .filter(({ text }) => rule.accepts(text) && !rule.label.test(text))
      .flatMap(({ text, page, box }) =>
        questions
          .flatMap(({ piece }) => distanceTo(piece.box, box) ?? [])
          .map(distance => ({ distance, found: { text, page, box } })),
      );
  });
  return answers.toSorted((a, b) => a.distance - b.distance)[0]?.found ?? null;
}
