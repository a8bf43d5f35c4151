/**
 * Every operation that a person's role, or a narrowed key, may be given within an organization:
 * `<read|write>.<group>.<action>`. The gateway's table of routes names each of them, and a spec compares.
 */
export const OPERATIONS = [
  'read.api_keys.live_list',
  'read.api_keys.test_detail',
  'read.audit_log.list',
  'read.cancellation_requests.list',
  'read.catalogs.cartaporte',
  'read.catalogs.comercioexterior',
  'read.catalogs.products',
  'read.catalogs.sat',
  'read.catalogs.units',
  'read.customers.detail',
  'read.customers.list',
  'read.customers.proposals',
  'read.customers.validate_tax_info',
  'read.downloads.daily',
  'read.downloads.detail',
  'read.downloads.differences',
  'read.downloads.list',
  'read.events.detail',
  'read.events.list',
  'read.events.stream',
  'read.exports.invoices',
  'read.exports.taxes',
  'read.inbound_mails.list',
  'read.invites.list',
  'read.invoices.detail',
  'read.invoices.download',
  'read.invoices.download_url',
  'read.invoices.history',
  'read.invoices.list',
  'read.invoices.payment_summary',
  'read.invoices.preview',
  'read.organizations.detail',
  'read.organizations.inbound_address',
  'read.products.detail',
  'read.products.list',
  'read.products.proposals',
  'read.receipts.detail',
  'read.receipts.download',
  'read.receipts.download_url',
  'read.receipts.import_detail',
  'read.receipts.list',
  'read.receipts.preview',
  'read.receipts.summary',
  'read.retentions.detail',
  'read.retentions.download',
  'read.retentions.download_url',
  'read.retentions.history',
  'read.retentions.list',
  'read.roles.detail',
  'read.roles.list',
  'read.roles.operations',
  'read.roles.templates',
  'read.sandbox_clock.detail',
  'read.sandbox_stamps.list',
  'read.series.list',
  'read.stamping.doubts',
  'read.stamping.pacs',
  'read.suppliers.detail',
  'read.suppliers.list',
  'read.team.detail',
  'read.team.list',
  'read.tools.check',
  'read.tools.validate_tax_id',
  'read.webhooks.attempt_detail',
  'read.webhooks.attempts',
  'read.webhooks.detail',
  'read.webhooks.list',
  'read.webhooks.secret',
  'read.webhooks.validate_signature',
  'read.zip_requests.detail',
  'read.zip_requests.download',
  'read.zip_requests.download_url',
  'read.zip_requests.list',
  'write.api_keys.live_add',
  'write.api_keys.live_delete',
  'write.api_keys.test_renew',
  'write.cancellation_requests.answer',
  'write.customers.create',
  'write.customers.delete',
  'write.customers.edit',
  'write.customers.email_edit_link',
  'write.downloads.create',
  'write.downloads.set_daily',
  'write.downloads.stop',
  'write.invites.cancel',
  'write.invites.create',
  'write.invoices.cancel',
  'write.invoices.copy',
  'write.invoices.create',
  'write.invoices.edit',
  'write.invoices.email',
  'write.invoices.import',
  'write.invoices.refresh_status',
  'write.invoices.stamp',
  'write.organizations.choose_domain',
  'write.organizations.create_manifest_link',
  'write.organizations.create_onboarding_link',
  'write.organizations.delete',
  'write.organizations.delete_certificate',
  'write.organizations.delete_fiel',
  'write.organizations.edit_customization',
  'write.organizations.edit_legal',
  'write.organizations.edit_logo',
  'write.organizations.edit_receipts',
  'write.organizations.edit_self_invoice',
  'write.organizations.renew_inbound_address',
  'write.organizations.restore',
  'write.organizations.set_certificate',
  'write.organizations.set_fiel',
  'write.organizations.set_pacs',
  'write.organizations.sign_manifest',
  'write.products.create',
  'write.products.delete',
  'write.products.edit',
  'write.receipts.cancel',
  'write.receipts.create',
  'write.receipts.edit',
  'write.receipts.email',
  'write.receipts.global_invoice',
  'write.receipts.import',
  'write.receipts.invoice',
  'write.receipts.refund',
  'write.retentions.cancel',
  'write.retentions.copy',
  'write.retentions.create',
  'write.retentions.edit',
  'write.retentions.email',
  'write.retentions.refresh_status',
  'write.retentions.stamp',
  'write.roles.create',
  'write.roles.delete',
  'write.roles.edit',
  'write.sandbox_clock.advance',
  'write.sandbox_events.trigger',
  'write.sandbox_supplier_invoices.cancel',
  'write.sandbox_supplier_invoices.create',
  'write.series.create',
  'write.series.delete',
  'write.series.edit',
  'write.series.set_default',
  'write.stamping.force',
  'write.suppliers.create',
  'write.suppliers.delete',
  'write.suppliers.edit',
  'write.team.remove',
  'write.team.set_role',
  'write.team.share_ownership',
  'write.webhooks.create',
  'write.webhooks.delete',
  'write.webhooks.edit',
  'write.webhooks.ping',
  'write.webhooks.redeliver',
  'write.webhooks.replay',
  'write.webhooks.resend_failed',
  'write.webhooks.rotate_secret',
  'write.zip_requests.create',
] as const;

