import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ForgetPacsCommand,
  InstalledPacsCommand,
  KeepPacsCommand,
  ORGANIZATION_PACS,
  UsePacsCommand,
  uploadContext,
  type CommandOutcome,
  type InstalledPacs,
  type PacSecrets,
} from '#contracts';
import { answerWithData } from '#eventing';
import { KeptPacs, OwnPacs, settingsOf } from '#fiscal';
import { CONFIG, UploadKeys, type Config } from '#hosting';

const RETRY_AFTER_SECONDS = 5;

/**
 * Stores credentials of PACs, sealed. It leaves no event: those that no organization names afterwards lie in the vault without
 * effect. The same again is stored again.
 */
@CommandHandler(KeepPacsCommand)
export class KeepPacsHandler implements Handles<KeepPacsCommand> {
  constructor(
    private readonly uploads: UploadKeys,
    private readonly kept: KeptPacs,
  ) {}

  async execute({
    key: organizationId,
    tenant,
    data: { id, upload },
  }: KeepPacsCommand): Promise<CommandOutcome<undefined>> {
    const context = uploadContext(organizationId, tenant.livemode, 'pac-credentials');
    const plain = await this.uploads.open(upload, context);
    // The pair that it was sealed to is gone: what is sent again is sealed to another one.
    if (!plain) return refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    await this.kept.keep(organizationId, id, JSON.parse(plain.toString()) as PacSecrets);
    return answerWithData();
  }
}

/** Whom the installation itself has an account with: only processes that stamp and cancel know. */
@CommandHandler(InstalledPacsCommand)
export class InstalledPacsHandler implements Handles<InstalledPacsCommand> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async execute(): Promise<CommandOutcome<InstalledPacs>> {
    const { pacs } = this.config;
    const accounts = ORGANIZATION_PACS.filter((pac) => settingsOf(pac, pacs, {}));
    return answerWithData({ accounts, order: pacs.order });
  }
}

/** Puts settings into force, in this process at once. */
@CommandHandler(UsePacsCommand)
export class UsePacsHandler implements Handles<UsePacsCommand> {
  constructor(
    private readonly kept: KeptPacs,
    private readonly own: OwnPacs,
  ) {}

  async execute({ key: organizationId, data: { pacs } }: UsePacsCommand): Promise<CommandOutcome<undefined>> {
    this.own.note(organizationId, await this.kept.use(organizationId, pacs));
    return answerWithData();
  }
}

/** Destroys credentials that are out of use. */
@CommandHandler(ForgetPacsCommand)
export class ForgetPacsHandler implements Handles<ForgetPacsCommand> {
  constructor(private readonly kept: KeptPacs) {}

  async execute({ key: organizationId, data }: ForgetPacsCommand): Promise<CommandOutcome<undefined>> {
    await this.kept.forget(organizationId, data.dropped);
    return answerWithData();
  }
}
