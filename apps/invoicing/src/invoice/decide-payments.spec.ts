import { describe, expect, it } from '@jest/globals';
import { given as givenOf } from '#kernel/testing';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import { NOW, at, create, history, recordStamp } from './testing.js';

const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));
const owing = [create({ payment_method: 'PPD', payment_form: '99' }), recordStamp()];
const paid = (payment: string, amount: string, replaces?: readonly string[]): InvoiceCommand => ({
  ...{ type: 'record-payment', now: NOW, payment, amount },
  ...(replaces && { replaces }),
});
const matched = (invoice: string): InvoiceCommand => ({ type: 'match-payment', now: NOW, invoice });
const reverted = (payment: string): InvoiceCommand => ({ type: 'revert-payment', now: NOW, payment });

describe('a payment of an invoice', () => {
  it('is noted as it came, and as it went', () => {
    given(...owing)
      .when(paid('a', '50'))
      .then([{ type: 'PaymentReceived', data: { payment: 'a', amount: '50', at } }]);
    given(...owing, paid('a', '50'))
      .when(reverted('a'))
      .then([{ type: 'PaymentReverted', data: { payment: 'a', amount: '50', at } }]);
  });

  it('that comes or goes twice changes nothing', () => {
    given(...owing, paid('a', '50'))
      .when(paid('a', '50'))
      .then([]);
    given(...owing, paid('a', '50'), reverted('a'))
      .when(reverted('a'))
      .then([]);
  });

  it('that was canceled before its stamp is heard of never counts', () => {
    given(...owing)
      .when(reverted('a'))
      .then([{ type: 'PaymentDisregarded', data: { payment: 'a', at } }]);
    for (const again of [paid('a', '50'), reverted('a')])
      given(...owing, reverted('a'))
        .when(again)
        .then([]);
    // Nor where it counted before.
    given(...owing, paid('a', '50'), reverted('a'))
      .when(paid('a', '50'))
      .then([]);
    // Its substitute counts by itself then.
    given(...owing, reverted('a'))
      .when(paid('b', '80', ['a']))
      .then([{ type: 'PaymentReceived', data: { payment: 'b', amount: '80', at, replaces: ['a'] } }]);
    given(create()).when(reverted('a')).then([]);
  });

  it('in the place of another counts by what it pays more', () => {
    given(...owing, paid('a', '50'))
      .when(paid('b', '80', ['a']))
      .then([
        { type: 'PaymentReceived', data: { payment: 'b', amount: '80', at, replaces: ['a'], counts: '30' } },
      ]);
    given(...owing, paid('a', '50'))
      .when(paid('b', '20', ['a']))
      .then([
        { type: 'PaymentReceived', data: { payment: 'b', amount: '20', at, replaces: ['a'], counts: '0' } },
      ]);
  });

  it('that was replaced gives back what it paid more, and its substitute what it pays more', () => {
    const both = [...owing, paid('a', '50'), paid('b', '20', ['a'])];
    given(...both)
      .when(reverted('a'))
      .then([{ type: 'PaymentReverted', data: { payment: 'a', amount: '50', at, counts: '30' } }]);
    given(...both)
      .when(reverted('b'))
      .then([{ type: 'PaymentReverted', data: { payment: 'b', amount: '20', at, counts: '0' } }]);
    given(...both, reverted('a'))
      .when(reverted('b'))
      .then([{ type: 'PaymentReverted', data: { payment: 'b', amount: '20', at } }]);
  });

  it('that was issued before what it replaces was received counts the same together', () => {
    expect(history(...owing, paid('b', '80', ['a']), paid('a', '50')).at(-1)?.data).toMatchObject({
      counts: '0',
    });
  });
});

it('never counts on an invoice that is no longer valid', () => {
  given(create()).when(paid('a', '50')).then([]);
});

describe('a payment that names what it pays by UUID', () => {
  it('says once for each invoice that it counts there', () => {
    given(...owing)
      .when(matched('a'))
      .then([{ type: 'PaymentMatched', data: { invoice: 'a', at } }]);
    given(...owing, matched('a'))
      .when(matched('a'))
      .then([]);
    given(...owing, matched('a'))
      .when(matched('b'))
      .then([{ type: 'PaymentMatched', data: { invoice: 'b', at } }]);
    given(create()).when(matched('a')).then([]);
  });
});
