import { Inject, Injectable } from '@nestjs/common';
import { field, ok, refuse, refuseFields, sixDecimals, type Detail, type Result } from '#kernel';
import {
  EMPTY_INVOICE,
  exchangeOf,
  isForeign,
  keysOf,
  productFields,
  refuseProblems,
  sizeProblem,
  type KeyCatalogues,
} from '#billing';
import type {
  Address,
  CustomerSnapshot,
  InvoiceContent,
  InvoiceItem,
  InvoiceType,
  ItemComplement,
  ItemProduct,
  PdfOptions,
  ThirdParty,
} from '#contracts';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { RFC_PUBLICO_GENERAL } from '#sat';
import { detailsBelow } from '../commands.js';
import { CustomerResolver } from '../customers/resolver.js';
import { snapshotOf } from '../customers/snapshot.js';
import { detailsOfBody, toInstant } from '#http';
import { ProductResolver } from '../products/resolver.js';
import type { ContentScope } from './scope.js';
import { InvoiceComplements } from './complements/complements.js';
import type { CreateInvoiceBody, ItemBody } from './dto.js';
import type { ItemPartBody } from './item-product.dto.js';
import type { PlaceOfIssueBody, ThirdPartyBody } from './parts.dto.js';
import { broughtBy, defaultsOf, withTypeDefaults } from './types.js';

/** Turns a request's body into an invoice's content: identifiers become what they name, defaults are filled in. */
@Injectable()
export class InvoiceContents {
  private readonly keys: KeyCatalogues;

  constructor(
    private readonly customers: CustomerResolver,
    private readonly products: ProductResolver,
    private readonly complements: InvoiceComplements,
    @Inject(CATALOGUES) { large }: Catalogues,
  ) {
    this.keys = keysOf(large);
  }

  /** The content of a new invoice. */
  async create(scope: ContentScope, body: CreateInvoiceBody): Promise<Result<InvoiceContent>> {
    const type = body.type ?? 'I';
    const changes = await this.changes(scope, body);
    if (!changes.ok) return changes;
    const sent = { ...EMPTY, ...defaultsOf(type), type, ...changes.value };
    const series = sent.series ?? (scope.draft ? null : (scope.defaultSeries?.[type] ?? null));
    const content = { ...sent, series, exchange: exchangeOf(sent.currency, sent.exchange) };
    const asked = body.use !== undefined || (type !== 'I' && type !== 'E');
    return ok(asked ? content : { ...content, use: defaultUse(content.customer, changes.value.use) });
  }

  /** The fields that a body sets, of a new invoice or of a draft; null clears one. */
  async changes(
    scope: ContentScope,
    body: Partial<CreateInvoiceBody>,
    before?: Pick<InvoiceContent, 'type' | 'related_documents'>,
  ): Promise<Result<Partial<InvoiceContent>>> {
    const type = body.type ?? before?.type ?? 'I';
    // Before anything is made of it: what products bring is counted with the content, below.
    const tooMuch = sizeProblem(body);
    if (tooMuch) return refuseFields([tooMuch]);
    const customer = orStandIn(scope, await this.customer(scope, body.customer), null);
    if (!customer.ok) return customer;
    const items = await this.items(scope, body.items, type);
    if (!items.ok) return items;
    const date = orStandIn(scope, dateOf(body.date, scope.timeZone), undefined);
    if (!date.ok) return date;
    const plain = plainFields(body);
    const relations = plain.related_documents ?? before?.related_documents ?? [];
    const resolved = await this.complements.resolve(scope, body.complements ?? [], relations);
    const complements = orStandIn(scope, resolved, []);
    if (!complements.ok) return complements;
    return ok({
      ...(body.type !== undefined && { type, ...broughtBy(type, before?.type) }),
      ...plain,
      ...(body.complements !== undefined && { complements: complements.value }),
      ...(customer.value !== undefined && { customer: customer.value?.snapshot ?? null }),
      ...(customer.value?.defaultUse && plain.use === undefined && { use: customer.value.defaultUse }),
      ...(items.value !== undefined && { items: items.value }),
      ...(body.date !== undefined && { date: date.value?.toISOString() ?? null }),
    });
  }

