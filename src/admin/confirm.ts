import { OperatorError } from '../usecases/operator-error';
import type { Loss } from './command';
import { UsageError } from './failures';
import { askEach, printable, type Terminal } from './terminal';

/**
 * Asks for confirmation of a loss: a person types the ID, a script passes `--yes`.
 * @throws OperatorError if the person typed something else; UsageError if nobody can be asked and `--yes` is
 * missing
 */
export async function confirm(terminal: Terminal, loss: Loss, isAgreed: boolean): Promise<void> {
  if (isAgreed) return;
  const warning = `${loss.consequence} ${loss.wayBack ?? "This can't be undone."}`;
  if (!terminal.isInteractive)
    throw new UsageError(`${warning} To confirm, run the command again with --yes.`);
  terminal.stderr.write(`${printable(warning)}\n`);
  const [typed] = await askEach(terminal, [`Type ${printable(loss.id)} to confirm: `]);
  if (typed.trim() !== loss.id)
    throw new OperatorError("The text you typed doesn't match. Nothing was changed.");
}
