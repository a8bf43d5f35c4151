import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ok } from '#kernel';
import type { PreviewCommand } from '#contracts';
import { RUNTIME, type Runtime } from '#platform';
import { dryRun } from './dry-run.js';

/** Answers what an invoice would be: reads nothing, writes nothing. */
@Injectable()
export class PreviewHandler implements OnModuleInit {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  onModuleInit(): void {
    this.runtime.bus.serve('invoicing.preview', (command) => {
      const { data, tenant, time } = command as PreviewCommand;
      const preview = dryRun(
        data.content,
        data.issuer,
        tenant,
        new Date(time),
        this.runtime.catalogues.large,
      );
      return Promise.resolve(ok({ position: '0', data: preview }));
    });
  }
}
