import { ignoreUnknown, type StreamEvent } from '#kernel';
import type { ReceiptImportEvent } from '#contracts';
import { defineProcess, ignore, send, type Effect } from '#eventing';

/** Has the pieces of a file made, one after the other: each is asked for until it has been. */
export const importProcess = defineProcess({
  name: 'receipts.imports',
  react: { 'import-': (id, event) => [onImport(id, event)] },
});

function onImport(id: string, event: StreamEvent<ReceiptImportEvent>): Effect {
  switch (event.type) {
    case 'ReceiptImportBegun':
      return send('receipts.import-piece', id, { piece: 0 });
    case 'ReceiptImportAdvanced': {
      const { next } = event.data;
      return next === null
        ? ignore('that was the last piece')
        : send('receipts.import-piece', id, { piece: next });
    }
    default:
      return ignoreUnknown(event, ignore('not known yet'));
  }
}
