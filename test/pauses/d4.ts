import { commandsTopic } from '#bus/kafka/topics';
import { headerText, HEADER } from '#bus/kafka/codec';
import { clientOf, readLog, writeAgain } from '../failures/log.js';
import type { Stage } from './stage.js';

/**
 * Two payments of an invoice, of which the first is canceled. Then the command that made the second comes once more, as
 * it does after a death, and a third payment is made: the second still has the number that its document says.
 */
export async function numberTwice(stage: Stage): Promise<void> {
  const invoice = await stage.paidInParts();
  const first = await stage.ok('POST /invoices', stage.paymentOf(invoice, 100));
  const second = await stage.ok('POST /invoices', stage.paymentOf(invoice, 100));
  await stage.ok(`DELETE /invoices/${first.id as string}?motive=02`);
  const kafka = clientOf(stage.world.environment['TIMBRA_KAFKA'] ?? '');
  const log = await readLog(kafka, [commandsTopic(stage.world.prefix, 'invoicing')]);
  const made = log.filter(
    ({ message: { key, headers } }) =>
      key?.toString() === second.id && headerText(headers, HEADER.type) === 'invoicing.create',
  );
  if (made.length !== 1) throw new Error(`the payment was made by ${made.length} commands`);
  await writeAgain(kafka, made);
  await stage.quiet();
  await stage.ok('POST /invoices', stage.paymentOf(invoice, 100));
}
