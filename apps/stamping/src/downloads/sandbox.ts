import { Inject, Injectable } from '@nestjs/common';
import { zipSync, strToU8 } from 'fflate';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { insertTimbre } from '#cfdi';
import type { SatAnswer, SatDownloadAsked, SatRequestStanding } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS, SHARED_POOL } from '#hosting';
import { metadataText, SANDBOX_PAC_RFC, stampsOfPeriod, type PeriodStamp } from '#pac';
import { instantOf, localDateTime } from '#sat';
import { suppliedKey } from '../sandbox-supplier/supplied.js';
import { Stampings } from '../stamping/stampings.js';

const SAT_ZONE = 'America/Mexico_City';
/** Documents of a package. */
const AT_ONCE = 500;

/**
 * The SAT's bulk download as Test has it: what the tenant itself had stamped by the sandbox, and what the sandbox's suppliers issued to
 * it, by the day of its stamp. Whom another organization's document is for is that organization's own. It needs no memory of what it was
 * asked: the question is in the ids.
 */
@Injectable()
export class SandboxDownloads {
  constructor(
    @Inject(SHARED_POOL) private readonly pool: pg.Pool,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly stampings: Stampings,
  ) {}

  request({ kind, format, from }: SatDownloadAsked): SatAnswer<{ readonly id: string }> {
    return { kind: 'answer', id: `sandbox-${kind}-${format}-${from}` };
  }

  async verify(
    tenant: Tenant,
    id: string,
    asked: SatDownloadAsked,
  ): Promise<SatAnswer<{ readonly standing: SatRequestStanding }>> {
    const { length: documents } = await this.stamps(tenant, asked);
    const packages = Array.from({ length: Math.ceil(documents / AT_ONCE) }, (_, number) => `${id}_${number}`);
    const found = documents > 0;
    return {
      kind: 'answer',
      standing: {
        state: found ? 'finished' : 'rejected',
        state_code: found ? '5000' : '5004',
        ...{ documents, packages },
      },
    };
  }

  async fetch(
    tenant: Tenant,
    packageId: string,
    asked: SatDownloadAsked,
    write: (bytes: Buffer) => Promise<void>,
  ): Promise<{ readonly kind: 'answer' }> {
    const number = Number(packageId.slice(packageId.lastIndexOf('_') + 1));
    const stamps = (await this.stamps(tenant, asked)).slice(number * AT_ONCE, (number + 1) * AT_ONCE);
    const files: Record<string, Uint8Array> = {};
    if (asked.format === 'metadata') files[`${packageId}.txt`] = strToU8(metadataText(stamps.map(rowOf)));
    else
      for (const stamp of stamps) {
        const xml = await this.xmlOf(tenant, stamp);
        if (xml !== undefined) files[`${stamp.uuid.toLowerCase()}.xml`] = strToU8(xml);
      }
    await write(Buffer.from(zipSync(files)));
    return { kind: 'answer' };
  }

  private async stamps(tenant: Tenant, asked: SatDownloadAsked): Promise<readonly PeriodStamp[]> {
    const [from, until] = [asked.from, asked.until].map((local) => instantOf(local, SAT_ZONE));
    const all = await stampsOfPeriod(this.pool, { ...tenant, from: from as Date, until: until as Date });
    // As the SAT: of received documents no XML that was canceled.
    const isHandedOut = ({ canceledAt }: PeriodStamp): boolean =>
      asked.format === 'metadata' || canceledAt === null;
    return asked.kind === 'issued'
      ? all.filter(({ issuerRfc }) => issuerRfc === asked.rfc)
      : all.filter(
          (stamp) => stamp.issuerRfc !== asked.rfc && stamp.receiverRfc === asked.rfc && isHandedOut(stamp),
        );
  }

  private async xmlOf(tenant: Tenant, { requestId, timbreXml }: PeriodStamp): Promise<string | undefined> {
    const state = await this.stampings.state(requestId, tenant);
    const xmlKey = state.status === 'new' ? suppliedKey(requestId) : state.xmlKey;
    const sealed = xmlKey === null ? undefined : await this.contents.get(tenant, xmlKey);
    return sealed && insertTimbre(sealed.toString(), timbreXml);
  }
}

const rowOf = ({ uuid, issuerRfc, receiverRfc, total, stampedAt, canceledAt }: PeriodStamp) => ({
  ...{ uuid, rfcEmisor: issuerRfc, rfcReceptor: receiverRfc, rfcPac: SANDBOX_PAC_RFC },
  ...{ nombreEmisor: '', nombreReceptor: '', monto: total, efecto: '', vigente: canceledAt === null },
  fechaEmision: localDateTime(stampedAt, SAT_ZONE),
  fechaCertificacion: localDateTime(stampedAt, SAT_ZONE),
  fechaCancelacion: canceledAt === null ? undefined : localDateTime(canceledAt, SAT_ZONE),
});
