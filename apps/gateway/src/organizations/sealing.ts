import { Inject, Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import { uploadContext, type CertificateUpload, type SealedUpload } from '#contracts';
import { LOG, Vault, sealUpload, type Logger } from '#hosting';
import type { CallContext } from '../commands.js';

/** What was uploaded, as it comes. */
export interface CertificateFiles {
  readonly cer: Buffer;
  readonly key: Buffer;
  readonly password: string;
}

/** Who opens what is sealed here. */
const SIGNING_SERVICE = 'stamping';
const RETRY_AFTER_SECONDS = 5;

type Kind = Parameters<typeof uploadContext>[2];

/** Secrets that callers send, sealed to the service that signs before anything carries or stores them. */
@Injectable()
export class Sealing {
  constructor(
    @Inject(LOG) private readonly log: Logger,
    private readonly vault: Vault,
  ) {}

  /** @returns refused with service_unavailable where that service has not started yet, or its database is away */
  async seal(
    { tenant: { organizationId, livemode } }: CallContext,
    kind: Kind,
    secret: object,
  ): Promise<Result<SealedUpload>> {
    const plain = Buffer.from(JSON.stringify(secret));
    try {
      const context = uploadContext(organizationId, livemode, kind);
      return ok(await sealUpload(this.vault, SIGNING_SERVICE, plain, context));
    } catch (error) {
      this.log.error({ err: error, kind }, 'an upload could not be sealed');
      return refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    } finally {
      plain.fill(0);
    }
  }

  /** The files of a certificate, for a use of their own. */
  sealFiles(
    context: CallContext,
    kind: Kind,
    { cer, key, password }: CertificateFiles,
  ): Promise<Result<SealedUpload>> {
    const upload: CertificateUpload = {
      ...{ cer: cer.toString('base64'), key: key.toString('base64'), password },
    };
    return this.seal(context, kind, upload);
  }
}
