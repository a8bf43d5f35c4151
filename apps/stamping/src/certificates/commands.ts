import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import type { Csd } from '#cfdi';
import {
  ForgetCertificateCommand,
  KeepCertificateCommand,
  UseCertificateCommand,
  type CertificateFacts,
  type CommandOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { TrustStore, UploadedCertificates, judgeChain } from '#fiscal';
import { UploadKeys, WorkerPool } from '#hosting';
import { openUpload } from './open-upload.js';
import { atItsFile } from './places.js';

/**
 * Opens an uploaded certificate, judges it and stores it sealed. It leaves no event: a certificate that no organization takes
 * into use afterwards lies in the vault without effect. The same upload again is stored again.
 */
@CommandHandler(KeepCertificateCommand)
export class KeepCertificateHandler implements Handles<KeepCertificateCommand> {
  constructor(
    private readonly uploads: UploadKeys,
    private readonly uploaded: UploadedCertificates,
    private readonly workers: WorkerPool,
    private readonly trust: TrustStore,
  ) {}

  async execute(command: KeepCertificateCommand): Promise<CommandOutcome<{ facts: CertificateFacts }>> {
    const { key: organizationId, data, time: at } = command;
    const { kind, upload } = data;
    const { uploads, workers } = this;
    const opened = await openUpload(
      { uploads, workers },
      { upload, kind, tenant: command.tenant, at: new Date(at) },
    );
    if (!opened.ok) return atItsFile(opened);
    const { certificate } = opened.value;
    const use = await judgeChain(certificate, kind, this.trust);
    if (!use.ok) return use;
    await this.uploaded.keep(organizationId, kind, certificate, { use: use.value, at });
    return answerWithData({ facts: { ...factsOf(certificate), use: use.value } });
  }
}

const factsOf = ({ noCertificado, rfc, nombre, validFrom, validTo }: Csd): Omit<CertificateFacts, 'use'> => ({
  ...{ serial_number: noCertificado, rfc, legal_name: nombre },
  ...{ valid_from: validFrom.toISOString(), expires_at: validTo.toISOString() },
});

/** Lets a CSD sign for its RFC. */
@CommandHandler(UseCertificateCommand)
export class UseCertificateHandler implements Handles<UseCertificateCommand> {
  constructor(private readonly uploaded: UploadedCertificates) {}

  async execute({ key, data }: UseCertificateCommand): Promise<CommandOutcome<undefined>> {
    await this.uploaded.use(key, data.serial_number);
    return answerWithData();
  }
}

/** Destroys a certificate that is out of use. */
@CommandHandler(ForgetCertificateCommand)
export class ForgetCertificateHandler implements Handles<ForgetCertificateCommand> {
  constructor(private readonly uploaded: UploadedCertificates) {}

  async execute({ key, data }: ForgetCertificateCommand): Promise<CommandOutcome<undefined>> {
    const { kind, serial_number: number, before, reason } = data;
    await this.uploaded.forget(key, kind, number, { before, reason });
    return answerWithData();
  }
}
