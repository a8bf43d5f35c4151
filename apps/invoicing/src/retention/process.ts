import { ignoreUnknown, type StreamEvent } from '#kernel';
import { cancellationKey, stampingKey, type RetentionEvent } from '#contracts';
import { ignore, send, type Effect } from '#eventing';
import { documentOf } from './prepare.js';

/** What a retention asks for: its stamp when it is issued, its cancellation when that was requested. */
export function onRetention(id: string, event: StreamEvent<RetentionEvent>): Effect[] {
  const document = { kind: 'retention', id } as const;
  switch (event.type) {
    case 'RetentionIssued': {
      const retencion = documentOf(event.id, event.data);
      const { number, issuer } = event.data.issue;
      const { certificate } = issuer;
      const asked = { retencion, ...(certificate !== undefined && { certificate }) };
      return [send('stamping.stamp', stampingKey(document, number), asked)];
    }
    case 'RetentionCancellationRequested': {
      const { number, motive, substitution, document: fiscal } = event.data;
      const asked = { number, motive, substitution, document: fiscal };
      return [send('cancellation.request', cancellationKey(document), asked)];
    }
    case 'RetentionDrafted':
    case 'RetentionDraftEdited':
    case 'RetentionDraftDeleted':
    case 'RetentionForgone':
    case 'RetentionClaimsForgone':
    case 'RetentionStamped':
    case 'RetentionRefused':
    case 'RetentionSurplusStampFound':
    case 'RetentionSurplusStampSettled':
    case 'RetentionStampingDelayed':
    case 'RetentionStampingFailed':
    case 'RetentionCancellationUpdated':
    case 'RetentionCancellationRefused':
    case 'RetentionCanceled':
    case 'RetentionStatusChecked':
      return [ignore(`${event.type} asks for nothing`)];
    default:
      return ignoreUnknown(event, [ignore('not known yet')]);
  }
}
