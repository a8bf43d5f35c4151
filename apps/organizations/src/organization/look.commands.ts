import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { logoContentKey, SetLogoCommand, type CommandOutcome } from '#contracts';
import { receipt, type ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import type { Organization } from './organization.js';
import { Organizations } from './organizations.js';

const RETRY_AFTER_SECONDS = 2;

/**
 * Takes a logo whose image has been stored. Images of long ago are removed after the event that says so; if the process
 * ends in between, the command comes again and does it then.
 */
@CommandHandler(SetLogoCommand)
export class SetLogoHandler implements Handles<SetLogoCommand> {
  constructor(
    private readonly organizations: Organizations,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  async execute(command: SetLogoCommand): Promise<CommandOutcome<undefined>> {
    const { logo } = command.data;
    const { tenant, time: at } = command;
    // One that was removed just now, while the same image was uploaded again.
    const image = await this.contents.get(tenant, logoContentKey(logo.digest));
    if (!image) return refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    const handled = await this.organizations.handle(command, { type: 'set-logo', logo, at });
    if (handled.ok && (handled.value.changed || handled.value.replayed))
      await this.removeImages(command, handled.value.state);
    return receipt(handled);
  }

  private async removeImages({ tenant }: SetLogoCommand, organization: Organization): Promise<void> {
    if (organization.status !== 'active' || organization.look.removed.length === 0) return;
    await this.contents.remove(tenant, organization.look.removed.map(logoContentKey));
  }
}
