import { OperatorError } from '../usecases/operator-error';
import type { Loss } from './command';
import { UsageError } from './failures';
import { askEach, printable, type Terminal } from './terminal';

/**
 * Prevents accidental loss: a person types the id to confirm, a script passes `--yes`.
 * @throws OperatorError if the person typed something else; UsageError without a person and without `--yes`
 */
export async function confirm(terminal: Terminal, loss: Loss, isAgreed: boolean): Promise<void> {
  if (isAgreed) return;
  const told = `${loss.consequence} ${loss.wayBack ?? 'This cannot be undone'}`;
  if (!terminal.isInteractive) throw new UsageError(`${told}: repeat it with --yes.`);
  terminal.stderr.write(`${printable(told)}.\n`);
  const [typed] = await askEach(terminal, [`Type ${printable(loss.id)} to confirm: `]);
  if (typed.trim() !== loss.id) throw new OperatorError('Not confirmed. Nothing was changed.');
}
