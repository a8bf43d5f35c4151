import { describe, expect, it } from '@jest/globals';
import type { OrganizationExpiryEvent } from '#contracts';
import {
  daysLeft,
  noExpiry,
  noticesAfter,
  notifyExpiry,
  recordNotice,
  trackCertificate,
  untrackCertificate,
} from './expiry.js';

const SERIAL = '00001000000700000001';
const END = '2027-05-18T11:43:51.000Z';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const before = (days: number, plusMs = 0) => new Date(Date.parse(END) - days * DAY + plusMs).toISOString();
const inUse = trackCertificate(noExpiry, 'csd', { serial_number: SERIAL, expires_at: END });

/** What the looks of a certificate, at these instants one after the other, tell its owner. */
function tellAt(instants: readonly string[], start = inUse): readonly (readonly [number, number])[] {
  let expiry = start;
  const told: OrganizationExpiryEvent[] = [];
  for (const at of instants) {
    const events = notifyExpiry({ type: 'notify-expiry', kind: 'csd', serialNumber: SERIAL, at }, expiry);
    for (const { data } of events) expiry = recordNotice(expiry, data);
    told.push(...events);
  }
  return told.map(({ data }) => [data.notice, data.days_left]);
}

describe('the end of a certificate', () => {
  it('is told 60, 30, 7 and 1 days before, each once', () => {
    const days = [60, 30, 7, 1].map((day) => before(day, 50));
    expect(tellAt([...days, ...days])).toEqual([
      [60, 60],
      [30, 30],
      [7, 7],
      [1, 1],
    ]);
    expect(tellAt(days.flatMap((day) => [day, day]))).toHaveLength(4);
  });

  it('is told with its certificate, its end and the time', () => {
    const at = before(30);
    expect(notifyExpiry({ type: 'notify-expiry', kind: 'csd', serialNumber: SERIAL, at }, inUse)).toEqual([
      {
        type: 'CertificateExpiring',
        data: { kind: 'csd', serial_number: SERIAL, expires_at: END, days_left: 30, notice: 30, at },
      },
    ]);
  });

  it('is told late with the days that are left then, and not twice for all that was missed', () => {
    expect(tellAt(Array(4).fill(before(5)))).toEqual([[7, 5]]);
    expect(tellAt(Array(3).fill(before(30)))).toEqual([[30, 30]]);
    expect(tellAt([before(59), before(30)])).toEqual([
      [60, 59],
      [30, 30],
    ]);
    // The one of 7 days was missed for six.
    expect(tellAt([before(1, 30 * 60_000)])).toEqual([[1, 1]]);
  });

  it('is told once after it, where no notice came before', () => {
    expect(tellAt(Array(4).fill(before(-3)))).toEqual([[1, 0]]);
    expect(tellAt([before(1), before(-3)])).toEqual([[1, 1]]);
  });

  it('is not told before the first notice is due, and no notice again that a clock set back asks for', () => {
    expect(tellAt([before(70)])).toEqual([]);
    expect(tellAt([before(30), before(45), before(7)])).toEqual([
      [30, 30],
      [7, 7],
    ]);
  });

  it('is told on time by a clock that was set back a little after the look was due', () =>
    expect(tellAt([before(60, -30 * 60_000)])).toEqual([[60, 60]]));

  it('is told of no certificate that was replaced or removed, and of the same one uploaded again only what is new', () => {
    const replaced = trackCertificate(inUse, 'csd', { serial_number: '2', expires_at: before(-900) });
    expect(tellAt([before(7)], replaced)).toEqual([]);
    expect(tellAt([before(7)], untrackCertificate(inUse, 'csd'))).toEqual([]);
    const noticed = recordNotice(inUse, {
      ...{ kind: 'csd', serial_number: SERIAL, expires_at: END, days_left: 30, notice: 30, at: before(30) },
    });
    const again = trackCertificate(noticed, 'csd', { serial_number: SERIAL, expires_at: END });
    expect(tellAt([before(20), before(7)], again)).toEqual([[7, 7]]);
  });

  it('is told of a FIEL beside the CSD', () => {
    const both = trackCertificate(inUse, 'fiel', { serial_number: 'F', expires_at: END });
    const fiel = { type: 'notify-expiry' as const, kind: 'fiel' as const, serialNumber: 'F', at: before(7) };
    expect(notifyExpiry(fiel, both)).toMatchObject([{ data: { kind: 'fiel', serial_number: 'F' } }]);
    expect(tellAt([before(7)], both)).toEqual([[7, 7]]);
  });

  it('counts days that have begun', () => {
    expect(
      [before(60), before(59.5), before(1), before(0.5), before(0.01), before(0)].map((at) =>
        daysLeft(END, at),
      ),
    ).toEqual([60, 60, 1, 1, 1, 0]);
  });

  it('is planned when a certificate comes into use: for what is still ahead', () => {
    expect(noticesAfter(before(1400), END)).toEqual([60, 30, 7, 1].map((day) => before(day)));
    expect(noticesAfter(before(20), END)).toEqual([before(7), before(1)]);
    expect(noticesAfter(before(0.5), END)).toEqual([]);
  });
});
