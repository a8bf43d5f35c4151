import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { newId, type Detail } from '#kernel';
import { besideKnown, readable, RulesBeside } from '#http';
import { callOf, CommandSender, type CallContext } from '../commands.js';
import { parseInvoiceDoc } from '../docs.js';
import { InvoiceContents } from './content.js';
import { CreateInvoiceBody } from './dto.js';
import { InvoiceIssuing } from './issuing.js';
import { InvoiceQueries } from './queries.js';
import { isSureBeside, readableBody } from './readable-body.js';

/** Of longer bodies only the first problems are told: another look at one would cost what a good one costs. */
const LONGEST_BODY = 256 * 1024;
/** The caller has its refusal already: others are not worth a longer wait. */
const WAIT_MS = 2_000;

/** What rules say of an invoice's other fields, where some were refused: of a new one, and of a draft's edit. */
@Injectable()
export class InvoiceRulesBeside extends RulesBeside {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
  ) {
    super();
  }

  protected async problemsOf(request: FastifyRequest, told: readonly string[]): Promise<readonly Detail[]> {
    const { headers, params, body } = request;
    if (!(Number(headers['content-length']) <= LONGEST_BODY)) return [];
    const rest = readableBody(readable(CreateInvoiceBody, body, 'body'), told);
    if (!rest) return [];
    const isSure = isSureBeside(told);
    const call = callOf(request);
    const { invoice_id: id } = params as { invoice_id?: string };
    const found = id === undefined ? await this.ofNew(call, rest) : await this.ofEdit(call, id, rest);
    return found.filter(isSure);
  }

  /** What a new invoice would be refused for. A draft may lack anything, so only its parts are looked at. */
  async ofNew(call: CallContext, body: Partial<CreateInvoiceBody>): Promise<readonly Detail[]> {
    const { scope, issuer, isComplete } = await this.issuing.scopeOf(call);
    const problems: Detail[] = [];
    const standIns: string[] = [];
    const tried = { ...scope, dryRun: problems, problems, standIns, waitMs: WAIT_MS };
    const content = await this.contents.create(tried, body);
    // Of an issuer that lacks things there is nothing to say beside the body: it is refused for that by itself.
    if (!content.ok || body.status === 'draft' || !isComplete) return problems;
    const asked = {
      type: 'invoicing.preview',
      key: newId(),
      data: { content: content.value, issuer },
    } as const;
    const preview = await this.sender.send(asked, call, { timeoutMs: WAIT_MS });
    if (!preview.ok) return problems;
    // Of a stand-in nothing is said, and of nothing that is judged together with a part that is missing.
    const isOfStandIn = ({ path = '' }: Detail) => standIns.some((one) => path.startsWith(`${one}.`));
    const isSure = isSureBeside(problems.map(({ path = '' }) => path));
    const others = preview.value.data.problems.filter((one) => !isOfStandIn(one) && isSure(one));
    return [...problems, ...besideKnown(problems, others)];
  }

  private async ofEdit(
    call: CallContext,
    id: string,
    body: Partial<CreateInvoiceBody>,
  ): Promise<readonly Detail[]> {
    const draft = await this.invoices.find(call.tenant, id);
    if (!draft.ok) return [];
    const { scope } = await this.issuing.scopeOf(call);
    const problems: Detail[] = [];
    const tried = { ...scope, draft: true, dryRun: problems, problems, waitMs: WAIT_MS };
    await this.contents.changes(tried, body, parseInvoiceDoc(draft.value.doc));
    return problems;
  }
}
