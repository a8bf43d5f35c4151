import { describe, expect, it } from '@jest/globals';
import { resourceOf } from './resource.js';

const id = '6743f1c2a1b2c3d4e5f60718';
const made = '6743f1c2a1b2c3d4e5f60719';
const organizationId = '6743f1c2a1b2c3d4e5f60720';
const of = (operation: string, params: Record<string, string> = {}, start = '') =>
  resourceOf({ operation, params, organizationId, start });

describe('what a request is about', () => {
  it.each<[string, Record<string, string>, string, string, string | null]>([
    ['write.invoices.create', {}, `{"id":"${made}","x":1`, 'invoice', made],
    ['write.invoices.edit', { invoice_id: id }, '', 'invoice', id],
    ['write.invoices.copy', { invoice_id: id }, `{"id":"${made}"`, 'invoice', made],
    ['write.invoices.cancel', { invoice_id: id.toUpperCase() }, '', 'invoice', id],
    ['write.customers.delete', { customer_id: id }, '', 'customer', id],
    ['write.zip_requests.create', {}, `{"id":"${made}"`, 'zip_request', made],
    ['write.receipts.create', {}, `{"id":"${made}","key":"K7WQ4MXA"`, 'receipt', made],
    ['write.receipts.cancel', { receipt_id: id }, '', 'receipt', id],
    ['write.receipts.email', { receipt_id: id }, '{"ok":true}', 'receipt', id],
    ['write.receipts.invoice', { receipt_id: id }, `{"id":"${made}"`, 'invoice', made],
    ['write.receipts.invoice', { receipt_id: id }, '', 'receipt', id],
    ['write.receipts.global_invoice', {}, `{"id":"${made}"`, 'invoice', made],
    ['write.receipts.invoice', {}, '{"ok":true,"dry_run":true', 'receipt', null],
    ['write.organizations.edit_legal', { organization_id: 'me' }, '', 'organization', organizationId],
    ['write.api_keys.live_add', { organization_id: id }, '"sk_live_0123456789', 'api_key', null],
    ['write.api_keys.live_delete', { organization_id: organizationId, key_id: id }, '', 'api_key', id],
    ['write.team.remove', { organization_id: organizationId, access_id: id }, '', 'access', id],
    ['write.roles.edit', { organization_id: organizationId, role_id: id }, '', 'role', id],
    ['write.received_invites.respond', { invite_key: id }, '', 'invite', id],
    ['write.series.edit', { organization_id: organizationId, series_name: 'FAC' }, '', 'series', 'FAC'],
    ['read.audit_log.list', { organization_id: organizationId }, '', 'audit_log', null],
  ])('%s of %j', (operation, params, start, type, expected) =>
    expect(of(operation, params, start)).toEqual({ type, id: expected }),
  );

  it('is never what people paste into paths', () => {
    const key = `sk_live_${'x'.repeat(40)}`;
    expect(of('write.api_keys.live_delete', { key_id: key }).id).toBeNull();
    expect(of('write.series.edit', { series_name: 'sk_live_short' }).id).toBeNull();
    expect(of('write.series.edit', { series_name: key }).id).toBeNull();
    expect(of('write.edit_links.complete', { key: 'a'.repeat(40) }).id).toBeNull();
  });
});
