import { Injectable } from '@nestjs/common';
import {
  field,
  formatDecimal,
  ok,
  parseDecimal,
  refuse,
  refuseFields,
  type Detail,
  type Result,
  type Tenant,
} from '#kernel';
import { builtInKeys, isForeign, productFields } from '#billing';
import type {
  Address,
  CustomerDoc,
  CustomerSnapshot,
  InvoiceContent,
  InvoiceItem,
  ItemProduct,
  PdfOptions,
} from '#contracts';
import { RFC_PUBLICO_GENERAL } from '#sat';
import type { CallContext } from '../commands.js';
import { CustomerResolver } from '../customers/resolver.js';
import { toInstant } from '../http/index.js';
import { ProductResolver } from '../products/resolver.js';
import type { CreateInvoiceBody, ItemBody, ItemPartBody, PlaceOfIssueBody } from './dto.js';

/** Who asks, and in which zone dates without one are meant. */
export interface ContentScope extends CallContext {
  readonly timeZone: string;
}

/** Turns a request's body into an invoice's content: identifiers become what they name, defaults are filled in. */
@Injectable()
export class InvoiceContents {
  constructor(
    private readonly customers: CustomerResolver,
    private readonly products: ProductResolver,
  ) {}

  /** The content of a new invoice. */
  async create(scope: ContentScope, body: CreateInvoiceBody): Promise<Result<InvoiceContent>> {
    const changes = await this.changes(scope, body);
    if (!changes.ok) return changes;
    const content = { ...EMPTY, ...changes.value };
    return ok(
      body.use === undefined ? { ...content, use: defaultUse(content.customer, changes.value.use) } : content,
    );
  }

  /** The fields that a body sets; null clears one. */
  async changes(
    scope: ContentScope,
    body: Partial<CreateInvoiceBody>,
  ): Promise<Result<Partial<InvoiceContent>>> {
    const unsupported = notYet(body);
    if (!unsupported.ok) return unsupported;
    const customer = await this.customer(scope, body.customer);
    if (!customer.ok) return customer;
    const items = await this.items(scope.tenant, body.items);
    if (!items.ok) return items;
    const date = body.date == null ? undefined : toInstant(body.date, scope.timeZone);
    if (body.date != null && !date) return refuse('invalid_date', { path: 'date', location: 'body' });
    const plain = plainFields(body);
    return ok({
      ...plain,
      ...(customer.value !== undefined && { customer: customer.value?.snapshot ?? null }),
      ...(customer.value?.defaultUse && plain.use === undefined && { use: customer.value.defaultUse }),
      ...(items.value !== undefined && { items: items.value }),
      ...(body.date !== undefined && { date: date?.toISOString() ?? null }),
    });
  }

  private async customer(
    scope: ContentScope,
    input: CreateInvoiceBody['customer'],
  ): Promise<Result<{ snapshot: CustomerSnapshot; defaultUse: string | null } | null | undefined>> {
    if (input === undefined || input === null) return ok(input);
    const resolved = await this.customers.resolve(scope, input);
    if (!resolved.ok) return resolved;
    return ok({ snapshot: snapshotOf(resolved.value), defaultUse: resolved.value.default_invoice_use });
  }

  private async items(
    tenant: Tenant,
    bodies: readonly ItemBody[] | undefined,
  ): Promise<Result<InvoiceItem[] | undefined>> {
    if (bodies === undefined) return ok(undefined);
    const references = bodies.flatMap(({ product }, index) =>
      typeof product === 'string' ? [{ id: product, path: `items[${index}].product` }] : [],
    );
    const known = await this.products.resolveMany(tenant, references);
    if (!known.ok) return known;
    const problems: Detail[] = [];
    const items: InvoiceItem[] = [];
    bodies.forEach((body, index) => {
      const product = productOf(body.product, known.value, `items[${index}].product`);
      if (product.ok) items.push(itemOf(body, product.value));
      else problems.push(...(product.refusal.details ?? []));
    });
    return problems.length > 0 ? refuseFields(problems) : ok(items);
  }
}

const EMPTY: InvoiceContent = {
  type: 'I',
  customer: null,
  items: [],
  payment_form: null,
  payment_method: 'PUE',
  use: 'G01',
  currency: 'MXN',
  exchange: '1',
  conditions: null,
  related_documents: [],
  global: null,
  export: '01',
  date: null,
  address: null,
  external_id: null,
  idempotency_key: null,
  folio_number: null,
  series: null,
  pdf_custom_section: null,
  pdf_options: null,
};

/** Without effects for those who can have no other use: foreigners and the public in general. */
function defaultUse(customer: CustomerSnapshot | null, own: string | undefined): string {
  if (own !== undefined) return own;
  if (customer && (isForeign(customer) || customer.tax_id === RFC_PUBLICO_GENERAL)) return 'S01';
  return EMPTY.use;
}

