import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ForgetPacsCommand,
  KeepPacsCommand,
  ORGANIZATION_PACS,
  UsePacsCommand,
  uploadContext,
  type CommandOutcome,
  type OrganizationPac,
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
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({
    key: organizationId,
    tenant,
    data: { id, upload },
  }: KeepPacsCommand): Promise<CommandOutcome<{ installed: readonly OrganizationPac[] }>> {
    if (upload) {
      const context = uploadContext(organizationId, tenant.livemode, 'pac-credentials');
      const plain = await this.uploads.open(upload, context);
      // The pair that it was sealed to is gone: what is sent again is sealed to another one.
      if (!plain) return refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });
      await this.kept.keep(organizationId, id, JSON.parse(plain.toString()) as PacSecrets);
    }
    const { pacs } = this.config;
    return answerWithData({ installed: ORGANIZATION_PACS.filter((pac) => settingsOf(pac, pacs, {})) });
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
