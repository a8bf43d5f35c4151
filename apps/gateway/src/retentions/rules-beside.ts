import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Detail } from '#kernel';
import { readable, RulesBeside } from '#http';
import { callOf } from '../commands.js';
import { InvoiceIssuing } from '../invoices/issuing.js';
import { RetentionContents } from './content.js';
import { RetentionBody } from './dto.js';

/** Of longer bodies only the first problems are told: another look at one would cost what a good one costs. */
const LONGEST_BODY = 256 * 1024;
/** The caller has its refusal already: others are not worth a longer wait. */
const WAIT_MS = 2_000;

/** What rules say of a retention's other fields, where some were refused: of a new one, and of a draft's edit. */
@Injectable()
export class RetentionRulesBeside extends RulesBeside {
  constructor(
    private readonly issuing: InvoiceIssuing,
    private readonly contents: RetentionContents,
  ) {
    super();
  }

  protected async problemsOf(request: FastifyRequest, told: readonly string[]): Promise<readonly Detail[]> {
    const { headers, body } = request;
    if (!(Number(headers['content-length']) <= LONGEST_BODY)) return [];
    const sent = readable(RetentionBody, body, 'body');
    const wrong = new Set(told.map((path) => path.split(/[.[\]]+/, 1)[0] ?? ''));
    const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)));
    const { scope } = await this.issuing.scopeOf(callOf(request));
    const problems: Detail[] = [];
    const tried = { ...scope, draft: true, dryRun: problems, waitMs: WAIT_MS };
    const content = await this.contents.create(tried, rest);
    return content.ok ? problems : [...problems, ...(content.refusal.details ?? [])];
  }
}