  /** The customer of a draft as it is now, to be stamped; undefined where it is there no more. */
  async customerNow(scope: ContentScope, id: string): Promise<Result<CustomerSnapshot | undefined>> {
    const found = await this.customers.receiver(scope, id);
    if (found.ok) return ok(snapshotOf(found.value));
    return found.refusal.code === 'customer_not_found' ? ok(undefined) : found;
  }

  private async customer(
    scope: ContentScope,
    input: CreateInvoiceBody['customer'],
  ): Promise<Result<{ snapshot: CustomerSnapshot; defaultUse: string | null } | null | undefined>> {
    if (input === undefined || input === null) return ok(input);
    const resolved = await this.customers.receiver(scope, input);
    if (!resolved.ok) return resolved;
    return ok({ snapshot: snapshotOf(resolved.value), defaultUse: resolved.value.default_invoice_use });
  }

  private async items(
    scope: ContentScope,
    bodies: readonly ItemBody[] | undefined,
    type: InvoiceType,
  ): Promise<Result<InvoiceItem[] | undefined>> {
    if (bodies === undefined) return ok(undefined);
    const references = bodies.flatMap(({ product }, index) =>
      typeof product === 'string' ? [{ id: product, path: `items[${index}].product` }] : [],
    );
    const known = orStandIn(scope, await this.products.resolveMany(scope.tenant, references), undefined);
    if (!known.ok) return known;
    if (!known.value) scope.standIns?.push(...references.map(({ path }) => path));
    const tooMuch = sizeProblem({
      items: bodies.map(({ product, ...rest }) => ({
        ...rest,
        product: typeof product === 'string' ? (known.value?.get(product.toLowerCase()) ?? '') : product,
      })),
    });
    if (tooMuch) return refuseFields([tooMuch]);
    const problems: Detail[] = [];
    const items: InvoiceItem[] = [];
    bodies.forEach((body, index) => {
      const product = productOf(body.product, {
        known: known.value,
        keys: this.keys,
        path: `items[${index}].product`,
        type,
      });
      if (product.ok) return void items.push(itemOf(body, product.value));
      // Without the right product, its discount can't be judged.
      if (scope.problems) items.push(itemOf({ ...body, discount: '0' }, standInOf(type)));
      scope.standIns?.push(`items[${index}].product`);
      problems.push(...(product.refusal.details ?? []));
    });
    if (problems.length === 0) return ok(items);
    return orStandIn(scope, refuseProblems(problems), items);
  }
}

const EMPTY: InvoiceContent = {
  ...EMPTY_INVOICE,
  customer: null,
  items: [],
  payment_form: null,
  use: 'G01',
  currency: 'MXN',
  exchange: null,
  date: null,
  address: null,
};

/**
 * The use of an invoice that names none: the receiver's own, or G01; "sin efectos fiscales" for receivers that can have no
 * other: foreigners and the public in general.
 */
export function defaultUse(customer: CustomerSnapshot | null, own: string | undefined): string {
  if (own !== undefined) return own;
  if (customer && (isForeign(customer) || customer.tax_id === RFC_PUBLICO_GENERAL)) return 'S01';
  return EMPTY.use;
}

/** Fields of a content that are made of one field of a body; the others need more than that. */
type PlainName = Exclude<keyof InvoiceContent, 'type' | 'customer' | 'items' | 'complements' | 'date'>;
type Plain = Pick<Required<InvoiceContent>, PlainName>;

/** How each is made of what was sent under its own name. Blank keys and series count as none. */
const PLAIN: { readonly [Name in PlainName]: (sent: CreateInvoiceBody[Name]) => Plain[Name] } = {
  payment_form: (sent) => sent ?? null,
  payment_method: (sent) => sent ?? null,
  use: (sent) => sent ?? EMPTY.use,
  currency: (sent) => (sent ?? 'MXN').toUpperCase(),
  exchange: (sent) => (sent == null ? null : amountOf(sent)),
  conditions: (sent) => sent ?? null,
  related_documents: (sent) =>
    (sent ?? []).map(({ relationship, documents, uuid }) => ({
      relationship,
      documents: (documents ?? (uuid === undefined ? [] : [uuid])).map((one) => one.toUpperCase()),
    })),
  global: (sent) => sent ?? null,
  export: (sent) => sent ?? '01',
  address: (sent) => (sent ? addressOf(sent) : null),
  external_id: (sent) => sent ?? null,
  idempotency_key: (sent) => sent?.trim() || null,
  folio_number: (sent) => sent ?? null,
  series: (sent) => sent?.trim() || null,
  pdf_custom_section: (sent) => sent ?? null,
  pdf_options: (sent) => (sent ?? null) as PdfOptions | null,
  addenda: (sent) => sent?.trim() || null,
  namespaces: (sent) => sent ?? [],
  third_party: (sent) => thirdPartyOf(sent),
};

