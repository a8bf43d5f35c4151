import { ignoreUnknown } from '#kernel';
import {
  INBOUND_MAIL_STREAM,
  type InboundMailDoc,
  type InboundMailEvent,
  type InboundMailRow,
} from '#contracts';
import type { Told } from './told.js';

const rowOf = ({ revision }: Told<InboundMailEvent>, doc: InboundMailDoc): InboundMailRow => ({
  ...{ id: doc.id, revision, organization_id: doc.organization, livemode: doc.livemode },
  ...{ created_at: doc.received_at, doc },
});

/** A mail after an event, as the API answers it: without the address that it came to, which is as good as a key. */
export function inboundMailRow(
  row: InboundMailRow | undefined,
  event: Told<InboundMailEvent>,
): InboundMailRow | undefined {
  switch (event.type) {
    case 'InboundMailReceived': {
      const { token: _token, at, bytes, from, subject, message_id, authentication } = event.data;
      const { organizationId: organization, livemode } = event.metadata;
      const id = event.streamId.slice(INBOUND_MAIL_STREAM.length);
      return rowOf(event, {
        ...{ id, livemode, organization, status: 'processing', received_at: at, processed_at: null, bytes },
        ...{ from, subject, message_id, authentication },
        ...{ imported: 0, duplicates: 0, refused: 0, results: [], problem: null },
      });
    }
    case 'InboundMailProcessed': {
      const { at, imported, duplicates, refused, results, problem } = event.data;
      if (!row) return undefined;
      const became = { imported, duplicates, refused, results, problem };
      return rowOf(event, { ...row.doc, ...became, status: 'processed', processed_at: at });
    }
    default:
      return ignoreUnknown(event, row);
  }
}
