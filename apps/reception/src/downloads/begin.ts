import { CommandHandler } from '@nestjs/cqrs';
import { refuse, type Refused, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  BeginDownloadCommand,
  DOWNLOAD_LIMITS,
  type Command,
  type CommandOutcome,
  type Download,
} from '#contracts';
import { receipt, type Handled } from '#eventing';
import { Asking } from './asking.js';
import { DownloadClaims, type DownloadClaim } from './claims.js';
import { isBegun, type DownloadState } from './download.js';
import { Downloads } from './downloads.js';
import { noFiel } from './refusals.js';
import { DownloadRows } from './rows.js';
import { downloadOf, summaryOf } from './show.js';

const RETRY_AFTER_SECONDS = 600;
/** How often others may rule this attempt out while it is being made; each time it slept for longer than the grace. */
const ATTEMPTS = 5;

/**
 * Begins a download. The same again is the download that is there. Refused fiel_required where the organization's FIEL is not here, and
 * rate_limit_exceeded where the tenant has many under way.
 *
 * A place among those is claimed before the first event, and named by it (`attempt`). A claim of a process that died is passed on only
 * once its attempt is ruled out by an event (DownloadForgone): had it only slept, its own event comes too late.
 */
@CommandHandler(BeginDownloadCommand)
export class BeginDownloadHandler implements Handles<BeginDownloadCommand> {
  constructor(
    private readonly downloads: Downloads,
    private readonly rows: DownloadRows,
    private readonly claims: DownloadClaims,
    private readonly asking: Asking,
  ) {}

  async execute(command: BeginDownloadCommand): Promise<CommandOutcome<Download>> {
    const { key: id, tenant, data } = command;
    if (!isBegun(await this.downloads.state(id, tenant))) {
      const { fiel } = await this.asking.ask(command, 'stamping.download-fiel', '', { rfc: data.asked.rfc });
      if (fiel !== 'ready') return noFiel(fiel, tenant.organizationId);
    }
    const begun = await this.begin(command);
    if (!begun.ok) return begun;
    const { state, revision } = begun.value;
    if (!isBegun(state)) return refuse('download_not_found');
    await this.rows.write(tenant, revision, summaryOf(id, state));
    return receipt(begun, downloadOf(id, state));
  }

  private async begin(command: BeginDownloadCommand): Promise<Result<Handled<DownloadState>>> {
    const { key: download, tenant, data, time: at } = command;
    for (let round = 0; round < ATTEMPTS; round += 1) {
      const state = await this.downloads.state(download, tenant);
      const attempt = isBegun(state) ? 0 : state.attempt;
      if (!isBegun(state) && !(await this.claim(command, { download, attempt }))) return tooMany();
      const begun = await this.downloads.handle(command, { type: 'begin', asked: data.asked, attempt, at });
      if (begun.ok || begun.refusal.code !== 'conflict') return begun;
    }
    return tooMany();
  }

  /** A place for the attempt; where all are taken, that of one of which nothing will come. */
  private async claim(command: Command, wanted: DownloadClaim): Promise<boolean> {
    const { tenant } = command;
    for (let round = 0; round <= DOWNLOAD_LIMITS.underWay; round += 1) {
      if (await this.claims.claim(tenant, wanted)) return true;
      const oldest = await this.claims.oldest(tenant);
      if (!oldest) return false;
      await this.ruleOut(command, oldest);
    }
    return false;
  }

  /** Sees to it that nothing comes of a claim any more, unless it has: then the download is shown, as its own process had no time for. */
  private async ruleOut(command: Command, claim: DownloadClaim): Promise<void> {
    const { tenant, time: at } = command;
    const { download: id, attempt } = claim;
    const envelope = { ...command, id: `${command.id}/forgo ${id} ${attempt}`, key: id };
    const ruledOut = await this.downloads.handle(envelope, { type: 'forgo', attempt, at });
    if (ruledOut.ok && isBegun(ruledOut.value.state)) {
      const { state, revision } = await this.downloads.at(id, tenant);
      if (isBegun(state)) await this.rows.write(tenant, revision, summaryOf(id, state));
    } else await this.claims.drop(tenant, claim);
  }
}

const tooMany = (): Refused => refuse('rate_limit_exceeded', { params: { retryAfter: RETRY_AFTER_SECONDS } });
