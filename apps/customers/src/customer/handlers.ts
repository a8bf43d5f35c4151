import { ok, refuse, refuseFields, type Detail, type Refusal, type Result, type Tenant } from '#kernel';
import type { LineHandlers } from '#bus';
import {
  CUSTOMER_STREAM,
  type CommandOf,
  type CommandOutcome,
  type CustomerCheck,
  type CustomerCreation,
  type CustomerFields,
  type ReadModel,
} from '#contracts';
import { customerFields } from '#billing';
import { Aggregates, answered, receipt, type Runtime } from '#platform';
import { checkTaxInfo, isForeign, parseRfc, type TaxpayerRegister } from '#sat';
import { fingerprintOf, hasTaxInfo, sameTaxInfo } from './customer.js';
import { twinsProjection } from './twins.js';
import { customerDecider, fieldsAfter, isUsable, type RegisterAnswer } from './decide.js';

/** Where the service itself finds the customer that is there already. */
const TWINS = {
  projection: twinsProjection.name,
  table: twinsProjection.table,
  stream: CUSTOMER_STREAM,
} satisfies ReadModel;

/** The register of each environment; undefined where none is set up, so that nothing is checked against it. */
export type RegisterOf = (tenant: Tenant) => TaxpayerRegister | undefined;

const NOT_ASKED: RegisterAnswer = { asked: false, details: [] };
/** How long a create waits to see itself in the read model, where the next identical one looks for it. */
const OWN_WRITE_MS = 5_000;

/** What handles the commands of customers. */
export function customerHandlers(runtime: Runtime, registerOf: RegisterOf): LineHandlers<'customers'> {
  const { pool, store, watch } = runtime;
  const customers = new Aggregates({
    store,
    decider: customerDecider,
    stream: CUSTOMER_STREAM,
  });

  const twinOf = async (tenant: Tenant, fields: CustomerFields): Promise<Twin | undefined> => {
    const { rows } = await pool.query<Twin>({
      name: 'customer-twin',
      text: `SELECT id, revision FROM ${TWINS.table}
             WHERE organization_id = $1 AND livemode = $2 AND fingerprint = $3 ORDER BY id LIMIT 1`,
      values: [tenant.organizationId, tenant.livemode, fingerprintOf(fields)],
    });
    return rows[0];
  };

  const create = async (
    command: CommandOf<'customers.create'>,
  ): Promise<CommandOutcome<CustomerCreation>> => {
    const { tenant, time: at } = command;
    const { customer_id, customer, edit_link: editLink } = command.data;
    const fields = customerFields(customer, { mayLack: editLink !== undefined });
    if (!fields.ok) return fields;
    // Asked before a twin is looked for: the twin may have come by a link, which asks nobody.
    const register = editLink ? ok(NOT_ASKED) : await askRegister(fields.value, registerOf(tenant));
    if (!register.ok) return register;
    if (register.value.details.length > 0) return refuseFields(register.value.details);
    const twin = !editLink || isIdentified(fields.value) ? await twinOf(tenant, fields.value) : undefined;
    if (twin !== undefined && twin.id !== customer_id) {
      const found: CustomerCreation = { customer_id: twin.id, created: false };
      if (!editLink)
        return ok({ at: { stream: CUSTOMER_STREAM + twin.id, revision: twin.revision }, data: found });
      const renewal = { type: 'edit', changes: {}, editLink, register: NOT_ASKED, at } as const;
      return receipt(await customers.handle(command, renewal, { key: twin.id }), found);
    }
    const handled = await customers.handle(
      command,
      { type: 'create', customer, editLink, register: register.value, at },
      { key: customer_id, expectNew: true },
    );
    if (handled.ok) await watch.reached(TWINS, handled.value, OWN_WRITE_MS);
    return receipt(handled, { customer_id, created: true });
  };

  const check = async (command: CommandOf<'customers.check'>): Promise<CommandOutcome<CustomerCheck>> => {
    const nothing = { customer_id: null, fields: null };
    const fields = customerFields(command.data.customer);
    if (!fields.ok) return answered({ ...nothing, problems: problemsOf(fields.refusal) });
    const register = await askRegister(fields.value, registerOf(command.tenant));
    if (!register.ok) return register;
    const customer_id = (await twinOf(command.tenant, fields.value))?.id ?? null;
    return answered({ customer_id, fields: fields.value, problems: register.value.details });
  };

  const edit = async (command: CommandOf<'customers.edit'>): Promise<CommandOutcome<undefined>> => {
    const { changes, edit_link: editLink } = command.data;
    const current = await customers.state(command.key, command.tenant);
    const fields = current.status === 'active' ? fieldsAfter({ type: 'edit', changes }, current) : undefined;
    // Also about what is there already, where it came with a link and nobody was asked yet.
    const ask =
      current.status === 'active' &&
      fields?.ok &&
      (!sameTaxInfo(current.fields, fields.value) ||
        (current.satValidatedAt === null && hasTaxInfo(changes)));
    const register = ask ? await askRegister(fields.value, registerOf(command.tenant)) : ok(NOT_ASKED);
    if (!register.ok) return register;
    const { time: at } = command;
    return receipt(
      await customers.handle(command, { type: 'edit', changes, editLink, register: register.value, at }),
    );
  };

  const completeEditLink = async (
    command: CommandOf<'customers.complete-edit-link'>,
  ): Promise<CommandOutcome<undefined>> => {
    const { time: at } = command;
    const { link_id: linkId, changes } = command.data;
    const current = await customers.state(command.key, command.tenant);
    const usable = current.status === 'active' && isUsable(current, linkId, at);
    const fields = usable ? fieldsAfter({ type: 'complete', changes }, current) : undefined;
    // Always asked: what came with the link was taken as it was.
    const register = fields?.ok ? await askRegister(fields.value, registerOf(command.tenant)) : ok(NOT_ASKED);
    if (!register.ok) return register;
    return receipt(
      await customers.handle(command, { type: 'complete', linkId, changes, register: register.value, at }),
    );
  };

  return {
    'customers.create': create,
    'customers.check': check,
    'customers.edit': edit,
    'customers.complete-edit-link': completeEditLink,
    'customers.delete': async (command) =>
      receipt(await customers.handle(command, { type: 'delete', at: command.time })),
  };
}

