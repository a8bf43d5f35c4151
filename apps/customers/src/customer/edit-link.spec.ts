import { describe, expect, it } from '@jest/globals';
import { field } from '#kernel';
import { given } from '#kernel/testing';
import type { CustomerEvent, CustomerInput, EditLinkPrint } from '#contracts';
import { customerDecider, type CustomerCommand, type RegisterAnswer } from './decide.js';

const at = '2026-11-21T12:00:00.000Z';
const later = '2026-11-22T12:00:00.000Z';
const expires_at = '2026-11-28T12:00:00.000Z';
const matched: RegisterAnswer = { asked: true, details: [] };
const notAsked: RegisterAnswer = { asked: false, details: [] };

const link: EditLinkPrint = { id: 'a'.repeat(24), key_hash: 'hash', expires_at };
const newer: EditLinkPrint = { ...link, id: 'b'.repeat(24), key_hash: 'other' };
const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
} satisfies CustomerInput;

const create = (customer: CustomerInput, editLink?: EditLinkPrint): CustomerCommand => ({
  type: 'create',
  customer,
  editLink,
  register: notAsked,
  at,
});
const edit = (
  changes: CustomerInput,
  editLink?: EditLinkPrint,
  register: RegisterAnswer = notAsked,
): CustomerCommand => ({ type: 'edit', changes, editLink, register, at: later });
const complete = (
  changes: CustomerInput,
  { linkId = link.id, register = matched, moment = later } = {},
): CustomerCommand => ({ type: 'complete', linkId, changes, register, at: moment });

const eventsOf = (...commands: CustomerCommand[]): CustomerEvent[] => {
  const events: CustomerEvent[] = [];
  for (const command of commands) events.push(...given(customerDecider, events).when(command).events());
  return events;
};
const empty = eventsOf(create({}, link));

describe('a customer made with a link', () => {
  it('may lack every field', () => {
    given(customerDecider).when(create({}, link)).thenTypes('CustomerCreated', 'CustomerEditLinkCreated');
    expect(empty[0]?.data).toMatchObject({
      legal_name: null,
      tax_id: null,
      tax_system: null,
      address: { zip: null, country: 'MEX' },
      sat_validated_at: null,
    });
    expect(empty[1]?.data).toEqual({ ...link, at });
  });

  it('is held to the form of what is sent', () => {
    const { when } = given(customerDecider);
    when(create({ tax_id: 'X' }, link)).thenRefused('invalid_request', { path: 'tax_id' });
    when(create({ tax_id: 'EKU9003173C9', tax_system: '612' }, link)).thenRefused('invalid_request', {
      path: 'tax_system',
    });
    when(create({ address: { country: 'US' } }, link)).thenRefused('invalid_country_code');
  });

  it('may go on lacking data when it is edited', () => {
    const { when } = given(customerDecider, empty);
    when(edit({ phone: '55' })).thenTypes('CustomerEdited');
    when(edit({ tax_id: 'X' })).thenRefused('invalid_request', { path: 'tax_id' });
  });

  it('refuses data that the register does not have, even if other data is missing', () => {
    const register = { asked: true, details: [field('tax_id', 'tax_id_not_found')] };
    given(customerDecider, empty)
      .when(edit({ tax_id: 'AAA010101AAA' }, undefined, register))
      .thenRefused('invalid_request', { path: 'tax_id' });
  });

  it('counts as validated once it is whole and matched, also by data that was there', () => {
    const validated = (events: CustomerEvent[], changes: CustomerInput) =>
      given(customerDecider, events)
        .when(edit(changes, undefined, matched))
        .events()
        .map(({ data }) => data);
    expect(validated(empty, { tax_id: escuela.tax_id })).toMatchObject([{ sat_validated_at: null }]);
    expect(validated(empty, escuela)).toMatchObject([{ sat_validated_at: later }]);
    const unvalidated = eventsOf(create(escuela, link));
    expect(validated(unvalidated, escuela)).toEqual([{ sat_validated_at: later, at: later }]);
  });

  it('must stay whole once it is', () => {
    const whole = [...empty, ...given(customerDecider, empty).when(edit(escuela)).events()];
    given(customerDecider, whole)
      .when(edit({ legal_name: null }))
      .thenRefused('invalid_request', { path: 'legal_name' });
  });
});

describe('a link', () => {
  it('is made by an edit, with or without changes', () => {
    const created = eventsOf(create(escuela));
    const { when } = given(customerDecider, created);
    when(edit({}, link)).then([{ type: 'CustomerEditLinkCreated', data: { ...link, at: later } }]);
    when(edit({ phone: '55' }, link)).thenTypes('CustomerEdited', 'CustomerEditLinkCreated');
    when(edit({ email: null, tax_id: 'X' }, link)).thenRefused('invalid_request', { path: 'tax_id' });
  });

  it('saves the customer whole, validated, and is used up', () => {
    const [edited, completed] = given(customerDecider, empty).when(complete(escuela)).events();
    expect(edited).toMatchObject({
      type: 'CustomerEdited',
      data: { tax_id: 'EKU9003173C9', sat_validated_at: later },
    });
    expect(completed).toEqual({ type: 'CustomerEditLinkCompleted', data: { link_id: link.id, at: later } });
  });

  it('counts as used when nothing had to be changed, and what was never validated then is', () => {
    const unvalidated = eventsOf(create(escuela, link));
    const [edited, completed] = given(customerDecider, unvalidated).when(complete(escuela)).events();
    expect(edited?.data).toEqual({ sat_validated_at: later, at: later });
    expect(completed?.type).toBe('CustomerEditLinkCompleted');
  });

  it('refuses what is missing, and what the register does not have', () => {
    const { when } = given(customerDecider, empty);
    const { outcome } = when(complete({ email: 'a@b.mx' }));
    expect(outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code])).toEqual([
      ['legal_name', 'required'],
      ['tax_id', 'required'],
      ['tax_system', 'required'],
      ['address.zip', 'required'],
    ]);
    const register = { asked: true, details: [field('legal_name', 'legal_name_mismatch')] };
    when(complete(escuela, { register })).thenRefused('invalid_request', { path: 'legal_name' });
  });

  it.each<[string, CustomerEvent[], object]>([
    ['used', [...empty, ...given(customerDecider, empty).when(complete(escuela)).events()], {}],
    ['replaced', [...empty, ...given(customerDecider, empty).when(edit({}, newer)).events()], {}],
    ['expired', empty, { moment: expires_at }],
    ['of another customer', empty, { linkId: 'c'.repeat(24) }],
    ['never made', eventsOf(create(escuela)), {}],
  ])('is refused when it is %s', (_what, events, options) =>
    given(customerDecider, events)
      .when(complete(escuela, options))
      .thenRefused('customer_edit_link_unavailable'),
  );

  it('works until the last moment, and the newer one in place of the older', () => {
    given(customerDecider, empty)
      .when(complete(escuela, { moment: '2026-11-28T11:59:59.999Z' }))
      .thenTypes('CustomerEdited', 'CustomerEditLinkCompleted');
    given(customerDecider, [...empty, ...given(customerDecider, empty).when(edit({}, newer)).events()])
      .when(complete(escuela, { linkId: newer.id }))
      .thenTypes('CustomerEdited', 'CustomerEditLinkCompleted');
  });

  it('is gone with its customer', () => {
    const deleted = [...empty, ...given(customerDecider, empty).when({ type: 'delete', at }).events()];
    given(customerDecider, deleted).when(complete(escuela)).thenRefused('customer_edit_link_not_found');
  });
});
