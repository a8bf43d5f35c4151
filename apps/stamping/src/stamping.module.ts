import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import type { SystemNow } from '#kernel';
import { PacModule, Prober } from '#fiscal';
import { SIGNING_VAULT, SYSTEM_NOW, UploadKeys, Vault } from '#hosting';
import {
  ForgetCertificateHandler,
  KeepCertificateHandler,
  UseCertificateHandler,
} from './certificates/commands.js';
import { VerificationMaterialHandler } from './certificates/verification-material.js';
import { TaxpayerListedHandler } from './pacs/taxpayer.js';
import { ForgetPacsHandler, InstalledPacsHandler, KeepPacsHandler, UsePacsHandler } from './pacs/commands.js';
import { ReadManifestHandler, SignManifestHandler } from './pacs/manifests.js';
import { PacsSweep } from './pacs/sweep.js';
import {
  DownloadFielHandler,
  FetchPackageHandler,
  RequestDownloadHandler,
  SatTold,
  VerifyDownloadHandler,
} from './downloads/commands.js';
import { SandboxDownloads } from './downloads/sandbox.js';
import { CancelSuppliedHandler, SupplyHandler } from './sandbox-supplier/commands.js';
import { StampHandler } from './stamping/commands.js';
import { ForceStampHandler } from './stamping/force.js';
import { PacsReachableHandler } from './stamping/reachable.js';
import { DestroySigningKeysHandler } from './stamping/destroy-keys.js';
import { SettleSurplusHandler } from './stamping/settle-surplus.js';
import { Sending } from './stamping/sending.js';
import { Signs } from './stamping/signs.js';
import { Watching } from './stamping/watching.js';
import { Writing } from './stamping/writing.js';
import { Stampings } from './stamping/stampings.js';

const commands = serveLine('stamping', {
  'stamping.stamp': StampHandler,
  'stamping.force': ForceStampHandler,
  'stamping.settle-surplus': SettleSurplusHandler,
  'stamping.reachable': PacsReachableHandler,
  'stamping.taxpayer': TaxpayerListedHandler,
  'stamping.destroy-keys': DestroySigningKeysHandler,
  'stamping.keep-certificate': KeepCertificateHandler,
  'stamping.use-certificate': UseCertificateHandler,
  'stamping.forget-certificate': ForgetCertificateHandler,
  'stamping.keep-pacs': KeepPacsHandler,
  'stamping.installed-pacs': InstalledPacsHandler,
  'stamping.use-pacs': UsePacsHandler,
  'stamping.forget-pacs': ForgetPacsHandler,
  'stamping.sign-manifest': SignManifestHandler,
  'stamping.read-manifest': ReadManifestHandler,
  'stamping.verification-material': VerificationMaterialHandler,
  'stamping.download-fiel': DownloadFielHandler,
  'stamping.request-download': RequestDownloadHandler,
  'stamping.verify-download': VerifyDownloadHandler,
  'stamping.fetch-package': FetchPackageHandler,
  'stamping.supply': SupplyHandler,
  'stamping.cancel-supplied': CancelSuppliedHandler,
});

/** Seals documents and has them stamped; keeps the certificates that they are sealed with. */
@Module({
  imports: [PacModule],
  controllers: commands.controllers,
  providers: [
    Stampings,
    Sending,
    Signs,
    Watching,
    Writing,
    PacsSweep,
    SandboxDownloads,
    SatTold,
    {
      // Private keys that the gateway receives are sealed to these, and opened here alone.
      provide: UploadKeys,
      inject: [Vault, SIGNING_VAULT, SYSTEM_NOW],
      useFactory: async (documents: Vault, signing: Vault, now: SystemNow): Promise<UploadKeys> => {
        const keys = new UploadKeys('stamping', { documents, signing }, now);
        await keys.ensure();
        return keys;
      },
    },
    ...commands.providers,
  ],
})
export class StampingModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly prober: Prober) {}

  onApplicationBootstrap(): void {
    this.prober.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.prober.stop();
  }
}