/** The plain fields that a body has. */
function plainFields(body: Partial<CreateInvoiceBody>): Partial<Plain> {
  const fields: { -readonly [Name in PlainName]?: Plain[Name] } = {};
  const take = <Name extends PlainName>(name: Name): void => {
    if (body[name] !== undefined) fields[name] = PLAIN[name](body[name]);
  };
  for (const name of Object.keys(PLAIN) as PlainName[]) take(name);
  return fields;
}

const dateOf = (sent: string | null | undefined, timeZone: string): Result<Date | undefined> => {
  if (sent == null) return ok(undefined);
  const date = toInstant(sent, timeZone);
  return date ? ok(date) : refuse('invalid_date', { path: 'date', location: 'body' });
};

/** A part of a content; where problems are collected, a stand-in for one that is refused for its fields. */
function orStandIn<Part>({ problems }: ContentScope, part: Result<Part>, standIn: Part): Result<Part> {
  const details = part.ok || !problems ? undefined : detailsOfBody(part.refusal);
  if (!problems || !details) return part;
  problems.push(...details);
  return ok(standIn);
}

/** A product that nothing is wrong with, in the place of a refused one: so that the rest can be judged. */
const standInOf = (type: InvoiceType): ItemProduct => ({
  ...{ id: null, description: '-', product_key: '01010101', unit_key: 'ACT', unit_name: 'Actividad' },
  ...{ price: type === 'T' ? '0' : '1', tax_included: false, taxability: '01', taxes: [], local_taxes: [] },
  sku: null,
});

interface ProductContext {
  /** Undefined: some of them were not found, which is reported already. */
  readonly known: ReadonlyMap<string, ItemProduct> | undefined;
  readonly keys: KeyCatalogues;
  readonly path: string;
  readonly type: InvoiceType;
}

function productOf(
  input: ItemBody['product'],
  { known, keys, path, type }: ProductContext,
): Result<ItemProduct> {
  if (typeof input === 'string') {
    if (!known) return ok(standInOf(type));
    const product = known.get(input.toLowerCase());
    return product ? ok(product) : refuseFields([field(path, 'not_found')]);
  }
  const fields = productFields(withTypeDefaults(type, input), keys);
  if (fields.ok) return ok({ id: null, ...fields.value });
  return refuseFields(detailsBelow(fields.refusal.details ?? [], path));
}

const itemOf = (body: ItemBody, product: ItemProduct): InvoiceItem => ({
  quantity: amountOf(body.quantity ?? '1'),
  discount: amountOf(body.discount ?? '0'),
  product,
  parts: (body.parts ?? []).map(partOf),
  customs_keys: body.customs_keys ?? [],
  third_party: thirdPartyOf(body.third_party),
  complement: (body.complement ?? null) as ItemComplement | null,
  property_tax_account:
    typeof body.property_tax_account === 'string'
      ? [body.property_tax_account]
      : (body.property_tax_account ?? []),
});

const thirdPartyOf = (body: ThirdPartyBody | null | undefined): ThirdParty | null =>
  body ? { ...body, tax_id: body.tax_id.trim().toUpperCase() } : null;

const partOf = (part: ItemPartBody): InvoiceItem['parts'][number] => ({
  description: part.description,
  product_key: part.product_key,
  quantity: amountOf(part.quantity ?? '1'),
  sku: part.sku ?? null,
  unit_price: part.unit_price === undefined ? null : amountOf(part.unit_price),
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

/** Amounts keep six decimals at most, rounded half-up (Anexo 20, t_Importe). Nothing else is left once a body was checked. */
const amountOf = (text: string): string => sixDecimals(text) ?? '0';
