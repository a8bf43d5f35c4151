import { describe, expect, it } from '@jest/globals';
import { dottedPath, errorTable, placeholdersOf, renderMessage, statusOf, subcodeTable } from './table.js';

/** The public specification's own list, by group. */
const specified = `
  conflict forbidden internal_error not_found unauthorized
  api_key_invalid api_key_not_allowed feature_not_available live_api_key_required mcp_permission_denied
  mcp_connection_read_only missing_credentials organization_incomplete subscription_required
  subscription_live_access_required user_key_invalid user_suspended
  idempotency_key_in_use rate_limit_exceeded date_range_too_large image_file_required invalid_country_code
  invalid_date invalid_date_range invalid_image_file invalid_json invalid_request invalid_multipart_form_data
  invalid_state_code invalid_timezone multipart_limit_exceeded page_too_large payload_too_large
  legal_name_mismatch tax_address_zip_mismatch tax_id_not_found tax_system_not_allowed_for_tax_id
  tax_system_not_in_catalog
  customer_could_not_be_resolved customer_edit_link_not_found customer_edit_link_unavailable
  customer_email_required customer_has_invoices customer_not_found customer_tax_info_unavailable
  product_not_found supplier_not_found product_key_not_found tariff_code_not_found unit_key_not_found
  invoice_already_stamped invoice_not_draft invoice_not_found invoice_not_stamped zip_request_no_invoices
  zip_request_not_found zip_request_not_ready draft_not_ready_to_stamp draft_update_in_progress
  invoice_stamping_failed invoice_stamping_service_unavailable invoice_stamping_validation_error
  manifesto_signature_failed stamping_in_progress
  invoice_email_delivery_failed invoice_email_recipient_required invoice_email_status_not_allowed
  invoice_cancellation_in_progress invoice_cancellation_receipt_external
  invoice_cancellation_receipt_unavailable invoice_cancellation_failed invoice_cancellation_not_allowed
  invoice_cancellation_not_found invoice_cancellation_rfc_mismatch invoice_cancellation_service_unavailable
  invoice_not_cancelable invoice_not_cancelable_by_sat substitution_invoice_canceled
  substitution_invoice_not_found substitution_invoice_required substitution_invoice_status_not_allowed
  receipt_expired receipt_not_found receipt_not_open receipt_invoicing_address_mismatch
  receipt_invoicing_customer_mismatch receipt_invoicing_too_many_items receipt_keys_not_found
  global_invoice_too_many_items invalid_global_invoice_period
  invalid_retention_complement retention_not_found retention_not_draft retention_not_stamped
  retention_not_cancelable retention_email_delivery_failed retention_email_recipient_required
  retention_email_status_not_allowed retention_cancellation_failed retention_cancellation_service_unavailable
  retention_stamping_failed retention_stamping_service_unavailable retention_stamping_validation_error
  invalid_operation invalid_user_id organization_not_found subscription_active_required
  certificate_expired certificate_file_required certificate_files_invalid certificate_files_required
  certificate_fiel_rfc_mismatch certificate_invalid certificate_not_yet_valid
  certificate_previous_rfc_mismatch csd_required fiel_invalid fiel_rfc_mismatch fiel_required
  organization_domain_change_not_allowed organization_domain_unavailable organization_settings_invalid
  organization_support_email_required organization_tax_info_invalid private_key_certificate_mismatch
  private_key_file_required private_key_password_incorrect
  invite_email_delivery_failed invite_email_mismatch invite_expired invite_not_found invite_role_unavailable
  user_already_in_organization
  organization_admin_access_cannot_be_removed organization_admin_assignment_cannot_be_edited
  organization_admin_role_cannot_be_deleted organization_admin_role_cannot_be_edited
  organization_admin_role_required organization_id_not_allowed organization_id_required
  owner_access_cannot_be_reassigned owner_access_cannot_be_removed role_has_assigned_users
  role_template_not_found role_not_found user_access_not_found
  series_already_exists series_not_found
  webhook_delivery_attempt_not_found webhook_not_found webhook_signature_invalid
  tax_id_validation_failed tax_id_validation_service_unavailable
`
  .trim()
  .split(/\s+/);

const specifiedSubcodes = `
  amount_exceeds_related_document_balance exchange_rate_too_large exchange_rate_too_small invalid_format
  invalid_length invalid_type not_found not_allowed required too_large too_small unknown_field invalid_value
  legal_name_mismatch tax_address_zip_mismatch tax_id_not_found tax_system_not_allowed_for_tax_id
  tax_system_not_in_catalog
`
  .trim()
  .split(/\s+/);

