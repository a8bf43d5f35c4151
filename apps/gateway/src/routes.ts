import type { RouteTable } from '#http';

/** What operations are about; a role is given them by group. */
type Group =
  | 'api_keys'
  | 'audit_log'
  | 'cancellation_requests'
  | 'catalogs'
  | 'customers'
  | 'docs'
  | 'downloads'
  | 'edit_links'
  | 'events'
  | 'exports'
  | 'files'
  | 'health'
  | 'inbound_mails'
  | 'invitation_links'
  | 'invites'
  | 'invoices'
  | 'logos'
  | 'manifest_links'
  | 'mailbox'
  | 'onboarding_links'
  | 'organizations'
  | 'products'
  | 'roles'
  | 'receipts'
  | 'received_invites'
  | 'retentions'
  | 'sandbox_clock'
  | 'sandbox_events'
  | 'sandbox_stamps'
  | 'sandbox_supplier_invoices'
  | 'self_invoice'
  | 'series'
  | 'stamping'
  | 'suppliers'
  | 'support_email_links'
  | 'team'
  | 'tools'
  | 'user_keys'
  | 'users'
  | 'webhooks'
  | 'zip_requests';

/**
 * Every route of the gateway: its operation, the kinds of key that it takes (none: it is open), what bodies it takes, and
 * the class its requests are counted in. Authentication, limits, logs and the OpenAPI document read this table, and a
 * route without a row keeps the service from starting (docs/adr/0025-table-of-routes.md). Operations are what the API
 * publishes for roles: `<read|write>.<group>.<action>`, where `read` changes nothing that anybody owns. Routes that one
 * permission stands for share theirs.
 */
