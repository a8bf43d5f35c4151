/**
 * Who may use which route: written by hand from what the API promises, and never from the service's own table of routes,
 * which the matrix compares with it. A route without a rule fails the matrix; write down here who may use it.
 */

/** The kinds of an organization's keys: Test, Live. */
type Keys = 'TL' | 'T' | 'L' | '';

/**
 * How people reach a route: nobody does; everybody does as themself; by the organization in the path; by that in the header
 * X-Organization-Id.
 */
type People = 'nobody' | 'self' | 'path' | 'header';

/** The templates whose people may, beside owners and administrators: Readonly, Billing, Developer, Team manager. */
type Templates = string;

export interface Rule {
  readonly methods: readonly string[];
  readonly path: RegExp;
  readonly keys: Keys;
  readonly people: People;
  readonly templates: Templates;
}

/** Every credential passes, and none. */
export const isOpen = ({ keys, people }: Rule): boolean => keys === '' && people === 'nobody';

const rule = (
  methods: string,
  path: RegExp,
  keys: Keys,
  people: People,
  templates: Templates = '',
): Rule => ({ methods: methods.split(' '), path, keys, people, templates });

const ORGANIZATION = '/v2/organizations/:organization_id';
const ofOrganization = (rest: string): RegExp => new RegExp(`^${ORGANIZATION}${rest}$`);

