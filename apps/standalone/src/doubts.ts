import { isId, newId, systemNow, type Tenant } from '#kernel';
import { StartupError } from '#hosting';
import { errorBody, type Position } from '#http';
import { writeEntries } from '#apps/gateway/src/audit/audit-table';
import { toOwnEntry } from '#apps/gateway/src/audit/entry';
import { CommandSender } from '#apps/gateway/src/commands';
import { textOf } from '#apps/gateway/src/doc-table';
import { StampingDoubts } from '#apps/gateway/src/stamping/doubts';
import type { StampingDoubt } from '#apps/gateway/src/stamping/doubts.dto';
import { tenantsInDoubt } from '#apps/gateway/src/stamping/tenants-in-doubt';
import type { OperatorRuntime } from './operator.js';

/** How many are read at once. */
const PAGE = 500;
/** As the history and the audit log name who did it. */
const OPERATOR = 'operator';

/**
 * Every document in doubt of the installation, or of an organization, as the API shows it to its owner: those with the fewest hours left
 * first.
 * @throws {StartupError} where the organization is no id
 */
export async function listDoubts(
  runtime: OperatorRuntime,
  organizationId?: string,
): Promise<readonly StampingDoubt[]> {
  const doubts = doubtsOf(runtime);
  const found: StampingDoubt[] = [];
  for (const tenant of await tenantsInDoubt(runtime.poolOf('gateway'), { organizationId }))
    for await (const doubt of each(doubts, tenant)) found.push(doubt);
  return found.sort((a, b) => a.hours_left - b.hours_left || a.since.localeCompare(b.since));
}

/** A decision of the operator's: the same bytes to another PAC, although the first one may have stamped them. */
export interface Forcing {
  /** Of the invoice or the retention. */
  readonly documentId: string;
  readonly pac: string;
  /** The operator was told of the risk, and takes it. */
  readonly acceptRisk: boolean;
}

/**
 * Has a document in doubt sent to another PAC, by the command that the API sends. It is sent by the service that runs, and so goes
 * there also if this process dies now.
 * @throws {StartupError} in the words of the API's refusals, or where nobody runs the service
 */
export async function forceDoubt(
  runtime: OperatorRuntime,
  { documentId, pac, acceptRisk }: Forcing,
): Promise<StampingDoubt> {
  if (runtime.soleInstance)
    throw new StartupError(
      'Nobody runs the service, so nobody would send the document: start it, and force then.',
    );
  const [tenant] = await tenantsInDoubt(runtime.poolOf('gateway'), { documentId });
  if (!tenant) throw new StartupError(errorBody({ code: 'stamping_doubt_not_found' }, 'en').message);
  const call = { tenant, actor: OPERATOR, correlationId: newId() };
  const forced = await doubtsOf(runtime).force(call, documentId, { pac, accept_risk: acceptRisk });
  if (!forced.ok) {
    const { code } = forced.refusal;
    if (code === 'service_unavailable') throw new StartupError(NOT_KNOWN);
    const { message } = errorBody(forced.refusal, 'en');
    throw new StartupError(
      code === 'stamping_risk_not_accepted' ? `${message} Here: --accept-risk.` : message,
    );
  }
  const done = toOwnEntry({
    by: { type: 'operator', id: null },
    at: systemNow(),
    organizationId: tenant.organizationId,
    operation: 'write.stamping.force',
    resource: { type: 'stamping', id: documentId },
  });
  await writeEntries(runtime.poolOf('gateway'), [done]);
  return forced.value;
}

/**
 * The id of a document or an organization, as it is stored.
 * @throws {StartupError} where it is none
 */
export function checkedId(text: string): string {
  const sentence = `"${text}" is no id: one has 24 characters, 0 to 9 and a to f.`;
  if (!isId(text)) throw new StartupError(sentence);
  return text.toLowerCase();
}

const NOT_KNOWN =
  'No answer came in time. Look at "npm run -s doubts -- list" whether it is forced; if it is not, force it again.';

const doubtsOf = ({ poolOf, clock, bus, watch }: OperatorRuntime): StampingDoubts =>
  new StampingDoubts(poolOf('gateway'), clock, new CommandSender(bus, clock, watch));

async function* each(doubts: StampingDoubts, tenant: Tenant): AsyncGenerator<StampingDoubt> {
  let from: Position | undefined;
  for (;;) {
    const page = { take: PAGE, skip: 0, direction: 'forward', ...(from && { from }) } as const;
    const { rows } = await doubts.fetchPage(tenant, page);
    for (const { doc } of rows) {
      const text = await textOf(doc);
      if (text !== undefined) yield JSON.parse(text) as StampingDoubt;
    }
    from = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}
