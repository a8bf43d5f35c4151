import { MAIL_STREAM, mailsReadModel, type MailEvent, type MailRow } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection } from '#platform';

function evolve(row: MailRow | undefined, recorded: RecordedEvent): MailRow | undefined {
  const event = recorded as unknown as MailEvent;
  const { revision, streamId, metadata } = recorded;
  if (event.type === 'MailRequested') {
    const { template, about, to, at } = event.data;
    return {
      id: streamId.slice(MAIL_STREAM.length),
      revision,
      organization_id: metadata.organizationId,
      livemode: metadata.livemode,
      template,
      about,
      recipients: to,
      status: 'requested',
      attempts: 0,
      refused: [],
      reason: null,
      retry_at: null,
      created_at: at,
      updated_at: at,
    };
  }
  if (!row) return undefined;
  const { attempt, at } = event.data;
  const refused = [...row.refused, ...event.data.refused];
  const next = { ...row, revision, attempts: attempt, refused, retry_at: null, updated_at: at };
  switch (event.type) {
    case 'MailSent':
      return { ...next, status: refused.length > 0 ? 'partial' : 'sent', reason: null };
    case 'MailDelayed':
      return { ...next, status: 'delayed', reason: event.data.reason, retry_at: event.data.retry_at };
    case 'MailFailed':
      return { ...next, status: 'failed', reason: event.data.reason };
    default:
      return { ...row, revision };
  }
}

/** notifications.mails: what became of every mail. */
export const mailsProjection = defineProjection<MailRow>({
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
  } as const satisfies Record<keyof MailRow, string>,
  streamPrefix: MAIL_STREAM,
  evolve,
});
