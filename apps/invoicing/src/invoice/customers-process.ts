import { ignoreUnknown, type StreamEvent } from '#kernel';
import type { CustomerEvent } from '#contracts';
import { ignore, send, type Effect } from '#eventing';
import { ownRfcOf } from './past-receivers.js';

/** A customer that has an RFC of its own from now on may be the receiver of what was imported before. */
export function onCustomer(id: string, event: StreamEvent<CustomerEvent>): Effect {
  switch (event.type) {
    case 'CustomerCreated':
    case 'CustomerEdited': {
      const rfc = ownRfcOf(event.data.tax_id);
      return rfc === undefined
        ? ignore(`${event.type} gives nobody an RFC`)
        : send('invoicing.recognize-customer', id, { tax_id: rfc, revision: event.revision });
    }
    case 'CustomerDeleted':
    case 'CustomerEditLinkCreated':
    case 'CustomerEditLinkCompleted':
      return ignore(`${event.type} asks for nothing`);
    default:
      return ignoreUnknown(event, ignore('it is not known here'));
  }
}
