import { mailRow } from '#answers';
import { MAIL_STREAM, mailsReadModel, type MailRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.mails: what became of every mail. */
export const mailsProjection = defineProjection<MailRow, typeof MAIL_STREAM>({
  name: mailsReadModel.projection,
  table: mailsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    template: 'text',
    about: 'text',
    recipients: 'json',
    status: 'text',
    attempts: 'integer',
    refused: 'json',
    reason: 'text',
    retry_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  streamPrefix: MAIL_STREAM,
  evolve: mailRow,
});
