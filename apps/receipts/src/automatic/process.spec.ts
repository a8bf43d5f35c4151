import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { GlobalsEvent, OrganizationEvent } from '#contracts';
import { automaticGlobals, globalsId } from './process.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const at = '2026-11-10T18:00:00.000Z';
const until = '2026-12-01T06:00:00.000Z';
const react = (stream: string, event: OrganizationEvent | GlobalsEvent) =>
  automaticGlobals.react({ ...event, streamId: `${stream}${ID}`, revision: 7 } as unknown as StreamEvent);

describe('the plan of automatic global invoices', () => {
  it('follows settings, in both environments', () => {
    const data = { periodicity: 'week' as const, duration_days: 3, auto_global_invoice: false, at };
    expect(react('organization-', { type: 'ReceiptSettingsSet', data })).toEqual(
      [false, true].map((livemode) => ({
        kind: 'send',
        command: {
          ...{ type: 'receipts.follow-settings', key: globalsId(ID, livemode) },
          data: { livemode, revision: 7 },
        },
      })),
    );
    expect(react('organization-', { type: 'OrganizationRestored', data: { at } })).toHaveLength(2);
    const old = {
      type: 'ReceiptSettingsSet' as const,
      data: { periodicity: 'week' as const, duration_days: 3, at },
    };
    expect(react('organization-', old)).toMatchObject([{ kind: 'ignore' }]);
  });

  it('is one command at the end of a period, and one the day before', () => {
    const period = {
      ...{ from: '2026-11-01T06:00:00.000Z', until, first: '2026-11-01', last: '2026-11-30' },
      global: { periodicity: 'month', months: '11', year: 2026 },
    };
    const dates = { warn_at: '2026-11-30T06:00:00.000Z', due_at: '2026-12-01T06:20:00.000Z' };
    const commands = react('globals-', { type: 'ReceiptPeriodOpened', data: { period, ...dates, at } });
    expect(commands).toEqual([
      {
        kind: 'schedule',
        at: dates.warn_at,
        command: { type: 'receipts.announce-period', key: ID, data: { until } },
      },
      {
        kind: 'schedule',
        at: dates.due_at,
        command: { type: 'receipts.close-period', key: ID, data: { until } },
      },
    ]);
  });

  it('goes on at once after an invoice, and later after a failure; not after the last one', () => {
    const close = { type: 'receipts.close-period', key: ID, data: { until } };
    const invoice = { until, number: 1, invoice: 'i', at };
    expect(react('globals-', { type: 'GlobalInvoiceAsked', data: { ...invoice, receipts: 3 } })).toEqual([
      { kind: 'send', command: close },
    ]);
    const failed = (next_at: string | null): GlobalsEvent => ({
      type: 'GlobalInvoiceNotMade',
      data: { ...invoice, code: 'organization_incomplete', details: [], next_at },
    });
    expect(react('globals-', failed(at))).toEqual([{ kind: 'schedule', at, command: close }]);
    expect(react('globals-', failed(null))).toMatchObject([{ kind: 'ignore' }]);
  });
});