export const rules: readonly Rule[] = [
  // Health, documentation, hosted pages, the local mailbox, public files.
  rule('GET', /^\/(healthz|readyz)$/, '', 'nobody'),
  rule('GET', /^(\/v2\/openapi\.json|\/docs(\/.*)?|\/llms\.txt)$/, '', 'nobody'),
  rule('GET', /^\/(:domain\/:key\/:file)?$/, '', 'nobody'),
  rule('GET POST', /^\/:domain(\/:key)?$/, '', 'nobody'),
  rule('GET', /^(\/:domain)?\/widget\.js$/, '', 'nobody'),
  rule('GET POST', /^(\/:domain)?\/widget\.json$/, '', 'nobody'),
  rule(
    'GET POST',
    /^\/(tax-info|support-email|onboarding|manifest|invitations?|invites?)\/:key(\/done)?$/,
    '',
    'nobody',
  ),
  rule('GET POST DELETE', /^\/mailbox(\/.*)?$/, '', 'nobody'),
  // A mail provider has a secret of its own, which is no key.
  rule('POST', /^\/v2\/inbound-mail$/, '', 'nobody'),
  rule('GET', /^\/v2\/(files|logos\/:organization_id\/:file)$/, '', 'nobody'),

  // What people do as themselves.
  rule('GET POST', /^\/v2\/organizations$/, '', 'self'),
  rule('GET PUT', /^\/v2\/organizations\/domain-check$/, '', 'self'),
  rule('GET', /^\/v2\/organizations\/invites\/pending$/, '', 'self'),
  rule('POST', /^\/v2\/organizations\/invites\/:invite_key\/response$/, '', 'self'),
  rule('GET', /^\/v2\/users\/me$/, '', 'self'),
  rule('GET POST', /^\/v2\/users\/me\/keys$/, '', 'self'),
  rule('DELETE', /^\/v2\/users\/me\/keys\/:key_id$/, '', 'self'),

  // An organization itself.
  rule('GET', /^\/v2\/organizations\/me$/, 'TL', 'nobody'),
  rule('GET', ofOrganization(''), 'TL', 'path', 'RBDT'),
  rule('DELETE', ofOrganization(''), '', 'path'),
  rule('POST', ofOrganization('/restore'), '', 'path'),
  rule('GET', ofOrganization('/series-group'), 'L', 'path', 'RBD'),
  rule('POST', ofOrganization('/series-group'), 'L', 'path'),
  rule('PUT DELETE', ofOrganization('/series-group/(:series_name|default-series)'), 'L', 'path'),
  rule('PUT', ofOrganization('/(legal|customization|receipts|self-invoice|domain|logo)'), 'L', 'path'),
  rule('PUT DELETE', ofOrganization('/(certificate|fiel)'), 'L', 'path'),
  rule('GET PUT', ofOrganization('/pacs'), 'L', 'path'),
  rule('POST', ofOrganization('/pacs/:pac/manifest(-link)?'), 'L', 'path'),
  rule('POST', ofOrganization('/onboarding-link'), 'L', 'path'),
  rule('GET', ofOrganization('/inbound-address'), 'L', 'path', 'RBDT'),
  rule('POST', ofOrganization('/inbound-address/renew'), 'L', 'path'),

  // Its keys and its records: developers.
  rule('GET PUT', ofOrganization('/apikeys/(test|live)'), '', 'path', 'D'),
  rule('PUT DELETE', ofOrganization('/apikeys/live/:key_id'), '', 'path', 'D'),
  rule('GET', ofOrganization('/audit-log'), '', 'path', 'D'),

  // Its people: team managers; ownership is for owners and administrators to ask for.
  rule('GET', ofOrganization('/team(/:access_id|/invites|/roles(/.*)?)?'), '', 'path', 'RT'),
  rule('DELETE', ofOrganization('/team/:access_id'), '', 'path', 'T'),
  rule('PUT', ofOrganization('/team/:access_id/role'), '', 'path', 'T'),
  rule('POST DELETE', ofOrganization('/team/:access_id/ownership'), '', 'path'),
  rule('POST', ofOrganization('/team/(invites|roles)'), '', 'path', 'T'),
  rule('DELETE', ofOrganization('/team/invites/:invite_key'), '', 'path', 'T'),
  rule('PUT DELETE', ofOrganization('/team/roles/:role_id'), '', 'path', 'T'),

  // Documents, and what they are made of.
  rule('GET', /^\/v2\/(check|tools\/tax_id_validation)$/, 'TL', 'header', 'RBD'),
  // A second stamp may be what comes of it: not everyday work.
  rule('GET', /^\/v2\/stamping\/doubts$/, 'TL', 'header'),
  rule('POST', /^\/v2\/stamping\/doubts\/:document_id\/force$/, 'TL', 'header'),
  rule('GET', /^\/v2\/sandbox\/(stamps|clock)$/, 'T', 'header', 'RD'),
  rule('POST', /^\/v2\/sandbox\/clock$/, 'T', 'header', 'D'),
  rule('GET', /^\/v2\/events(\/:event_id)?$/, 'TL', 'header', 'RD'),
  rule('GET', /^\/v2\/events\/stream$/, 'T', 'header', 'RD'),
  rule('POST', /^\/v2\/sandbox\/events$/, 'T', 'header', 'D'),
  rule('POST', /^\/v2\/sandbox\/supplier-invoices(\/:uuid\/cancel)?$/, 'T', 'header', 'D'),
  rule('GET', /^\/v2\/(catalogs\/.*|products\/(keys|units))$/, 'TL', 'header', 'RBD'),
  rule('GET', /^\/v2\/customers(\/:customer_id(\/tax-info-validation)?)?$/, 'TL', 'header', 'RB'),
  rule('GET', /^\/v2\/products(\/:product_id)?$/, 'TL', 'header', 'RB'),
  rule('GET', /^\/v2\/(customers|products)\/proposals$/, 'TL', 'header', 'RB'),
  rule('GET', /^\/v2\/suppliers(\/:supplier_id)?$/, 'TL', 'header', 'RB'),
  rule('POST', /^\/v2\/(customers|products|suppliers)$/, 'TL', 'header', 'B'),
  rule(
    'PUT DELETE',
    /^\/v2\/(customers\/:customer_id|products\/:product_id|suppliers\/:supplier_id)$/,
    'TL',
    'header',
    'B',
  ),
  rule('POST', /^\/v2\/customers\/:customer_id\/email-edit-link$/, 'TL', 'header', 'B'),
  rule('GET', /^\/v2\/invoices(\/.*)?$/, 'TL', 'header', 'RB'),
  rule('GET', /^\/v2\/exports\/(invoices|taxes)\.(csv|xlsx)$/, 'TL', 'header', 'RB'),
  // It changes nothing.
  rule('POST', /^\/v2\/invoices\/preview(\/pdf(\/download-url)?)?$/, 'TL', 'header', 'RB'),
  rule(
    'POST',
    /^\/v2\/invoices(\/zip-requests|\/import|\/:invoice_id\/(stamp|copy|email))?$/,
    'TL',
    'header',
    'B',
  ),
  rule('PUT DELETE', /^\/v2\/invoices\/:invoice_id$/, 'TL', 'header', 'B'),
  rule('PUT', /^\/v2\/invoices\/:invoice_id\/status$/, 'TL', 'header', 'B'),

  rule('GET', /^\/v2\/inbound-mails$/, 'TL', 'header', 'RB'),
  rule('GET', /^\/v2\/downloads(\/:download_id(\/differences)?)?$/, 'TL', 'header', 'RB'),
  rule('GET', /^\/v2\/downloads\/daily$/, 'L', 'header', 'RB'),
  rule('PUT', /^\/v2\/downloads\/daily$/, 'L', 'header', 'B'),
  rule('POST', /^\/v2\/downloads$/, 'TL', 'header', 'B'),
  rule('DELETE', /^\/v2\/downloads\/:download_id$/, 'TL', 'header', 'B'),

  rule('POST', /^\/v2\/receipts(\/(batch|import))?$/, 'TL', 'header', 'B'),
  rule('GET', /^\/v2\/receipts\/imports(\/:import_id)?$/, 'TL', 'header', 'RB'),
  rule(
    'GET',
    /^\/v2\/receipts(\/(summary|:receipt_id(\/((download-url\/)?pdf|ticket))?))?$/,
    'TL',
    'header',
    'RB',
  ),
  rule('PUT DELETE', /^\/v2\/receipts\/:receipt_id$/, 'TL', 'header', 'B'),
  rule('POST', /^\/v2\/receipts\/:receipt_id\/(refunds|email)$/, 'TL', 'header', 'B'),
  rule('POST', /^\/v2\/receipts\/(to-invoice|global-invoice|:receipt_id\/invoice)$/, 'TL', 'header', 'B'),
  // It changes nothing.
  rule('POST', /^\/v2\/receipts\/to-invoice\/preview(\/pdf|\/download-url)?$/, 'TL', 'header', 'RB'),

  rule('GET', /^\/v2\/cancellation-requests$/, 'TL', 'header', 'RB'),
  rule('POST', /^\/v2\/cancellation-requests\/:uuid\/(accept|reject)$/, 'TL', 'header', 'B'),

  rule('GET', /^\/v2\/retentions(\/.*)?$/, 'TL', 'header', 'RB'),
  rule('POST', /^\/v2\/retentions(\/:retention_id\/(stamp|copy|email))?$/, 'TL', 'header', 'B'),
  rule('PUT DELETE', /^\/v2\/retentions\/:retention_id$/, 'TL', 'header', 'B'),
  rule('PUT', /^\/v2\/retentions\/:retention_id\/status$/, 'TL', 'header', 'B'),

  // Webhooks: developers; who only reads sees no secret.
  rule('GET', /^\/v2\/webhooks(\/:webhook_id)?$/, 'TL', 'header', 'RD'),
  // It changes nothing.
  rule('POST', /^\/v2\/webhooks\/validate-signature$/, 'TL', 'header', 'RD'),
  rule('GET', /^\/v2\/webhooks\/:webhook_id\/secret$/, 'TL', 'header', 'D'),
  rule('POST', /^\/v2\/webhooks(\/:webhook_id\/rotate-secret)?$/, 'TL', 'header', 'D'),
  rule('PUT DELETE', /^\/v2\/webhooks\/:webhook_id$/, 'TL', 'header', 'D'),
  // The log of deliveries, and deliveries by hand.
  rule('GET', /^\/v2\/webhooks\/:webhook_id\/attempts(\/:attempt_id)?$/, 'TL', 'header', 'RD'),
  rule('POST', /^\/v2\/webhooks\/:webhook_id\/(resend-failed|replay|ping)$/, 'TL', 'header', 'D'),
  rule('POST', /^\/v2\/webhooks\/:webhook_id\/attempts\/:attempt_id\/redeliver$/, 'TL', 'header', 'D'),
];

/** What the key is narrowed to, and the only operation of the role that has one. */
export const NARROWED = 'GET /v2/customers';
export const ALONE = 'POST /v2/invoices';
