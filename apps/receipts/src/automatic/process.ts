import { deterministicId, type StreamEvent } from '#kernel';
import type { GlobalsEvent, OrganizationEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/** The id of an organization's automatic global invoices in one environment. */
export const globalsId = (organizationId: string, livemode: boolean): string =>
  deterministicId('automatic global invoices', organizationId, livemode ? 'live' : 'test');

/**
 * Has the receipts of a period invoiced when it is over, for organizations that ask for it. Its plan is one command for
 * each, organization and environment, at the end of the period: whichever process is there then takes it, and a Test clock
 * moves it. There is none for a receipt (ADR 61).
 */
export const automaticGlobals = defineProcess({
  name: 'receipts.automatic-globals',
  react: { 'organization-': followSettings, 'globals-': plan },
});

function followSettings(id: string, event: StreamEvent<OrganizationEvent>): readonly Effect[] {
  if (event.type === 'ReceiptSettingsSet' && event.data.auto_global_invoice === undefined)
    return [ignore('it was set before anybody could ask for automatic invoices')];
  // One that is deleted is found to be gone when a period of it ends.
  if (event.type !== 'ReceiptSettingsSet' && event.type !== 'OrganizationRestored')
    return [ignore('it does not change whether receipts are invoiced automatically')];
  const { revision } = event;
  return [false, true].map((livemode) =>
    send('receipts.follow-settings', globalsId(id, livemode), { livemode, revision }),
  );
}

function plan(id: string, event: GlobalsEvent): readonly Effect[] {
  switch (event.type) {
    case 'ReceiptPeriodOpened': {
      const { period, warn_at, due_at } = event.data;
      const { until } = period;
      return [
        ...(warn_at === null ? [] : [schedule(warn_at, 'receipts.announce-period', id, { until })]),
        schedule(due_at, 'receipts.close-period', id, { until }),
      ];
    }
    case 'GlobalInvoiceAsked':
      return [send('receipts.close-period', id, { until: event.data.until })];
    case 'GlobalInvoiceNotMade': {
      const { until, next_at } = event.data;
      if (next_at === null) return [ignore('it is not tried any more')];
      return [schedule(next_at, 'receipts.close-period', id, { until })];
    }
    case 'ReceiptPeriodSwept': {
      const { until, next_at } = event.data;
      return [schedule(next_at, 'receipts.close-period', id, { until })];
    }
    case 'AutomaticGlobalsEnded':
    case 'ReceiptPeriodEnding':
    case 'ReceiptPeriodClosed':
      return [ignore('nothing follows')];
    default:
      return [ignore('an event of a newer release')];
  }
}
