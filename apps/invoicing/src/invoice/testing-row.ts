import type { InvoiceRow } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { InvoiceCommand } from './decide.js';
import { invoicesProjection } from './projection.js';
import { at, history } from './testing.js';

export const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
export const ORGANIZATION = '66f0c0c0c0c0c0c0c0c0c0aa';

/** The row that a history leaves. */
export function rowOf(...commands: InvoiceCommand[]): InvoiceRow | undefined {
  let row: InvoiceRow | undefined;
  history(...commands).forEach((event, revision) => {
    const recorded: RecordedEvent = {
      ...event,
      id: `event-${revision}`,
      streamId: `invoice-${ID}`,
      revision,
      position: BigInt(revision + 1),
      recordedAt: new Date(at),
      metadata: {
        organizationId: ORGANIZATION,
        livemode: false,
        commandId: `command-${revision}`,
        correlationId: 'c',
        actor: 'a',
      },
    };
    row = invoicesProjection.evolve(row, recorded) as unknown as InvoiceRow | undefined;
  });
  return row;
}
export const docOf = (...commands: InvoiceCommand[]) => rowOf(...commands)?.doc ?? {};
