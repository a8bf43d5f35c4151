import { inboundMailRow } from '#answers';
import { INBOUND_MAIL_STREAM, inboundMailsReadModel, type InboundMailRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.inbound_mails: the mails that have arrived, as the API answers them. */
export const inboundMailsProjection = defineProjection<InboundMailRow, typeof INBOUND_MAIL_STREAM>({
  name: inboundMailsReadModel.projection,
  table: inboundMailsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    doc: 'json',
  },
  streamPrefix: INBOUND_MAIL_STREAM,
  evolve: inboundMailRow,
});
