import { describe, expect, it } from '@jest/globals';
import { given as givenOf } from '#kernel/testing';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import {
  NOW,
  at,
  create,
  draft,
  recordFailure,
  folio,
  history,
  lives,
  recordRefusal,
  stamp,
  stampDraft,
  recordStamp,
  ALL,
} from './testing.js';

const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));

describe('an answer about the stamp', () => {
  const secondIssue = [draft(), stampDraft(), recordRefusal(), stampDraft(folio(2), NOW, { at: 2 })];
  const answers = (number: number): InvoiceCommand[] => [
    recordStamp(number),
    recordRefusal(number),
    { type: 'record-delay', now: NOW, number, reason: 'timeout' },
    recordFailure(number),
  ];

  it('is recorded as it came', () => {
    given(create())
      .when(recordStamp())
      .then([{ type: 'InvoiceStamped', data: { number: 1, stamp, at } }]);
    given(create())
      .when({ type: 'record-delay', now: NOW, number: 1, reason: 'timeout' })
      .then([{ type: 'StampingDelayed', data: { number: 1, reason: 'timeout', at } }]);
    given(create())
      .when(recordFailure())
      .then([{ type: 'StampingFailed', data: { number: 1, reason: 'outage', at } }]);
  });

  it('that comes twice changes nothing', () => {
    given(create(), recordStamp()).when(recordStamp()).then([]);
    given(create(), recordFailure()).when(recordFailure()).then([]);
    given(draft(), stampDraft(), recordRefusal()).when(recordRefusal()).then([]);
  });

  it('about an older issue, or one that is not yet, changes nothing', () => {
    for (const command of [...answers(1), ...answers(3)])
      given(...secondIssue)
        .when(command)
        .then([]);
    for (const command of answers(2))
      expect(
        given(...secondIssue)
          .when(command)
          .events(),
      ).toHaveLength(1);
  });

  it('finds nothing to say once there is no issue under way', () => {
    for (const life of ALL.filter((name) => name !== 'pending'))
      for (const command of answers(1))
        given(...lives[life])
          .when(command)
          .then([]);
  });

  it('of a delay leaves the invoice waiting, so that the stamp may still come', () => {
    const delay: InvoiceCommand = { type: 'record-delay', now: NOW, number: 1, reason: 'timeout' };
    given(create(), delay, delay).when(recordStamp()).thenTypes('InvoiceStamped');
  });
});
