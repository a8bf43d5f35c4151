import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { DestroySigningKeysCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { SIGNING_VAULT, type Vault } from '#hosting';

/** Destroys what a destroyed organization signed with: its data key of signing, and what that sealed. */
@CommandHandler(DestroySigningKeysCommand)
export class DestroySigningKeysHandler implements Handles<DestroySigningKeysCommand> {
  constructor(@Inject(SIGNING_VAULT) private readonly signing: Vault) {}

  async execute(command: DestroySigningKeysCommand): Promise<CommandOutcome<undefined>> {
    await this.signing.destroy(command.key);
    return answerWithData();
  }
}
