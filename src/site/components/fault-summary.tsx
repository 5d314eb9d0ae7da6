import { Notice } from './display';
import type { FieldProblems } from './form';

/**
 * The errors of a form at the top of its page, each a link to its field.
 * @param ids the elements of fields whose ID isn't their name
 */
export function FaultSummary({
  problems,
  ids = {},
}: {
  readonly problems: FieldProblems | undefined;
  readonly ids?: Readonly<Record<string, string>>;
}) {
  const faults = Object.entries(problems ?? {});
  if (faults.length === 0) return null;
  return (
    <Notice tone="failed">
      <p>
        <strong>Nothing was saved. Fix the following:</strong>
      </p>
      <ul>
        {faults.map(([name, sentence]) => (
          <li>
            <a href={`#${ids[name] ?? name}`}>{sentence}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
