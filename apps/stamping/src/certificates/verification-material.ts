import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { readCertificado } from '#cfdi';
import type { Handles } from '#bus/nest/index';
import {
  MOST_STAMP_CERTIFICATES,
  VerificationMaterialCommand,
  type CommandOutcome,
  type StampCertificate,
  type VerificationMaterial,
} from '#contracts';
import { answerWithData } from '#eventing';
import { PAC_CERTIFICATES, SANDBOX_PAC, TrustStore, type SatCertificates } from '#fiscal';
import type { SandboxPac } from '#pac';

const base64 = (der: Buffer): string => der.toString('base64');

/**
 * What documents of others are verified by. In Live, only what the tax authority publishes and its roots vouch for; in Test also the
 * sandbox's, and the tax authority's own test world.
 */
@CommandHandler(VerificationMaterialCommand)
export class VerificationMaterialHandler implements Handles<VerificationMaterialCommand> {
  private readonly ofSandbox: string | undefined;

  constructor(
    @Inject(SANDBOX_PAC) private readonly sandbox: SandboxPac,
    @Inject(PAC_CERTIFICATES) private readonly certificates: SatCertificates,
    private readonly trust: TrustStore,
  ) {
    const own = readCertificado(sandbox.certificates.pac);
    this.ofSandbox = own.ok ? own.value.noCertificado : undefined;
  }

  async execute({
    tenant,
    data,
  }: VerificationMaterialCommand): Promise<CommandOutcome<VerificationMaterial>> {
    const { numbers } = data;
    if (numbers.length > MOST_STAMP_CERTIFICATES)
      throw new RangeError(
        `${numbers.length} certificates were asked for; the most are ${MOST_STAMP_CERTIFICATES}`,
      );
    const { live, sandbox } = await this.trust.trust();
    return answerWithData({
      live: live.map(({ raw }) => base64(raw)),
      sandbox: tenant.livemode ? [] : sandbox.map(({ raw }) => base64(raw)),
      certificates: await Promise.all(numbers.map((number) => this.find(number, tenant.livemode))),
    });
  }

  private async find(number: string, livemode: boolean): Promise<StampCertificate> {
    if (!livemode && number === this.ofSandbox)
      return { number, certificate: base64(this.sandbox.certificates.pac), why: null };
    const known = livemode ? this.certificates : this.certificates.ofSandbox;
    const found = await known.byNumber(number);
    return typeof found === 'string'
      ? { number, certificate: null, why: found }
      : { number, certificate: base64(found), why: null };
  }
}
