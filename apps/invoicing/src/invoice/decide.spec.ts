import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import type { InvoiceEvent } from '#contracts';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import type { Invoice } from './invoice.js';
import {
  NOW,
  at,
  cancel,
  content,
  create,
  customer,
  date,
  deleteDraft,
  draft,
  edit,
  folio,
  history,
  issuer,
  recordRefusal,
  stampDraft,
  totals,
  lives,
  ALL,
  GONE,
  type Life,
} from './testing.js';

const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));
const detailsOf = ({ outcome }: ReturnType<ReturnType<typeof given>['when']>) =>
  outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code]);

/** What a command is refused with in each status; the others it is taken in. */
const refusals: readonly (readonly [InvoiceCommand, Partial<Record<Life, string>>])[] = [
  [create(), Object.fromEntries(ALL.slice(1).map((life) => [life, 'conflict']))],
  [draft(), Object.fromEntries(ALL.slice(1).map((life) => [life, 'conflict']))],
  ...[edit({ conditions: 'x' }), stampDraft(), deleteDraft].map(
    (command): readonly [InvoiceCommand, Partial<Record<Life, string>>] => [
      command,
      {
        ...Object.fromEntries(GONE.map((life) => [life, 'invoice_not_found'])),
        pending: 'stamping_in_progress',
        valid: command.type === 'stamp-draft' ? 'invoice_already_stamped' : 'invoice_not_draft',
        canceled: command.type === 'stamp-draft' ? 'invoice_already_stamped' : 'invoice_not_draft',
        failed: 'invoice_not_draft',
        // It began before the draft was issued and refused.
        ...(command.type === 'stamp-draft' && { 'draft again': 'draft_update_in_progress' }),
      },
    ],
  ),
  [
    cancel(),
    {
      ...Object.fromEntries(GONE.map((life) => [life, 'invoice_not_found'])),
      draft: 'invoice_cancellation_not_allowed',
      'draft again': 'invoice_cancellation_not_allowed',
      pending: 'invoice_cancellation_not_allowed',
      failed: 'invoice_cancellation_not_allowed',
      canceled: 'invoice_not_cancelable',
    },
  ],
];

describe.each(refusals)('$type', (command, codes) => {
  it.each(ALL)('of an invoice that is %s', (life) => {
    const { outcome } = given(...lives[life]).when(command);
    expect(outcome.ok ? undefined : outcome.refusal.code).toBe(codes[life]);
  });
});

describe('a new invoice', () => {
  it('is issued with its folio, its amounts, and its date in whole seconds and local time', () => {
    given()
      .when(create({ series: 'A' }, folio(7, 'A')))
      .then([
        {
          type: 'InvoiceIssued',
          data: {
            content: content({ series: 'A' }),
            issue: {
              number: 1,
              issuer,
              series: 'A',
              folio_number: 7,
              date,
              fecha: '2026-11-21T12:00:00',
              totals,
            },
            at,
          },
        },
      ]);
  });

  it('is refused with every wrong field', () => {
    const decided = given().when(create({ customer: null, payment_form: null, use: 'X99', items: [] }));
    decided.thenRefused('invalid_request', { path: 'customer', location: 'body' });
    expect(detailsOf(decided)).toEqual([
      ['customer', 'required'],
      ['use', 'invalid_value'],
      ['payment_form', 'required'],
      ['items', 'required'],
    ]);
  });

  it('ceases to be when provider or tax authority refuse it', () => {
    const events = history(create(), recordRefusal());
    expect(events[1]).toEqual({
      type: 'InvoiceRefused',
      data: {
        number: 1,
        code: 'invoice_stamping_validation_error',
        details: [{ code: 'CFDI40145', source: 'sat' }],
        at,
      },
    });
    expect(fold(invoiceDecider, events)).toEqual({ status: 'refused' });
  });

  const later: InvoiceCommand = {
    ...{ type: 'create', now: NOW, numbering: folio(1) },
    data: { content: content(), issuer, draft: false, later: true },
  };
  it.each([
    ['was answered before its stamp', [later]],
    ['waited for its stamp', [create(), { type: 'record-delay', now: NOW, number: 1, reason: 'timeout' }]],
  ] as const)('fails, and stays, when one that %s is refused', (_, commands) => {
    const events = history(...commands, recordRefusal());
    expect(events.at(-1)).toMatchObject({ type: 'InvoiceRefused', data: { number: 1, kept: true } });
    expect(fold(invoiceDecider, events)).toMatchObject({ status: 'failed', refused: true });
    given(...commands, recordRefusal())
      .when(recordRefusal())
      .then([]);
  });

  it('that never existed can never be created', () => {
    const forgo: InvoiceCommand = { type: 'forgo', now: NOW, at: -1 };
    given()
      .when(forgo)
      .then([{ type: 'InvoiceForgone', data: { at } }]);
    given(forgo).when(create()).thenRefused('conflict');
    for (const life of ALL.slice(1))
      given(...lives[life])
        .when(forgo)
        .then([]);
  });
});

describe('evolve', () => {
  it('leaves a state as it is, but for its revision, where an event does not fit', () => {
    const later = (state: Invoice): Invoice =>
      'revision' in state ? { ...state, revision: state.revision + 1 } : state;
    const events = Object.values(lives).flatMap((commands) => history(...commands));
    const fitting: Partial<Record<InvoiceEvent['type'], readonly string[]>> = {
      InvoiceDrafted: ['absent'],
      InvoiceForgone: ['absent'],
      InvoiceIssued: ['absent', 'draft'],
      DraftEdited: ['draft'],
      DraftDeleted: ['draft'],
      InvoiceStamped: ['pending'],
      InvoiceRefused: ['pending'],
      StampingFailed: ['pending'],
      CancellationRequested: ['valid'],
      InvoiceCanceled: ['valid'],
    };
    for (const life of ALL) {
      const state = fold(invoiceDecider, history(...lives[life]));
      for (const event of events)
        if (!fitting[event.type]?.includes(state.status))
          expect(invoiceDecider.evolve(state, event)).toEqual(later(state));
    }
    const unknown = { type: 'SomethingNewer', data: {} } as unknown as InvoiceEvent;
    const state = fold(invoiceDecider, history(create()));
    expect(invoiceDecider.evolve(state, unknown)).toEqual(later(state));
  });

  it('keeps the customer as it was when the invoice was written', () => {
    expect(fold(invoiceDecider, history(create()))).toMatchObject({ content: { customer } });
  });
});