/** What a person does as themself, in no organization: whoever has a key that works may. */
export const PERSONAL_OPERATIONS = [
  'read.organizations.check_domain',
  'read.organizations.list',
  'read.received_invites.list',
  'read.user_keys.list',
  'read.users.me',
  'write.organizations.create',
  'write.received_invites.respond',
  'write.user_keys.create',
  'write.user_keys.revoke',
] as const;

/** An operation within an organization. */
export type GrantedOperation = (typeof OPERATIONS)[number];

const known: ReadonlySet<string> = new Set(OPERATIONS);

/** Whether a text is an operation that can be granted. */
export const isOperation = (text: string): text is GrantedOperation => known.has(text);

/**
 * Operations above an organization's everyday work: its settings, keys, people and records of what they did. Only an
 * administrator, or who has the very operation, grants one of them.
 */
export const isAdministrative = (operation: string): boolean =>
  /^(?:read|write)\.(?:api_keys|audit_log|stamping)\./.test(operation) ||
  /^write\.(?:organizations|team|invites|roles|series|webhooks)\./.test(operation) ||
  operation === 'read.webhooks.secret';

/** A starting point for roles. */
export interface RoleTemplate {
  readonly code: RoleTemplateCode;
  /** As people read it. */
  readonly name: { readonly es: string; readonly en: string };
  readonly description: { readonly es: string; readonly en: string };
  readonly operations: readonly GrantedOperation[];
}

export const ROLE_TEMPLATE_CODES = [
  ...(['org-admin', 'org-readonly', 'org-billing', 'org-developer', 'org-team-manager'] as const),
] as const;
export type RoleTemplateCode = (typeof ROLE_TEMPLATE_CODES)[number];

const operationsLike = (pattern: RegExp): readonly GrantedOperation[] =>
  OPERATIONS.filter((operation) => pattern.test(operation));

/** What everybody needs who works in an organization. */
const COMMON = 'read\\.(?:organizations|series|catalogs|tools)\\.';

export const ROLE_TEMPLATES: readonly RoleTemplate[] = [
  {
    code: 'org-admin',
    name: { es: 'Administrador', en: 'Administrator' },
    description: {
      es: 'Realiza todas las operaciones de la organización.',
      en: 'Performs every operation of the organization.',
    },
    operations: OPERATIONS,
  },
  {
    code: 'org-readonly',
    name: { es: 'Solo lectura', en: 'Read only' },
    description: {
      es: 'Consulta documentos, clientes, proveedores, productos y ajustes, sin cambiar nada ni ver llaves.',
      en: 'Reads documents, customers, suppliers, products and settings; changes nothing and sees no keys.',
    },
    operations: operationsLike(/^read\./).filter((operation) => !isAdministrative(operation)),
  },
  {
    code: 'org-billing',
    name: { es: 'Facturación', en: 'Billing' },
    description: {
      es: 'Emite y cancela documentos, y administra clientes, proveedores y productos.',
      en: 'Issues and cancels documents, and manages customers, suppliers and products.',
    },
    operations: operationsLike(
      new RegExp(
        `^(?:${COMMON}|(?:read|write)\\.(?:customers|products|suppliers|invoices|receipts|retentions|downloads|inbound_mails|zip_requests|cancellation_requests|exports)\\.)`,
      ),
    ),
  },
  {
    code: 'org-developer',
    name: { es: 'Desarrollo', en: 'Developer' },
    description: {
      es: 'Administra llaves e integraciones, y consulta la bitácora.',
      en: 'Manages keys and integrations, and reads the audit log.',
    },
    operations: operationsLike(
      new RegExp(
        `^(?:${COMMON}|read\\.(?:sandbox_stamps|audit_log|events)\\.|(?:read|write)\\.(?:api_keys|webhooks|sandbox_clock|sandbox_events|sandbox_supplier_invoices)\\.)`,
      ),
    ),
  },
  {
    code: 'org-team-manager',
    name: { es: 'Gestión del equipo', en: 'Team manager' },
    description: {
      es: 'Invita personas, y administra accesos y roles.',
      en: 'Invites people, and manages access and roles.',
    },
    operations: operationsLike(/^(?:read\.organizations\.|(?:read|write)\.(?:team|invites|roles)\.)/).filter(
      (operation) => operation !== 'write.team.share_ownership',
    ),
  },
];

/** The operations of a template; undefined where there is none of that code. */
export const templateOperations = (code: string): readonly GrantedOperation[] | undefined =>
  ROLE_TEMPLATES.find((template) => template.code === code)?.operations;
