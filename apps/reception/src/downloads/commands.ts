import { CommandHandler } from '@nestjs/cqrs';
import { refuse, type Tenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  DownloadDifferencesCommand,
  ListDownloadsCommand,
  ReadDownloadCommand,
  ReconcileDownloadCommand,
  StepDownloadCommand,
  StopDownloadCommand,
  type CommandOutcome,
  type Download,
  type DownloadDifference,
  type DownloadSummary,
} from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { isBegun, isEnded, isOpen, type DownloadState, type KnownDownload, type Part } from './download.js';
import { Downloads } from './downloads.js';
import { AT_ONCE } from './process.js';
import { Reconciliation } from './reconcile.js';
import { DownloadRows } from './rows.js';
import { downloadOf, summaryOf } from './show.js';
import { Steps } from './step.js';

/** Takes one step; a command that comes late or twice finds nothing to be done. */
@CommandHandler(StepDownloadCommand)
export class StepDownloadHandler implements Handles<StepDownloadCommand> {
  constructor(
    private readonly downloads: Downloads,
    private readonly rows: DownloadRows,
    private readonly steps: Steps,
  ) {}

  async execute(command: StepDownloadCommand): Promise<CommandOutcome<undefined>> {
    const { key: id, tenant, data } = command;
    const { state, replayed } = await this.downloads.look(command);
    const part = isBegun(state) && !replayed ? partFor(state, data.part) : undefined;
    if (!isBegun(state) || !part) {
      await show(this.downloads, this.rows, { id, tenant });
      return answerWithData();
    }
    // Somebody may stop it while a package of thousands is imported.
    const goesOn = async (): Promise<boolean> => {
      const now = await this.downloads.state(id, tenant);
      return isBegun(now) && now.status === 'processing';
    };
    const found = await this.steps.take(command, state, part, goesOn);
    const noted = await this.downloads.handle(command, found);
    if (!noted.ok) return noted;
    const after = noted.value;
    if (isBegun(after.state)) await this.rows.write(tenant, after.revision, summaryOf(id, after.state));
    return receipt(noted, undefined);
  }
}

/** The part that a step is of: its own or, where that has ended, the next one that waits, while others leave room. */
function partFor(state: KnownDownload, name: string | null): Part | undefined {
  if (state.status !== 'processing') return undefined;
  const own = name === null ? undefined : state.parts.get(name);
  if (own && !isEnded(own)) return own;
  const parts = [...state.parts.values()];
  if (parts.filter(isOpen).length >= AT_ONCE) return undefined;
  return parts.find((part) => part.status === 'waiting' && !isOpen(part));
}

/** Compares metadata that has come with what is here. */
@CommandHandler(ReconcileDownloadCommand)
export class ReconcileDownloadHandler implements Handles<ReconcileDownloadCommand> {
  constructor(
    private readonly downloads: Downloads,
    private readonly rows: DownloadRows,
    private readonly reconciliation: Reconciliation,
  ) {}

  async execute(command: ReconcileDownloadCommand): Promise<CommandOutcome<undefined>> {
    const { key: id, tenant, time: at } = command;
    const state = await this.downloads.state(id, tenant);
    if (!isBegun(state)) return refuse('download_not_found');
    if (state.status === 'fetched') {
      const differences = await this.reconciliation.compare(command, state);
      const noted = await this.downloads.handle(command, { type: 'reconcile', differences, at });
      if (!noted.ok) return noted;
    }
    await this.rows.forgetDocuments(id);
    await show(this.downloads, this.rows, { id, tenant });
    return answerWithData();
  }
}

@CommandHandler(StopDownloadCommand)
export class StopDownloadHandler implements Handles<StopDownloadCommand> {
  constructor(
    private readonly downloads: Downloads,
    private readonly rows: DownloadRows,
  ) {}

  async execute(command: StopDownloadCommand): Promise<CommandOutcome<Download>> {
    const { tenant, time: at } = command;
    const { download: id } = command.data;
    const stopped = await this.downloads.handle({ ...command, key: id }, { type: 'stop', at });
    if (!stopped.ok) return stopped;
    const { state, revision } = stopped.value;
    if (!isBegun(state)) return refuse('download_not_found');
    await this.rows.write(tenant, revision, summaryOf(id, state));
    if (state.status === 'stopped') await this.rows.forgetDocuments(id);
    return receipt(stopped, downloadOf(id, state));
  }
}

@CommandHandler(ReadDownloadCommand)
export class ReadDownloadHandler implements Handles<ReadDownloadCommand> {
  constructor(private readonly downloads: Downloads) {}

  async execute({
    data: { download: id },
    tenant,
  }: ReadDownloadCommand): Promise<CommandOutcome<Download | null>> {
    const state: DownloadState = await this.downloads.state(id, tenant);
    return answerWithData(isBegun(state) ? downloadOf(id, state) : null);
  }
}

@CommandHandler(ListDownloadsCommand)
export class ListDownloadsHandler implements Handles<ListDownloadsCommand> {
  constructor(private readonly rows: DownloadRows) {}

  async execute({
    tenant,
    data,
  }: ListDownloadsCommand): Promise<
    CommandOutcome<{ downloads: readonly DownloadSummary[]; count: number }>
  > {
    const [downloads, count] = [
      await this.rows.list(tenant, data),
      data.from === null ? await this.rows.count(tenant) : 0,
    ];
    return answerWithData({ downloads, count });
  }
}

@CommandHandler(DownloadDifferencesCommand)
export class DownloadDifferencesHandler implements Handles<DownloadDifferencesCommand> {
  constructor(
    private readonly downloads: Downloads,
    private readonly rows: DownloadRows,
  ) {}

  async execute({
    tenant,
    data,
  }: DownloadDifferencesCommand): Promise<
    CommandOutcome<{ differences: readonly DownloadDifference[]; total: number } | null>
  > {
    // The stream says whose it is.
    const { download: id } = data;
    const state = await this.downloads.state(id, tenant);
    return answerWithData(isBegun(state) ? await this.rows.differences(id, data) : null);
  }
}

/** Writes the row of a download as it is now: whoever wrote the last event may have died before. */
async function show(
  downloads: Downloads,
  rows: DownloadRows,
  { id, tenant }: { readonly id: string; readonly tenant: Tenant },
): Promise<void> {
  const { state, revision } = await downloads.at(id, tenant);
  if (isBegun(state)) await rows.write(tenant, revision, summaryOf(id, state));
}
