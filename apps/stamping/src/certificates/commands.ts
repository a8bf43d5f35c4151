import { CommandHandler } from '@nestjs/cqrs';
import { refuse, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import type { Csd } from '#cfdi';
import {
  ForgetCertificateCommand,
  KeepCertificateCommand,
  UseCertificateCommand,
  uploadContext,
  type CertificateFacts,
  type CertificateUpload,
  type CommandOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { TrustStore, UploadedCertificates, judgeChain, openCsdElsewhere, openFielElsewhere } from '#fiscal';
import { UploadKeys, WorkerPool, WorkerRefusal } from '#hosting';
import { atItsFile } from './places.js';

const RETRY_AFTER_SECONDS = 5;

/** The files may be good, and may be sent again. */
const unavailable = () => refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });

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
    const opened = await this.open(command);
    if (!opened.ok) return atItsFile(opened);
    const use = await judgeChain(opened.value, data.kind, this.trust);
    if (!use.ok) return use;
    await this.uploaded.keep(organizationId, data.kind, opened.value, { use: use.value, at });
    return answerWithData({ facts: { ...factsOf(opened.value), use: use.value } });
  }

  private async open({
    key: organizationId,
    tenant,
    data,
    time,
  }: KeepCertificateCommand): Promise<Result<Csd>> {
    const { kind, upload } = data;
    const plain = await this.uploads.open(upload, uploadContext(organizationId, tenant.livemode, kind));
    // The pair that it was sealed to is gone.
    if (plain === undefined) return unavailable();
    const { cer, key, password } = JSON.parse(plain.toString()) as CertificateUpload;
    const files = {
      ...{ cer: Buffer.from(cer, 'base64'), key: Buffer.from(key, 'base64'), password },
      at: new Date(time),
    };
    const open = kind === 'csd' ? openCsdElsewhere : openFielElsewhere;
    try {
      return await open(this.workers, files, organizationId);
    } catch (error) {
      if (error instanceof WorkerRefusal) return unavailable();
      throw error;
    }
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
