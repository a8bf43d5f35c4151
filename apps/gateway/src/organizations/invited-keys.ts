import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { newSecretKey } from '#contracts';
import type { SharedPool } from '#eventing';
import { SHARED_POOL, Vault } from '#hosting';
import { gatewaySecret } from '../gateway-secret.js';

/**
 * The first keys of users whom invitations make. Such a key follows from the invitation and a secret of the installation: if a
 * process dies between making the user and letting them in, the answer that comes again has the same key, which nobody
 * has been shown yet. Without the secret it is as random as any other, and it is kept nowhere.
 */
@Injectable()
export class InvitedKeys {
  private secret: Promise<Buffer> | undefined;

  constructor(
    @Inject(SHARED_POOL) private readonly pool: SharedPool,
    private readonly vault: Vault,
  ) {}

  async make(organizationId: string, inviteId: string): Promise<string> {
    this.secret ??= gatewaySecret(this.pool, this.vault, 'invited-keys');
    const secret = await this.secret.catch((error: unknown) => {
      this.secret = undefined;
      throw error;
    });
    let block = 0;
    return newSecretKey('user', () =>
      createHmac('sha512', secret)
        .update(`${organizationId}/${inviteId}/${(block += 1)}`)
        .digest(),
    );
  }
}
