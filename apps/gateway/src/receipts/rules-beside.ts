import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Clock, Detail } from '#kernel';
import { judgeReceipt } from '#billing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { CLOCK } from '#hosting';
import { besideKnown, readable, RulesBeside } from '#http';
import { callOf } from '../commands.js';
import { InvoiceIssuing } from '../invoices/issuing.js';
import { isSureBeside, readableBody } from '../invoices/readable-body.js';
import { ReceiptContents } from './content.js';
import { ReceiptBody } from './dto.js';

/** Of longer bodies only the first problems are told: another look at one would cost what a good one costs. */
const LONGEST_BODY = 256 * 1024;
/** The caller has its refusal already: others are not worth a longer wait. */
const WAIT_MS = 2_000;

/** What the rules say of the other fields of a new receipt, where some were refused. */
@Injectable()
export class ReceiptRulesBeside extends RulesBeside {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: ReceiptContents,
  ) {
    super();
  }

  protected async problemsOf(request: FastifyRequest, told: readonly string[]): Promise<readonly Detail[]> {
    const { headers, body } = request;
    if (!(Number(headers['content-length']) <= LONGEST_BODY)) return [];
    const rest = readableBody(readable(ReceiptBody, body, 'body'), told);
    if (!rest) return [];
    const call = callOf(request);
    const { scope, issuer, isComplete } = await this.issuing.scopeOf(call);
    const problems: Detail[] = [];
    const standIns: string[] = [];
    const tried = { ...scope, dryRun: problems, problems, standIns, waitMs: WAIT_MS };
    const content = await this.contents.create(tried, rest);
    const isSure = isSureBeside([...told, ...problems.map(({ path = '' }) => path)]);
    // Of an issuer that lacks things there is nothing to say beside the body.
    if (!content.ok || !isComplete) return problems.filter(isSure);
    const judged = judgeReceipt(content.value, issuer, this.clock.now(call.tenant), this.catalogues.large);
    const others = judged.ok ? [] : (judged.refusal.details ?? []);
    const isOfStandIn = ({ path = '' }: Detail) => standIns.some((one) => path.startsWith(`${one}.`));
    return [
      ...problems,
      ...besideKnown(
        problems,
        others.filter((one) => !isOfStandIn(one)),
      ),
    ].filter(isSure);
  }
}
