import { ignoreUnknown } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { RetentionEvent, RetentionHistoryType } from '#contracts';
import { entry, sentTo, surplusOf, tellEvent, type Entry, type Told } from '../document/history.js';

/** Tells one more event of a retention. Pure. */
export const tell = (
  told: Told<RetentionHistoryType>,
  event: RecordedEvent<RetentionEvent>,
): Told<RetentionHistoryType> => tellEvent({ entryOf, edit: 'RetentionDraftEdited' }, told, event);

/** An event in the API's words; nothing for events of retentions that are not visible. */
function entryOf({ type, data }: RetentionEvent): Entry<RetentionHistoryType> | undefined {
  switch (type) {
    case 'RetentionDrafted':
      return entry('retention.drafted', {
        monto_tot_ret: data.amounts?.monto_tot_ret ?? null,
        ...(data.copied_from !== undefined && { copied_from: data.copied_from }),
      });
    case 'RetentionDraftEdited':
      return entry('retention.edited', { monto_tot_ret: data.amounts?.monto_tot_ret ?? null });
    case 'RetentionIssued': {
      const { date, amounts } = data.issue;
      const { monto_tot_operacion, monto_tot_ret } = amounts;
      return entry('retention.issued', { date, monto_tot_operacion, monto_tot_ret });
    }
    case 'RetentionStamped':
      return entry('retention.stamped', {
        ...{ uuid: data.stamp.uuid, date: data.stamp.date },
        ...sentTo(data),
      });
    case 'RetentionRefused':
      return {
        ...entry('retention.stamping_refused'),
        refusal: { code: data.code, details: data.details },
      };
    case 'RetentionStampingDelayed':
      return entry('retention.stamping_delayed', { reason: data.reason, ...sentTo(data) });
    case 'RetentionSurplusStampFound':
      return entry('retention.surplus_stamp_found', surplusOf(data));
    case 'RetentionSurplusStampSettled':
      return entry('retention.surplus_stamp_settled', { ...surplusOf(data), status: data.status });
    case 'RetentionStampingFailed':
      return entry('retention.stamping_failed', { reason: data.reason });
    case 'RetentionCancellationRequested': {
      const { motive, substitution } = data;
      return entry('retention.cancellation_requested', { motive, substitution });
    }
    case 'RetentionCancellationUpdated':
      return entry('retention.cancellation_updated', { cancellation_status: data.status });
    case 'RetentionCancellationRefused':
      return {
        ...entry('retention.cancellation_refused'),
        refusal: { code: data.code, details: data.details },
      };
    case 'RetentionCanceled':
      return entry('retention.canceled', { date: data.at });
    case 'RetentionStatusChecked':
      return entry('retention.status_checked');
    case 'RetentionDraftDeleted':
    case 'RetentionForgone':
    case 'RetentionClaimsForgone':
      return undefined;
    default:
      return ignoreUnknown(type, undefined);
  }
}
