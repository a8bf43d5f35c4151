import { describe, expect, it } from '@jest/globals';
import { buildRetencion, type RetencionInput } from '#cfdi';
import type { CancellationEvent, RetentionEvent, StampingEvent } from '#contracts';
import type { DomainEvent, StreamEvent } from '#kernel';
import { invoicingProcess } from '../process.js';
import { documentOf, handOver, prepare } from './prepare.js';
import * as t from './testing.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const { at } = t;
const react = (streamId: string, event: DomainEvent) =>
  invoicingProcess.react({ ...event, id: 'e1', streamId } as StreamEvent);
const sent = (type: string, key: string, data: unknown) => [{ kind: 'send', command: { type, key, data } }];

describe('a retention', () => {
  const ofRetention = (event: RetentionEvent | undefined) =>
    react(`retention-${ID}`, event as RetentionEvent);

  it('that is issued asks for its stamp, with everything that the document needs', () => {
    const [issued] = t.history(t.create());
    const [effect] = ofRetention(issued);
    expect(effect).toMatchObject({ command: { type: 'stamping.stamp', key: `retention-${ID}.1` } });
    const { data } = (effect as { command: { data: { retencion: RetencionInput } } }).command;
    // As it comes from a queue.
    const built = buildRetencion(JSON.parse(JSON.stringify(data.retencion)) as RetencionInput);
    expect(built).toMatchObject({
      ok: true,
      value: { fechaExp: '2026-11-21T12:00:00', totales: { montoTotRet: '100.00' } },
    });
  });

  it('that is to be canceled asks for that', () => {
    const [requested] = t.history(t.create(), t.recordStamp(), t.cancel('03')).slice(-1);
    const { number, motive, substitution, document } = requested?.data as Record<string, unknown>;
    expect(ofRetention(requested)).toEqual(
      sent('cancellation.request', `retention-${ID}`, { number, motive, substitution, document }),
    );
  });

  it('asks for nothing else', () => {
    const others = new Set(
      Object.values(t.lives).flatMap((life) => t.history(...life).map(({ type }) => type)),
    );
    others.delete('RetentionIssued');
    others.delete('RetentionCancellationRequested');
    for (const type of others)
      expect(ofRetention({ type, data: {} } as RetentionEvent)).toMatchObject([{ kind: 'ignore' }]);
  });
});

describe('a stamping of a retention', () => {
  it.each<readonly [StampingEvent, string, object]>([
    [
      { type: 'ComprobanteStamped', data: { stamp: t.stamp, pac: 'sw', duplicate: false, at, attempt: 2 } },
      'invoicing.record-retention-stamp',
      { stamp: t.stamp, pac: 'sw', attempts: 2 },
    ],
    [
      { type: 'SurplusStampFound', data: { uuid: 'U', pac: 'finkok', stamp: t.stamp, at } },
      'invoicing.record-retention-surplus-stamp',
      { uuid: 'U', pac: 'finkok', status: 'found' },
    ],
    [
      { type: 'SurplusStampSettled', data: { uuid: 'U', pac: 'finkok', outcome: 'canceled', at } },
      'invoicing.record-retention-surplus-stamp',
      { uuid: 'U', pac: 'finkok', status: 'canceled' },
    ],
    [
      { type: 'StampRefused', data: { code: 'retention_stamping_validation_error', details: [], at } },
      'invoicing.record-retention-refusal',
      { code: 'retention_stamping_validation_error', details: [] },
    ],
    [
      { type: 'StampUncertain', data: { tries: 1, certain: false, reason: 'timeout', retry_at: at, at } },
      'invoicing.record-retention-delay',
      { reason: 'timeout' },
    ],
    [
      { type: 'StampAbandoned', data: { reason: 'outage', at } },
      'invoicing.record-retention-failure',
      { reason: 'outage' },
    ],
  ])('with $type tells the retention, and which issue is meant', (event, command, data) => {
    expect(react(`stamping-retention-${ID}.2`, event)).toEqual(
      sent(command, ID, { ...('uuid' in data ? {} : { number: 2 }), ...data }),
    );
  });
});

it('a cancellation of a retention tells the retention', () => {
  const data = { number: 1, status: 'accepted', receipt_key: 'acuse', at } as const;
  const event: CancellationEvent = { type: 'CancellationAnswered', data };
  expect(react(`cancellation-retention-${ID}`, event)).toEqual(
    sent('invoicing.record-retention-cancellation', ID, { ...data, code: null, details: [] }),
  );
});

describe('the document of a retention', () => {
  const issued = () => t.history(t.create())[0]?.data as Parameters<typeof documentOf>[1];

  it('is handed over once, and is built from the event otherwise: to the same document', () => {
    const { content, issue } = issued();
    const prepared = prepare(content, issue.issuer, t.NOW);
    if (!prepared.ok) throw new Error('it is right');
    handOver('e7', { content, issue });
    expect(documentOf('e7', { content, issue })).toBe(prepared.value.retencion);
    const again = buildRetencion(documentOf('e7', { content, issue }) as RetencionInput);
    expect(again).toEqual({ ok: true, value: prepared.value.retencion });
  });
});
