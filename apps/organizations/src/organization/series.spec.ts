import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import { MAX_SERIES, type KeyPrint, type OrganizationEvent } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';

const at = '2026-11-26T12:00:00.000Z';
const test_key: KeyPrint = { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' };
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key, at },
};
const added = (series: string): OrganizationEvent => ({ type: 'SeriesAdded', data: { series, at } });
const removed = (series: string): OrganizationEvent => ({ type: 'SeriesRemoved', data: { series, at } });
const defaulted = (type: 'I' | 'E', series: string | null): OrganizationEvent => ({
  type: 'DefaultSeriesSet',
  data: { type, series, at },
});
const add = (series: string): OrganizationCommand => ({ type: 'add-series', series, at });
const remove = (series: string): OrganizationCommand => ({ type: 'remove-series', series, at });
const setDefault = (of: 'I' | 'E', series: string | null): OrganizationCommand => ({
  type: 'set-default-series',
  of,
  series,
  at,
});

describe('a series of an organization', () => {
  it('is added once, without the spaces around it', () => {
    given(organizationDecider, [created])
      .when(add(' A 1 '))
      .then([added('A 1')]);
    given(organizationDecider, [created, added('A')])
      .when(add('A'))
      .thenRefused('series_already_exists', { path: 'series' });
    given(organizationDecider, [created, added('A')])
      .when(add('a'))
      .then([added('a')]);
    given(organizationDecider, [created, added('A'), removed('A')])
      .when(add('A'))
      .then([added('A')]);
  });

  it.each([
    ...['', '  ', 'A|B', 'A/B', 'A\\B', 'A?', '#1', '100%', '.', '..', 'default-series', ' default-series'],
    'A'.repeat(26),
  ])('is not called %j', (name) =>
    given(organizationDecider, [created]).when(add(name)).thenRefused('invalid_request', { path: 'series' }),
  );

  it.each(['A', 'Ñandú & Cía.', '...', 'default-series-2', 'A'.repeat(25)])('may be called %j', (name) =>
    given(organizationDecider, [created])
      .when(add(name))
      .then([added(name)]),
  );

  it('is one of a limited number', () => {
    const many = Array.from({ length: MAX_SERIES }, (_, index) => added(`S${index}`));
    const { outcome } = given(organizationDecider, [created, ...many]).when(add('A'));
    expect(outcome.ok).toBe(false);
    given(organizationDecider, [created, ...many, removed('S7')])
      .when(add('A'))
      .then([added('A')]);
  });

  it('is removed where it is there', () => {
    given(organizationDecider, [created, added('A')])
      .when(remove('A'))
      .then([removed('A')]);
    given(organizationDecider, [created])
      .when(remove('A'))
      .thenRefused('series_not_found', { path: 'series_name' });
  });

  it('needs an organization', () => {
    given(organizationDecider).when(add('A')).thenRefused('organization_not_found');
    given(organizationDecider).when(remove('A')).thenRefused('organization_not_found');
    given(organizationDecider).when(setDefault('I', 'A')).thenRefused('organization_not_found');
  });
});

describe('the default series of a type', () => {
  it('is a registered one, or none', () => {
    given(organizationDecider, [created, added('A')])
      .when(setDefault('I', 'A'))
      .then([defaulted('I', 'A')]);
    given(organizationDecider, [created])
      .when(setDefault('I', 'A'))
      .thenRefused('invalid_request', { path: 'series' });
    given(organizationDecider, [created, added('A'), defaulted('I', 'A')])
      .when(setDefault('I', null))
      .then([defaulted('I', null)]);
  });

  it('is not set again to what it is', () => {
    given(organizationDecider, [created]).when(setDefault('I', null)).then([]);
    given(organizationDecider, [created, added('A'), defaulted('I', 'A')])
      .when(setDefault('I', 'A'))
      .then([]);
  });

  it('is cleared with the series that it was, for each type', () => {
    const history = [created, added('A'), added('B'), defaulted('I', 'A'), defaulted('E', 'A')];
    given(organizationDecider, history)
      .when(remove('A'))
      .then([defaulted('I', null), defaulted('E', null), removed('A')]);
    given(organizationDecider, history)
      .when(remove('B'))
      .then([removed('B')]);
  });
});