describe('the error table', () => {
  it('has every root code of the specification, and few of our own', () => {
    expect(specified.filter((code) => !Object.hasOwn(errorTable, code))).toEqual([]);
    const own = Object.keys(errorTable).filter((code) => !specified.includes(code));
    expect(own.sort()).toEqual([
      'cancellation_request_already_answered',
      'cancellation_request_answer_failed',
      'cancellation_request_not_found',
      'cancellation_request_service_unavailable',
      'catalog_not_found',
      'document_lost',
      'download_not_found',
      'headers_too_large',
      'invoice_import_certificate_not_trusted',
      'invoice_import_duplicate',
      'invoice_import_encrypted',
      'invoice_import_file_required',
      'invoice_import_not_cfdi',
      'invoice_import_not_stamped',
      'invoice_import_not_xml',
      'invoice_import_other_taxpayer',
      'invoice_import_retention',
      'invoice_import_seal_invalid',
      'invoice_import_stamp_invalid',
      'invoice_import_stamp_not_verifiable',
      'invoice_import_stamped_twice',
      'invoice_import_structure_invalid',
      'invoice_import_too_large',
      'invoice_import_unreadable',
      'invoice_import_version_not_supported',
      'invoice_import_zip_invalid',
      'manifesto_link_not_found',
      'manifesto_link_unavailable',
      'manifesto_not_available',
      'method_not_allowed',
      'not_acceptable',
      'onboarding_link_not_found',
      'onboarding_link_unavailable',
      'pac_account_changed',
      'pac_not_available',
      'precondition_failed',
      'receipt_import_in_progress',
      'receipt_import_not_found',
      'receipt_import_too_large',
      'receipt_import_unreadable',
      'request_timeout',
      'service_unavailable',
      'stamping_doubt_not_found',
      'stamping_risk_not_accepted',
      'support_email_link_not_found',
      'support_email_link_unavailable',
      'unsupported_media_type',
      'uri_too_long',
      'webhook_disabled',
      'webhook_limit_reached',
    ]);
  });

  it('has exactly the subcodes of the specification', () => {
    expect(Object.keys(subcodeTable).sort()).toEqual([...specifiedSubcodes].sort());
  });

  const texts = [...Object.entries(errorTable), ...Object.entries(subcodeTable)];

  it.each(texts)('%s has sentences in both languages with the same placeholders', (_code, { es, en }) => {
    for (const text of [es, en]) expect(text).toMatch(/^\p{Lu}.{10,}\.$/u);
    expect(en).not.toBe(es);
    expect([...placeholdersOf(en)].sort()).toEqual([...placeholdersOf(es)].sort());
  });

  it('gives every root code an error status', () => {
    for (const { status } of Object.values(errorTable)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });

  it('answers 404 for a missing address and 400 for a body that names something unknown', () => {
    expect(statusOf('customer_not_found')).toBe(404);
    expect(statusOf('customer_not_found', 'params')).toBe(404);
    expect(statusOf('customer_not_found', 'body')).toBe(400);
    expect(statusOf('conflict', 'body')).toBe(409);
  });
});

describe('renderMessage', () => {
  it('fills placeholders', () => {
    expect(renderMessage(subcodeTable.required.es, { path: 'customer.email' })).toBe(
      'El campo "customer.email" es requerido.',
    );
    expect(renderMessage(subcodeTable.required.en, { path: 'customer.email' }, 'en')).toBe(
      'The field "customer.email" is required.',
    );
  });

  it('leaves out a parenthesis or a quotation without its value', () => {
    const { en } = errorTable.payload_too_large;
    expect(renderMessage(en, { limit: '20 MB' })).toMatch(/allowed size \(20 MB\)\.$/);
    expect(renderMessage(en)).toMatch(/allowed size\.$/);
    expect(renderMessage(errorTable.product_key_not_found.en)).toMatch(
      /^The product or service key does not exist in the SAT catalog/,
    );
    expect(renderMessage(subcodeTable.invalid_length.en, { path: 'tax_system', exact: 3 })).toBe(
      'The length of the field "tax_system" is not valid (exactly 3).',
    );
  });

  it.each([
    ['two_months', 'es', 'bimestre'],
    ['two_months', 'en', 'two months'],
    ['fortnight', 'es', 'quincena'],
    ['day', 'en', 'day'],
  ] as const)('renders the period %s in %s', (period, language, name) => {
    const text = errorTable.invalid_global_invoice_period[language];
    expect(renderMessage(text, { period }, language)).toContain(`: ${name}.`);
  });

  it('takes words in the language', () => {
    const params = { path: 'zip', expected: { es: '5 dígitos', en: '5 digits' } };
    const { es, en } = subcodeTable.invalid_format;
    expect(renderMessage(es, params)).toContain('"zip" no es válido (se espera 5 dígitos).');
    expect(renderMessage(en, params, 'en')).toContain('"zip" is not valid (expected: 5 digits).');
  });

  it('does not read placeholders inside of values, nor inherited names', () => {
    expect(renderMessage('A "{path}" b.', { path: '{limit}$&' })).toBe('A "{limit}$&" b.');
    expect(renderMessage('A {constructor} b.')).toBe('A  b.');
  });
});

describe('paths', () => {
  it.each([
    ['payment_form', 'payment_form'],
    ['items[0].product.price', 'items.0.product.price'],
    ['complements[2].data[10].related_documents[0]', 'complements.2.data.10.related_documents.0'],
    ['grid[1][0]', 'grid.1.0'],
    ['[3].x', '3.x'],
    ['', ''],
  ])('%s is written as %s', (path, written) => expect(dottedPath(path)).toBe(written));

  it('are written so in texts too, whichever value carries them, and other texts stay as they are', () => {
    const params = { path: 'items[0].x', other: 'parts[1]', text: 'see [1] of items[0] there' };
    expect(renderMessage('{path} {other} {text}', params, 'en')).toBe(
      'items.0.x parts.1 see [1] of items[0] there',
    );
  });
});
