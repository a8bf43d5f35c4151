import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { Turns, type SystemNow } from '#kernel';
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
  type StoredPieces,
} from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { SatDownloads } from '#fiscal';
import { CONTENTS, LOG, SYSTEM_NOW, TELEMETRY, type Logger, type Runtime } from '#hosting';
import { SandboxDownloads } from './sandbox.js';
import { PackageWriter, storedPackage } from './stored-package.js';

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

/** Packages that are fetched at one time, each with a piece of it in memory; the others wait. */
const AT_ONCE = 4;

/** Fetches a package into the content store, piece by piece: one that is there already is not fetched again. */
@CommandHandler(FetchPackageCommand)
export class FetchPackageHandler implements Handles<FetchPackageCommand> {
  private readonly turns = new Turns(AT_ONCE);

  constructor(
    private readonly downloads: SatDownloads,
    private readonly sandbox: SandboxDownloads,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
    private readonly told: SatTold,
  ) {}

  execute(command: FetchPackageCommand): Promise<CommandOutcome<SatAnswer<{ stored: StoredPieces }>>> {
    return this.turns.take(() => this.fetch(command));
  }

  private async fetch({
    tenant,
    data: { package: packageId, asked, store },
  }: FetchPackageCommand): Promise<CommandOutcome<SatAnswer<{ stored: StoredPieces }>>> {
    const kept = await storedPackage(this.contents, tenant, store);
    if (kept) return answerWithData({ kind: 'answer', stored: kept });
    const expiresAt = new Date(this.now().getTime() + KEPT_MS);
    const writer = new PackageWriter(this.contents, tenant, store, expiresAt);
    const write = (bytes: Buffer): Promise<void> => writer.write(bytes);
    try {
      const answer = tenant.livemode
        ? await this.downloads.fetch(tenant.organizationId, asked.rfc, packageId, write)
        : await this.sandbox.fetch(tenant, packageId, asked, write);
      if (tenant.livemode) this.told.tell('download_package', answer);
      if (answer.kind === 'answer') return answerWithData({ kind: 'answer', stored: await writer.end() });
      await writer.drop();
      return answerWithData(answer);
    } catch (error) {
      await writer.drop().catch(() => undefined);
      throw error;
    }
  }
}
