import { Inject, Injectable } from '@nestjs/common';
import { isId, newId, ok, refuse, refuseFields, warning, type Detail, type Result } from '#kernel';
import { isComplete } from '#billing';
import { emptyAddress, type CustomerCheck, type CustomerDoc, type CustomerInput } from '#contracts';
import { SAT_LISTS } from '#fiscal';
import { parseRfc, registerFor, type SatLists } from '#sat';
import { CommandSender, detailsBelow, refusalBelow, type CallContext } from '../commands.js';
import { Customers } from './customers.js';

/** Who asks; `dryRun` collects what a create would refuse, `waitMs` is how long a check may take. */
type ResolverCall = CallContext & { readonly dryRun?: Detail[]; readonly waitMs?: number };

/** Finds the customer that another resource names, by id or in place. */
@Injectable()
export class CustomerResolver {
  constructor(
    private readonly customers: Customers,
    private readonly sender: CommandSender,
    @Inject(SAT_LISTS) private readonly lists: SatLists,
  ) {}

  /**
   * The customer of an id or of data: the existing identical one, or a new one.
   * Refuses 400 with paths below `path`: customer_not_found for an unknown id,
   * customer_could_not_be_resolved for what is no id at all, and what creating a customer refuses. With `dryRun` no
   * customer is created: what would be refused about it is added there, and one that is new has no id.
   */
  async resolve(
    call: ResolverCall,
    input: string | CustomerInput,
    path = 'customer',
  ): Promise<Result<CustomerDoc>> {
    if (typeof input === 'string') {
      if (!isId(input)) return refuse('customer_could_not_be_resolved', { path, location: 'body' });
      const customer = await this.customers.find(call.tenant, input.toLowerCase());
      return customer ? ok(customer) : refuse('customer_not_found', { path, location: 'body' });
    }
    if (call.dryRun) return this.tryResolve(call, call.dryRun, input, path);
    const created = await this.customers.create(input, call);
    if (!created.ok)
      return created.refusal.code === 'service_unavailable' ? created : refusalBelow(created, path);
    const customer = await this.customers.find(call.tenant, created.value.customer_id);
    return customer ? ok(customer) : refuse('customer_could_not_be_resolved', { path, location: 'body' });
  }

  /**
   * The customer that an invoice is made out to. One that is named by its id, and whose data came with an edit link
   * and was never validated, is validated now: the fiscal data of an invoice is when it is created. A draft may
   * have it as it is. One that stays unvalidated is added to `warnings`.
   */
  async receiver(
    call: ResolverCall & { readonly draft?: boolean; readonly warnings?: Detail[] },
    input: string | CustomerInput,
    path = 'customer',
  ): Promise<Result<CustomerDoc>> {
    const resolved = await this.resolve(call, input, path);
    if (!resolved.ok) return resolved;
    const { value: customer } = resolved;
    const register = registerFor(call.tenant, this.lists);
    const isValidatedNow =
      register !== undefined &&
      (typeof input === 'string' ? !call.draft && isUnvalidated(customer) : !!call.dryRun);
    // An RFC that is registered says nothing yet of the data beside it.
    if (!isValidatedNow || register.onlyTaxId) call.warnings?.push(...receiverWarnings(customer));
    if (typeof input !== 'string' || !isValidatedNow) return resolved;
    const { legal_name, tax_id, tax_system, address } = customer;
    const { zip, country } = address;
    const check = await this.check(call, { legal_name, tax_id, tax_system, address: { zip, country } });
    if (!check.ok) return check;
    const problems = detailsBelow(check.value.problems, path);
    if (!call.dryRun) return problems.length > 0 ? refuseFields(problems) : resolved;
    call.dryRun.push(...problems);
    return resolved;
  }

  private async tryResolve(
    call: ResolverCall,
    problems: Detail[],
    input: CustomerInput,
    path: string,
  ): Promise<Result<CustomerDoc>> {
    const checked = await this.check(call, input);
    if (!checked.ok) return checked;
    const check = checked.value;
    problems.push(...detailsBelow(check.problems, path));
    const known = check.customer_id && (await this.customers.find(call.tenant, check.customer_id));
    if (known) return ok(known);
    // What an invoice takes over of a customer; the rest belongs to one that is stored.
    return ok({ ...(check.fields ?? asSent(input)), id: '' } as CustomerDoc);
  }

  private async check(
    { tenant, actor, correlationId, waitMs }: ResolverCall,
    customer: CustomerInput,
  ): Promise<Result<CustomerCheck>> {
    const asked = { type: 'customers.check' as const, key: newId(), data: { customer } };
    const options = waitMs === undefined ? {} : { timeoutMs: waitMs };
    const sent = await this.sender.send(asked, { tenant, actor, correlationId }, options);
    return sent.ok ? ok(sent.value.data) : sent;
  }
}

/**
 * Complete, but not checked with the register. The rules of invoices report missing data, and foreigners are not in
 * the register.
 */
function isUnvalidated(customer: CustomerDoc): boolean {
  if (customer.sat_validated_at !== null || customer.address.country !== 'MEX') return false;
  const rfc = parseRfc(customer.tax_id ?? '');
  return rfc !== undefined && !rfc.generic && isComplete(customer);
}

/** A receiver whose data the register has not confirmed: not one that it can't have, as foreigners. */
export function receiverWarnings({ sat_validated_at, address, tax_id }: CustomerDoc): Detail[] {
  // One that only would be created has no field that says so.
  const isKnown = sat_validated_at != null || address.country !== 'MEX' || parseRfc(tax_id ?? '')?.generic;
  return isKnown ? [] : [warning('customer', 'receiver_not_validated')];
}

/** The unreadable fields, as they came: their problems are already reported. */
const asSent = ({ address, ...fields }: CustomerInput) => ({
  legal_name: fields.legal_name ?? null,
  tax_id: fields.tax_id?.trim().toUpperCase() ?? null,
  tax_system: fields.tax_system ?? null,
  email: fields.email ?? null,
  default_invoice_use: fields.default_invoice_use ?? null,
  address: { ...emptyAddress, ...address, country: address?.country ?? emptyAddress.country },
});