/** An identical customer, as its row shows it. */
interface Twin {
  readonly id: string;
  readonly revision: number;
}

/** The details of a refusal, or its code as the only one. */
const problemsOf = ({ code, details, path = '' }: Refusal): readonly Detail[] =>
  details ?? [{ code, path, source: 'service', location: 'body' }];

/**
 * Whether what was sent names one customer for sure. Two customers made with links and little else are two, lest
 * one gets to see the other's data.
 */
const isIdentified = ({ tax_id, external_id }: CustomerFields): boolean =>
  tax_id !== null || external_id !== null;

/**
 * Asks the register about a national customer with an RFC of its own: about the data that it has, which may be less
 * than a document needs. A register that cannot be asked is customer_tax_info_unavailable.
 */
async function askRegister(
  fields: CustomerFields,
  register: TaxpayerRegister | undefined,
): Promise<Result<RegisterAnswer>> {
  const { country, zip } = fields.address;
  const rfc = parseRfc(fields.tax_id ?? '');
  if (!register || isForeign({ country }) || !rfc || rfc.generic) return ok(NOT_ASKED);
  const info = {
    legalName: fields.legal_name ?? undefined,
    taxId: rfc.rfc,
    taxSystem: fields.tax_system ?? undefined,
    zip: zip ?? undefined,
    country,
  };
  try {
    const details = await checkTaxInfo(info, register);
    return ok({ asked: true, details: details.map((detail): Detail => ({ ...detail, location: 'body' })) });
  } catch {
    return refuse('customer_tax_info_unavailable');
  }
}
