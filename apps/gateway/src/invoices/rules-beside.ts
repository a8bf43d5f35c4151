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
import { readableBody } from './readable-body.js';

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
    const call = callOf(request);
    const { invoice_id: id } = params as { invoice_id?: string };
    const found =
      id === undefined ? await this.ofNew(call, rest.body) : await this.ofEdit(call, id, rest.body);
    return found.filter(rest.isSure);
  }

  /** What a new invoice would be refused for. A draft may lack anything, so only its parts are looked at. */
  async ofNew(call: CallContext, body: Partial<CreateInvoiceBody>): Promise<readonly Detail[]> {
    const { scope, issuer } = await this.issuing.scopeOf(call);
    const problems: Detail[] = [];
    const content = await this.contents.create(
      { ...scope, dryRun: problems, problems, waitMs: WAIT_MS },
      body,
    );
    if (!content.ok || body.status === 'draft') return problems;
    const asked = {
      type: 'invoicing.preview',
      key: newId(),
      data: { content: content.value, issuer },
    } as const;
    const preview = await this.sender.send(asked, call, { timeoutMs: WAIT_MS });
    if (!preview.ok) return problems;
    const others = besideKnown(problems, preview.value.data.problems);
    return [...problems, ...others.filter(({ path }) => !isMadeUp(path, problems))];
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

/**
 * Whether a problem is that of a stand-in: of a product in the place of a refused one, or of what a refused complement would
 * have allowed.
 */
function isMadeUp(path: string | undefined, known: readonly Detail[]): boolean {
  if (path === undefined) return false;
  if (path === 'export') return known.some((one) => one.path?.startsWith('complements') ?? false);
  const product = productIn(path);
  return product !== undefined && known.some((one) => productIn(one.path) === product);
}

/** `items[3].product` of a path in it. */
const productIn = (path = ''): string | undefined => /^items\[\d{1,4}\]\.product\b/.exec(path)?.[0];