/** What this version can't express yet is refused, never dropped. */
function notYet(body: Partial<CreateInvoiceBody>): Result<void> {
  const lacks = (path: string) => refuse('feature_not_available', { path, location: 'body' });
  if (body.type !== undefined && body.type !== 'I') return lacks('type');
  if (hasEntries(body.complements)) return lacks('complements');
  if (body.addenda) return lacks('addenda');
  if (hasEntries(body.namespaces)) return lacks('namespaces');
  const index = (body.items ?? []).findIndex(
    ({ complement }) => complement !== undefined && complement !== null && complement !== '',
  );
  return index >= 0 ? lacks(`items[${index}].complement`) : ok(undefined);
}

const hasEntries = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Fields that go over as they are. Blank keys and series count as none. */
function plainFields(body: Partial<CreateInvoiceBody>): Partial<InvoiceContent> {
  const given = <Name extends keyof CreateInvoiceBody, Value>(name: Name, value: Value) =>
    body[name] === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
  return {
    ...given('payment_form', body.payment_form ?? null),
    ...given('payment_method', body.payment_method ?? 'PUE'),
    ...given('use', body.use ?? 'G01'),
    ...given('currency', (body.currency ?? 'MXN').toUpperCase()),
    ...given('exchange', sixDecimals(body.exchange ?? '1')),
    ...given('conditions', body.conditions ?? null),
    ...given(
      'related_documents',
      (body.related_documents ?? []).map(({ relationship, documents, uuid }) => ({
        relationship,
        documents: (documents ?? (uuid === undefined ? [] : [uuid])).map((one) => one.toUpperCase()),
      })),
    ),
    ...given('global', body.global ?? null),
    ...given('export', body.export ?? '01'),
    ...given('address', body.address ? addressOf(body.address) : null),
    ...given('external_id', body.external_id ?? null),
    ...given('idempotency_key', body.idempotency_key?.trim() || null),
    ...given('folio_number', body.folio_number ?? null),
    ...given('series', body.series?.trim() || null),
    ...given('pdf_custom_section', body.pdf_custom_section ?? null),
    ...given('pdf_options', (body.pdf_options ?? null) as PdfOptions | null),
  };
}

function productOf(
  input: ItemBody['product'],
  known: ReadonlyMap<string, ItemProduct>,
  path: string,
): Result<ItemProduct> {
  if (typeof input === 'string') {
    const product = known.get(input.toLowerCase());
    return product ? ok(product) : refuseFields([field(path, 'not_found')]);
  }
  const fields = productFields(input, builtInKeys);
  if (fields.ok) return ok({ id: null, ...fields.value });
  const details = fields.refusal.details ?? [];
  return refuseFields(details.map((detail) => ({ ...detail, path: `${path}.${detail.path ?? ''}` })));
}

const itemOf = (body: ItemBody, product: ItemProduct): InvoiceItem => ({
  quantity: sixDecimals(body.quantity ?? '1'),
  discount: sixDecimals(body.discount ?? '0'),
  product,
  parts: (body.parts ?? []).map(partOf),
  customs_keys: body.customs_keys ?? [],
  third_party: body.third_party
    ? { ...body.third_party, tax_id: body.third_party.tax_id.trim().toUpperCase() }
    : null,
  property_tax_account:
    typeof body.property_tax_account === 'string'
      ? [body.property_tax_account]
      : (body.property_tax_account ?? []),
});

const partOf = (part: ItemPartBody): InvoiceItem['parts'][number] => ({
  description: part.description,
  product_key: part.product_key,
  quantity: sixDecimals(part.quantity ?? '1'),
  sku: part.sku ?? null,
  unit_price: part.unit_price === undefined ? null : sixDecimals(part.unit_price),
  unit_name: part.unit_name ?? null,
  customs_keys: part.customs_keys ?? [],
});

const addressOf = (body: PlaceOfIssueBody): Address => ({
  street: body.street ?? null,
  exterior: body.exterior ?? null,
  interior: body.interior ?? null,
  neighborhood: body.neighborhood ?? null,
  city: body.city ?? null,
  municipality: body.municipality ?? null,
  zip: body.zip,
  state: body.state ?? null,
  country: 'MEX',
});

const snapshotOf = (doc: CustomerDoc): CustomerSnapshot => ({
  id: doc.id,
  legal_name: doc.legal_name,
  tax_id: doc.tax_id,
  tax_system: doc.tax_system,
  email: doc.email,
  address: doc.address,
});

/** Amounts keep six decimals at most, rounded half-up (Anexo 20, t_Importe). */
const sixDecimals = (text: string): string => formatDecimal(parseDecimal(text) ?? 0n);