// A row is a line.
// prettier-ignore
export const routes = {
  // Outside of /v2: health, documentation, hosted pages (which count their requests themselves), the local mailbox.
  'GET /healthz': { operation: 'read.health.alive', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /readyz': { operation: 'read.health.ready', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /v2/openapi.json': { operation: 'read.docs.openapi', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs/:page': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs/:folder/:page': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /llms.txt': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs/errors': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs/start.js': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs/viewer.js': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /docs/icon.svg': { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /tax-info/:key': { operation: 'read.edit_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'POST /tax-info/:key': { operation: 'write.edit_links.complete', keys: [], bodyLimit: 'form', rateClass: 'unlimited' },
  'GET /tax-info/:key/done': { operation: 'read.edit_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /support-email/:key': { operation: 'read.support_email_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'POST /support-email/:key': { operation: 'write.support_email_links.verify', keys: [], bodyLimit: 'form', rateClass: 'unlimited' },
  'GET /onboarding/:key': { operation: 'read.onboarding_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'POST /onboarding/:key': { operation: 'write.onboarding_links.complete', keys: [], bodyLimit: 'upload', rateClass: 'unlimited' },
  'GET /onboarding/:key/done': { operation: 'read.onboarding_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /manifest/:key': { operation: 'read.manifest_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'POST /manifest/:key': { operation: 'write.manifest_links.complete', keys: [], bodyLimit: 'upload', rateClass: 'unlimited' },
  'GET /manifest/:key/done': { operation: 'read.manifest_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /invitation/:key': { operation: 'read.invitation_links.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'POST /invitation/:key': { operation: 'write.invitation_links.respond', keys: [], bodyLimit: 'form', rateClass: 'unlimited' },
  'GET /mailbox': { operation: 'read.mailbox.list', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /mailbox/style.css': { operation: 'read.mailbox.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /mailbox/script.js': { operation: 'read.mailbox.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'POST /mailbox/session': { operation: 'write.mailbox.sign_in', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'DELETE /mailbox/session': { operation: 'write.mailbox.sign_out', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /mailbox/:id': { operation: 'read.mailbox.detail', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /mailbox/:id/body': { operation: 'read.mailbox.detail', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /mailbox/:id/files/:index': { operation: 'read.mailbox.download', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  'GET /mailbox/:id/source': { operation: 'read.mailbox.download', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
  // The portal of self-invoicing, under names that organizations choose: whatever is nowhere else comes here.
  'GET /': { operation: 'read.self_invoice.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'GET /:domain': { operation: 'read.self_invoice.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'POST /:domain': { operation: 'write.self_invoice.issue', keys: [], bodyLimit: 'form', rateClass: 'unlimited', lastResort: true },
  'GET /:domain/:key': { operation: 'read.self_invoice.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'POST /:domain/:key': { operation: 'write.self_invoice.issue', keys: [], bodyLimit: 'form', rateClass: 'unlimited', lastResort: true },
  'GET /:domain/:key/:file': { operation: 'read.self_invoice.download', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'GET /widget.js': { operation: 'read.self_invoice.widget', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'GET /:domain/widget.js': { operation: 'read.self_invoice.widget', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'GET /widget.json': { operation: 'read.self_invoice.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'POST /widget.json': { operation: 'write.self_invoice.issue', keys: [], bodyLimit: 'small', rateClass: 'unlimited', lastResort: true },
  'GET /:domain/widget.json': { operation: 'read.self_invoice.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited', lastResort: true },
  'POST /:domain/widget.json': { operation: 'write.self_invoice.issue', keys: [], bodyLimit: 'small', rateClass: 'unlimited', lastResort: true },

  'GET /v2/check': { operation: 'read.tools.check', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/tools/tax_id_validation': { operation: 'read.tools.validate_tax_id', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/sandbox/clock': { operation: 'read.sandbox_clock.detail', keys: ['test'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/sandbox/clock': { operation: 'write.sandbox_clock.advance', keys: ['test'], bodyLimit: 'small', rateClass: 'write' },
  'GET /v2/events': { operation: 'read.events.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/events/:event_id': { operation: 'read.events.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/sandbox/stamps': { operation: 'read.sandbox_stamps.list', keys: ['test'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/sandbox/events': { operation: 'write.sandbox_events.trigger', keys: ['test'], bodyLimit: 'small', rateClass: 'create' },

  'POST /v2/sandbox/supplier-invoices': { operation: 'write.sandbox_supplier_invoices.create', keys: ['test'], bodyLimit: 'small', rateClass: 'create' },
  'POST /v2/sandbox/supplier-invoices/:uuid/cancel': { operation: 'write.sandbox_supplier_invoices.cancel', keys: ['test'], bodyLimit: 'none', rateClass: 'write' },

  'GET /v2/events/stream': { operation: 'read.events.stream', keys: ['test'], bodyLimit: 'none', rateClass: 'list', endless: true },

  'POST /v2/organizations': { operation: 'write.organizations.create', keys: ['user'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/organizations': { operation: 'read.organizations.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/organizations/me': { operation: 'read.organizations.detail', keys: ['test', 'live'], forPeople: false, bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/organizations/:organization_id': { operation: 'read.organizations.detail', keys: ['test', 'live', 'user'], bodyLimit: 'none', rateClass: 'detail' },
  'DELETE /v2/organizations/:organization_id': { operation: 'write.organizations.delete', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/organizations/:organization_id/restore': { operation: 'write.organizations.restore', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/organizations/:organization_id/series-group': { operation: 'read.series.list', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/organizations/:organization_id/series-group': { operation: 'write.series.create', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/series-group/default-series': { operation: 'write.series.set_default', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/series-group/:series_name': { operation: 'write.series.edit', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/organizations/:organization_id/series-group/:series_name': { operation: 'write.series.delete', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/legal': { operation: 'write.organizations.edit_legal', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/certificate': { operation: 'write.organizations.set_certificate', keys: ['live', 'user'], bodyLimit: 'upload', rateClass: 'heavy' },
  'DELETE /v2/organizations/:organization_id/certificate': { operation: 'write.organizations.delete_certificate', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/organizations/:organization_id/onboarding-link': { operation: 'write.organizations.create_onboarding_link', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'create' },
  'PUT /v2/organizations/:organization_id/fiel': { operation: 'write.organizations.set_fiel', keys: ['live', 'user'], bodyLimit: 'upload', rateClass: 'heavy' },
  'DELETE /v2/organizations/:organization_id/fiel': { operation: 'write.organizations.delete_fiel', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/organizations/:organization_id/pacs': { operation: 'read.stamping.pacs', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/organizations/:organization_id/pacs': { operation: 'write.organizations.set_pacs', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'POST /v2/organizations/:organization_id/pacs/:pac/manifest': { operation: 'write.organizations.sign_manifest', keys: ['live', 'user'], bodyLimit: 'upload_or_json', rateClass: 'heavy' },
  'POST /v2/organizations/:organization_id/pacs/:pac/manifest-link': { operation: 'write.organizations.create_manifest_link', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/organizations/:organization_id/inbound-address': { operation: 'read.organizations.inbound_address', keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/organizations/:organization_id/inbound-address/renew': { operation: 'write.organizations.renew_inbound_address', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/customization': { operation: 'write.organizations.edit_customization', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/receipts': { operation: 'write.organizations.edit_receipts', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/self-invoice': { operation: 'write.organizations.edit_self_invoice', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/domain': { operation: 'write.organizations.choose_domain', keys: ['live', 'user'], bodyLimit: 'small', rateClass: 'write' },
  'GET /v2/organizations/domain-check': { operation: 'read.organizations.check_domain', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'PUT /v2/organizations/domain-check': { operation: 'read.organizations.check_domain', keys: ['user'], bodyLimit: 'small', rateClass: 'list' },
  'PUT /v2/organizations/:organization_id/logo': { operation: 'write.organizations.edit_logo', keys: ['live', 'user'], bodyLimit: 'upload', rateClass: 'heavy' },
  'GET /v2/logos/:organization_id/:file': { operation: 'read.logos.image', keys: [], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/organizations/:organization_id/audit-log': { operation: 'read.audit_log.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/organizations/:organization_id/apikeys/test': { operation: 'read.api_keys.test_detail', keys: ['user'], bodyLimit: 'none', rateClass: 'detail', audited: true },
  'PUT /v2/organizations/:organization_id/apikeys/test': { operation: 'write.api_keys.test_renew', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/organizations/:organization_id/apikeys/live': { operation: 'read.api_keys.live_list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'PUT /v2/organizations/:organization_id/apikeys/live': { operation: 'write.api_keys.live_add', keys: ['user'], bodyLimit: 'small', rateClass: 'create' },
  'DELETE /v2/organizations/:organization_id/apikeys/live/:key_id': { operation: 'write.api_keys.live_delete', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/apikeys/live/:key_id': { operation: 'write.api_keys.live_delete', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },

  'GET /v2/organizations/:organization_id/team': { operation: 'read.team.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/organizations/:organization_id/team/roles': { operation: 'read.roles.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/organizations/:organization_id/team/roles': { operation: 'write.roles.create', keys: ['user'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/organizations/:organization_id/team/roles/templates': { operation: 'read.roles.templates', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/organizations/:organization_id/team/roles/operations': { operation: 'read.roles.operations', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/organizations/:organization_id/team/roles/:role_id': { operation: 'read.roles.detail', keys: ['user'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/organizations/:organization_id/team/roles/:role_id': { operation: 'write.roles.edit', keys: ['user'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/organizations/:organization_id/team/roles/:role_id': { operation: 'write.roles.delete', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/organizations/:organization_id/team/:access_id': { operation: 'read.team.detail', keys: ['user'], bodyLimit: 'none', rateClass: 'detail' },
  'DELETE /v2/organizations/:organization_id/team/:access_id': { operation: 'write.team.remove', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'PUT /v2/organizations/:organization_id/team/:access_id/role': { operation: 'write.team.set_role', keys: ['user'], bodyLimit: 'small', rateClass: 'write' },
  'POST /v2/organizations/:organization_id/team/:access_id/ownership': { operation: 'write.team.share_ownership', keys: ['user'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/organizations/:organization_id/team/:access_id/ownership': { operation: 'write.team.share_ownership', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/organizations/:organization_id/team/invites': { operation: 'write.invites.create', keys: ['user'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/organizations/:organization_id/team/invites': { operation: 'read.invites.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'DELETE /v2/organizations/:organization_id/team/invites/:invite_key': { operation: 'write.invites.cancel', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/organizations/invites/pending': { operation: 'read.received_invites.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/organizations/invites/:invite_key/response': { operation: 'write.received_invites.respond', keys: ['user'], bodyLimit: 'small', rateClass: 'write' },

  'GET /v2/users/me': { operation: 'read.users.me', keys: ['user'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/users/me/keys': { operation: 'read.user_keys.list', keys: ['user'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/users/me/keys': { operation: 'write.user_keys.create', keys: ['user'], bodyLimit: 'none', rateClass: 'create' },
  'DELETE /v2/users/me/keys/:key_id': { operation: 'write.user_keys.revoke', keys: ['user'], bodyLimit: 'none', rateClass: 'write' },

  'POST /v2/customers': { operation: 'write.customers.create', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/customers': { operation: 'read.customers.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/customers/proposals': { operation: 'read.customers.proposals', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/customers/:customer_id': { operation: 'read.customers.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/customers/:customer_id': { operation: 'write.customers.edit', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/customers/:customer_id': { operation: 'write.customers.delete', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/customers/:customer_id/email-edit-link': { operation: 'write.customers.email_edit_link', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'GET /v2/customers/:customer_id/tax-info-validation': { operation: 'read.customers.validate_tax_info', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },

  'POST /v2/products': { operation: 'write.products.create', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/products': { operation: 'read.products.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/products/keys': { operation: 'read.catalogs.products', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/products/units': { operation: 'read.catalogs.units', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/products/proposals': { operation: 'read.products.proposals', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/products/:product_id': { operation: 'read.products.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/products/:product_id': { operation: 'write.products.edit', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/products/:product_id': { operation: 'write.products.delete', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },

  'POST /v2/suppliers': { operation: 'write.suppliers.create', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/suppliers': { operation: 'read.suppliers.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/suppliers/:supplier_id': { operation: 'read.suppliers.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/suppliers/:supplier_id': { operation: 'write.suppliers.edit', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/suppliers/:supplier_id': { operation: 'write.suppliers.delete', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },

  'POST /v2/invoices': { operation: 'write.invoices.create', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'create' },
  'POST /v2/invoices/import': { operation: 'write.invoices.import', keys: ['test', 'live'], bodyLimit: 'form_file', rateClass: 'heavy' },
  'GET /v2/invoices': { operation: 'read.invoices.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/invoices/preview': { operation: 'read.invoices.preview', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'heavy' },
  'POST /v2/invoices/preview/pdf': { operation: 'read.invoices.preview', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'heavy' },
  'POST /v2/invoices/preview/pdf/download-url': { operation: 'read.invoices.preview', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'heavy' },
  'GET /v2/invoices/:invoice_id': { operation: 'read.invoices.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/invoices/:invoice_id': { operation: 'write.invoices.edit', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'write' },
  'DELETE /v2/invoices/:invoice_id': { operation: 'write.invoices.cancel', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/invoices/:invoice_id/stamp': { operation: 'write.invoices.stamp', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'POST /v2/invoices/:invoice_id/copy': { operation: 'write.invoices.copy', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/invoices/:invoice_id/email': { operation: 'write.invoices.email', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'PUT /v2/invoices/:invoice_id/status': { operation: 'write.invoices.refresh_status', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/invoices/:invoice_id/history': { operation: 'read.invoices.history', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/invoices/:invoice_id/payment-summary': { operation: 'read.invoices.payment_summary', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/invoices/:invoice_id/:format': { operation: 'read.invoices.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/invoices/:invoice_id/download-url/:format': { operation: 'read.invoices.download_url', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/invoices/:invoice_id/cancellation_receipt/:format': { operation: 'read.invoices.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/invoices/:invoice_id/cancellation_receipt/download-url/:format': { operation: 'read.invoices.download_url', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },

  'POST /v2/downloads': { operation: 'write.downloads.create', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/downloads': { operation: 'read.downloads.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'PUT /v2/downloads/daily': { operation: 'write.downloads.set_daily', keys: ['live'], bodyLimit: 'small', rateClass: 'write' },
  'GET /v2/downloads/daily': { operation: 'read.downloads.daily', keys: ['live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/downloads/:download_id': { operation: 'read.downloads.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'DELETE /v2/downloads/:download_id': { operation: 'write.downloads.stop', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/downloads/:download_id/differences': { operation: 'read.downloads.differences', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },

  'POST /v2/receipts/:receipt_id/invoice': { operation: 'write.receipts.invoice', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'create' },
  'POST /v2/receipts/to-invoice': { operation: 'write.receipts.invoice', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'POST /v2/receipts/to-invoice/preview': { operation: 'read.receipts.preview', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'POST /v2/receipts/to-invoice/preview/pdf': { operation: 'read.receipts.preview', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'POST /v2/receipts/to-invoice/preview/download-url': { operation: 'read.receipts.preview', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'POST /v2/receipts/global-invoice': { operation: 'write.receipts.global_invoice', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },

  'POST /v2/invoices/zip-requests': { operation: 'write.zip_requests.create', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'GET /v2/invoices/zip-requests': { operation: 'read.zip_requests.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/invoices/zip-requests/:zip_request_id': { operation: 'read.zip_requests.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/invoices/zip-requests/:zip_request_id/zip': { operation: 'read.zip_requests.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/invoices/zip-requests/:zip_request_id/download-url': { operation: 'read.zip_requests.download_url', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/files': { operation: 'read.files.download', keys: [], bodyLimit: 'none', rateClass: 'heavy' },

  'GET /v2/cancellation-requests': { operation: 'read.cancellation_requests.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/cancellation-requests/:uuid/accept': { operation: 'write.cancellation_requests.answer', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/cancellation-requests/:uuid/reject': { operation: 'write.cancellation_requests.answer', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },

  'GET /v2/exports/invoices.csv': { operation: 'read.exports.invoices', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/exports/invoices.xlsx': { operation: 'read.exports.invoices', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/exports/taxes.csv': { operation: 'read.exports.taxes', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/exports/taxes.xlsx': { operation: 'read.exports.taxes', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },

  'POST /v2/receipts/batch': { operation: 'write.receipts.create', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'heavy' },
  'POST /v2/receipts/import': { operation: 'write.receipts.import', keys: ['test', 'live'], bodyLimit: 'file', rateClass: 'heavy' },
  'GET /v2/receipts/imports': { operation: 'read.receipts.import_detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/receipts/imports/:import_id': { operation: 'read.receipts.import_detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/receipts': { operation: 'write.receipts.create', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'create' },
  'GET /v2/receipts': { operation: 'read.receipts.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/receipts/summary': { operation: 'read.receipts.summary', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/receipts/:receipt_id': { operation: 'read.receipts.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/receipts/:receipt_id': { operation: 'write.receipts.edit', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'POST /v2/receipts/:receipt_id/refunds': { operation: 'write.receipts.refund', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'DELETE /v2/receipts/:receipt_id': { operation: 'write.receipts.cancel', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/receipts/:receipt_id/pdf': { operation: 'read.receipts.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/receipts/:receipt_id/ticket': { operation: 'read.receipts.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/receipts/:receipt_id/download-url/pdf': { operation: 'read.receipts.download_url', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/receipts/:receipt_id/email': { operation: 'write.receipts.email', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },

  'POST /v2/retentions': { operation: 'write.retentions.create', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'create' },
  'GET /v2/retentions': { operation: 'read.retentions.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/retentions/:retention_id': { operation: 'read.retentions.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/retentions/:retention_id': { operation: 'write.retentions.edit', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'write' },
  'POST /v2/retentions/:retention_id/stamp': { operation: 'write.retentions.stamp', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'POST /v2/retentions/:retention_id/copy': { operation: 'write.retentions.copy', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'DELETE /v2/retentions/:retention_id': { operation: 'write.retentions.cancel', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'PUT /v2/retentions/:retention_id/status': { operation: 'write.retentions.refresh_status', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/retentions/:retention_id/history': { operation: 'read.retentions.history', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/retentions/:retention_id/email': { operation: 'write.retentions.email', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'GET /v2/retentions/:retention_id/:format': { operation: 'read.retentions.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/retentions/:retention_id/cancellation_receipt/:format': { operation: 'read.retentions.download', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/retentions/:retention_id/download-url/:format': { operation: 'read.retentions.download_url', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/retentions/:retention_id/cancellation_receipt/download-url/:format': { operation: 'read.retentions.download_url', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },

  // By the installation's mail provider, with a secret of its own.
  'POST /v2/inbound-mail': { operation: 'write.inbound_mails.receive', keys: [], bodyLimit: 'mail', rateClass: 'unlimited' },
  'GET /v2/inbound-mails': { operation: 'read.inbound_mails.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },

  'GET /v2/stamping/doubts': { operation: 'read.stamping.doubts', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/stamping/doubts/:document_id/force': { operation: 'write.stamping.force', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },

  'POST /v2/webhooks': { operation: 'write.webhooks.create', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'create' },
  'GET /v2/webhooks': { operation: 'read.webhooks.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'POST /v2/webhooks/validate-signature': { operation: 'read.webhooks.validate_signature', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'detail' },
  'GET /v2/webhooks/:webhook_id': { operation: 'read.webhooks.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/webhooks/:webhook_id': { operation: 'write.webhooks.edit', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'DELETE /v2/webhooks/:webhook_id': { operation: 'write.webhooks.delete', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/webhooks/:webhook_id/secret': { operation: 'read.webhooks.secret', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail', audited: true },
  'GET /v2/webhooks/:webhook_id/attempts': { operation: 'read.webhooks.attempts', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/webhooks/:webhook_id/attempts/:attempt_id': { operation: 'read.webhooks.attempt_detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/webhooks/:webhook_id/attempts/:attempt_id/redeliver': { operation: 'write.webhooks.redeliver', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/webhooks/:webhook_id/resend-failed': { operation: 'write.webhooks.resend_failed', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'POST /v2/webhooks/:webhook_id/replay': { operation: 'write.webhooks.replay', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'heavy' },
  'POST /v2/webhooks/:webhook_id/ping': { operation: 'write.webhooks.ping', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'POST /v2/webhooks/:webhook_id/rotate-secret': { operation: 'write.webhooks.rotate_secret', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },

  'GET /v2/catalogs/products': { operation: 'read.catalogs.products', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/units': { operation: 'read.catalogs.units', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/sat': { operation: 'read.catalogs.sat', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/sat/:name': { operation: 'read.catalogs.sat', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/air-transport-codes': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/transport-configs': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/rights-of-passage': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/customs-documents': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/packaging-types': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/trailer-types': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/hazardous-materials': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/naval-authorizations': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/port-stations': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/cartaporte/3.1/marine-containers': { operation: 'read.catalogs.cartaporte', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/catalogs/comercioexterior/2.0/tariff-fractions': { operation: 'read.catalogs.comercioexterior', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
} as const satisfies RouteTable<Group>;

/** Every operation of the API, for granting permissions and for labels. */
export type Operation = (typeof routes)[keyof typeof routes]['operation'];
