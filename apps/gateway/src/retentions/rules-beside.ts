import { Inject, Injectable, type ArgumentsHost } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Clock, Detail } from '#kernel';
import { previewRetention, refuseRetention } from '#billing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { CLOCK } from '#hosting';
import { besideKnown, detailsOfBody, HttpRefusal, readable, RulesBeside } from '#http';
import { callOf } from '../commands.js';
import { InvoiceIssuing } from '../invoices/issuing.js';
import { RetentionContents } from './content.js';
import { RetentionBody } from './dto.js';

/** Of longer bodies only the first problems are told: another look at one would cost what a good one costs. */
const LONGEST_BODY = 256 * 1024;
/** The caller has its refusal already: others are not worth a longer wait. */
const WAIT_MS = 2_000;

/** What is right or wrong only together with another part, which may be the wrong one. */
const DEPENDENT = /^(?:totales|complements)/;

/** What rules say of a retention's other fields, where some were refused: of a new one, and of a draft's edit. */
@Injectable()
export class RetentionRulesBeside extends RulesBeside {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: RetentionContents,
  ) {
    super();
  }

  override catch(error: HttpRefusal, host: ArgumentsHost): Promise<void> {
    return super.catch(ofComplements(error), host);
  }

  protected async problemsOf(request: FastifyRequest, told: readonly string[]): Promise<readonly Detail[]> {
    const { headers, body } = request;
    if (!(Number(headers['content-length']) <= LONGEST_BODY)) return [];
    const sent = readable(RetentionBody, body, 'body');
    const wrong = new Set(told.map((path) => path.split(/[.[\]]+/, 1)[0] ?? ''));
    const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)));
    const call = callOf(request);
    const { scope, issuer, isComplete } = await this.issuing.scopeOf(call);
    const problems: Detail[] = [];
    const tried = { ...scope, draft: true, dryRun: problems, waitMs: WAIT_MS };
    const content = await this.contents.create(tried, rest);
    if (!content.ok) return [...problems, ...(content.refusal.details ?? [])];
    // A draft may lack anything, and of an issuer that lacks things there is nothing to say beside the body.
    const isDraft = sent.status === 'draft' || request.method === 'PUT';
    if (isDraft || !isComplete || wrong.has('cve_retenc')) return problems;
    const judged = previewRetention(
      content.value,
      issuer,
      this.clock.now(call.tenant),
      this.catalogues.large,
    );
    const isSure = ({ path = '', code }: Detail) =>
      (code === 'required' || !DEPENDENT.test(path)) && !wrong.has(path.split(/[.[]/, 1)[0] ?? '');
    return [...problems, ...besideKnown(problems, judged.problems.filter(isSure))];
  }
}

/** A body whose form is wrong in nothing but complements has their code, as one whose complements break a rule. */
function ofComplements(error: HttpRefusal): HttpRefusal {
  if (error.refusal.code !== 'invalid_request') return error;
  const details = detailsOfBody(error.refusal);
  return details ? new HttpRefusal(refuseRetention(details).refusal, error.headers) : error;
}
