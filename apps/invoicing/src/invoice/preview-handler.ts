import { Inject, Injectable } from '@nestjs/common';
import type { LineHandlers } from '#bus';
import { RUNTIME, answered, type Runtime } from '#platform';
import { dryRun } from './dry-run.js';

/** Answers what an invoice would be: reads nothing, writes nothing. */
@Injectable()
export class PreviewHandler {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  readonly commands = {
    'invoicing.preview': async ({ data, tenant, time }) =>
      answered(dryRun(data.content, data.issuer, tenant, new Date(time), this.runtime.catalogues.large)),
  } satisfies Partial<LineHandlers<'invoicing'>>;
}
