import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { SystemNow } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  DownloadFielCommand,
  FetchPackageCommand,
  RequestDownloadCommand,
  VerifyDownloadCommand,
  type CommandOutcome,
  type DownloadFiel,
  type SatAnswer,
  type SatRequestStanding,
} from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { SatDownloads } from '#fiscal';
import { CONTENTS, LOG, SYSTEM_NOW, TELEMETRY, type Logger, type Runtime } from '#hosting';
import { SandboxDownloads } from './sandbox.js';

/** How long a package waits to be imported: the SAT keeps it for three days. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Whether the SAT can be asked for documents of an RFC. Test asks nobody. */
@CommandHandler(DownloadFielCommand)
export class DownloadFielHandler implements Handles<DownloadFielCommand> {
  constructor(private readonly downloads: SatDownloads) {}

  async execute({ tenant, data }: DownloadFielCommand): Promise<CommandOutcome<{ fiel: DownloadFiel }>> {
    if (!tenant.livemode) return answerWithData({ fiel: 'ready' });
    return answerWithData({ fiel: await this.downloads.fielOf(tenant.organizationId, data.rfc) });
  }
}

/** What the SAT was asked and how it answered, in metrics and log: never for what. */
@Injectable()
export class SatTold {
  constructor(
    @Inject(TELEMETRY) private readonly telemetry: Runtime['telemetry'],
    @Inject(LOG) private readonly log: Pick<Logger, 'info'>,
  ) {}

  tell(operation: string, answer: SatAnswer<object>): void {
    const { kind } = answer;
    this.telemetry.metrics.pacRequests.inc({ pac: 'sat', operation, outcome: kind });
    this.log.info(
      { pac: 'sat', operation, outcome: kind, ...(answer.kind === 'refused' && { code: answer.code }) },
      'the SAT was asked',
    );
  }
}

@CommandHandler(RequestDownloadCommand)
export class RequestDownloadHandler implements Handles<RequestDownloadCommand> {
  constructor(
    private readonly downloads: SatDownloads,
    private readonly sandbox: SandboxDownloads,
    private readonly told: SatTold,
  ) {}

  async execute({
    tenant,
    data: { name, asked },
  }: RequestDownloadCommand): Promise<CommandOutcome<SatAnswer<{ id: string }>>> {
    if (!tenant.livemode) return answerWithData(this.sandbox.request(asked));
    const answer = await this.downloads.request(tenant.organizationId, name, asked);
    this.told.tell('download_request', answer);
    return answerWithData(answer);
  }
}

@CommandHandler(VerifyDownloadCommand)
export class VerifyDownloadHandler implements Handles<VerifyDownloadCommand> {
  constructor(
    private readonly downloads: SatDownloads,
    private readonly sandbox: SandboxDownloads,
    private readonly told: SatTold,
  ) {}

  async execute({
    tenant,
    data: { id, asked },
  }: VerifyDownloadCommand): Promise<CommandOutcome<SatAnswer<{ standing: SatRequestStanding }>>> {
    if (!tenant.livemode) return answerWithData(await this.sandbox.verify(tenant, id, asked));
    const answer = await this.downloads.verify(tenant.organizationId, asked.rfc, id);
    this.told.tell('download_verify', answer);
    return answerWithData(answer);
  }
}

/** Fetches a package into the content store: one that is there already is not fetched again. */
@CommandHandler(FetchPackageCommand)
export class FetchPackageHandler implements Handles<FetchPackageCommand> {
  constructor(
    private readonly downloads: SatDownloads,
    private readonly sandbox: SandboxDownloads,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
    private readonly told: SatTold,
  ) {}

  async execute({
    tenant,
    data: { package: packageId, asked, store },
  }: FetchPackageCommand): Promise<CommandOutcome<SatAnswer<{ bytes: number }>>> {
    const kept = await this.contents.get(tenant, store);
    if (kept) return answerWithData({ kind: 'answer', bytes: kept.length });
    const answer = tenant.livemode
      ? await this.downloads.fetch(tenant.organizationId, asked.rfc, packageId)
      : await this.sandbox.fetch(tenant, packageId, asked);
    if (tenant.livemode) this.told.tell('download_package', answer);
    if (answer.kind !== 'answer') return answerWithData(answer);
    const expiresAt = new Date(this.now().getTime() + KEPT_MS);
    await this.contents.put(tenant, store, answer.zip, { expiresAt });
    return answerWithData({ kind: 'answer', bytes: answer.zip.length });
  }
}
