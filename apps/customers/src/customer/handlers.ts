import { ok, type Detail, type Tenant } from '#kernel';
import {
  CUSTOMER_STREAM,
  customersReadModel,
  type Command,
  type CommandOutcome,
  type CustomerCreation,
  type CustomerFields,
  type CustomersCommand,
} from '#contracts';
import { Aggregates, receipt, type Runtime } from '#platform';
import { checkTaxInfo, isForeign, parseRfc, type TaxpayerRegister } from '#sat';
import { fingerprintOf, sameTaxInfo } from './customer.js';
import { customerDecider, type RegisterAnswer } from './decide.js';
import { customerFields } from './rules.js';

type CommandOf<Type extends CustomersCommand['type']> = Extract<CustomersCommand, { type: Type }>;

/** The register of each environment; undefined where none is set up, so that nothing is checked against it. */
export type RegisterOf = (tenant: Tenant) => TaxpayerRegister | undefined;

const NOT_ASKED: RegisterAnswer = { asked: false, details: [] };
/** How long a create waits to see itself in the read model, where the next identical one looks for it. */
const OWN_WRITE_MS = 5_000;

/** Takes the commands of customers from the bus. */
export function serveCustomers(runtime: Runtime, registerOf: RegisterOf): void {
  const { bus, pool, store, watch } = runtime;
  const customers = new Aggregates({
    store,
    decider: customerDecider,
    streamOf: (id) => CUSTOMER_STREAM + id,
  });

  const twinOf = async (tenant: Tenant, fields: CustomerFields): Promise<string | undefined> => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'customer-twin',
      text: `SELECT id FROM ${customersReadModel.table}
             WHERE organization_id = $1 AND livemode = $2 AND fingerprint = $3 ORDER BY id LIMIT 1`,
      values: [tenant.organizationId, tenant.livemode, fingerprintOf(fields)],
    });
    return rows[0]?.id;
  };

  const create = async (command: CommandOf<'customers.create'>): Promise<CommandOutcome> => {
    const { customer_id, customer } = command.data;
    const fields = customerFields(customer);
    if (!fields.ok) return fields;
    const twin = await twinOf(command.tenant, fields.value);
    if (twin !== undefined && twin !== customer_id)
      return ok({ position: '0', data: { customer_id: twin, created: false } satisfies CustomerCreation });
    const register = await askRegister(fields.value, registerOf(command.tenant));
    const { time: at } = command;
    const handled = await customers.handle(
      command,
      { type: 'create', customer, register, at },
      { key: customer_id, expectNew: true },
    );
    if (handled.ok) await watch.reached(customersReadModel.projection, handled.value.position, OWN_WRITE_MS);
    return receipt(handled, { customer_id, created: true } satisfies CustomerCreation);
  };

  const edit = async (command: CommandOf<'customers.edit'>): Promise<CommandOutcome> => {
    const { changes } = command.data;
    const current = await customers.state(command.key, command.tenant);
    const fields = current.status === 'active' ? customerFields(changes, current.fields) : undefined;
    const ask = current.status === 'active' && fields?.ok && !sameTaxInfo(current.fields, fields.value);
    const register = ask ? await askRegister(fields.value, registerOf(command.tenant)) : NOT_ASKED;
    return receipt(await customers.handle(command, { type: 'edit', changes, register, at: command.time }));
  };

  const serve = <Type extends CustomersCommand['type']>(
    type: Type,
    handler: (command: CommandOf<Type>) => Promise<CommandOutcome>,
  ) => bus.serve(type, (command: Command) => handler(command as CommandOf<Type>));

  serve('customers.create', create);
  serve('customers.edit', edit);
  serve('customers.delete', async (command) =>
    receipt(await customers.handle(command, { type: 'delete', at: command.time })),
  );
}

/** Asks the register about a national customer with an RFC of its own. */
async function askRegister(
  fields: CustomerFields,
  register: TaxpayerRegister | undefined,
): Promise<RegisterAnswer> {
  const { country, zip } = fields.address;
  const rfc = parseRfc(fields.tax_id ?? '');
  if (!register || isForeign({ country }) || !rfc || rfc.generic) return NOT_ASKED;
  const details = await checkTaxInfo(
    {
      legalName: fields.legal_name,
      taxId: rfc.rfc,
      taxSystem: fields.tax_system,
      zip: zip ?? undefined,
      country,
    },
    register,
  );
  return { asked: true, details: details.map((detail): Detail => ({ ...detail, location: 'body' })) };
}
