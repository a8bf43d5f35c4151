import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ok, refuse, type Result, type Tenant } from '#kernel';
import type { RenderData } from '#contracts';
import { type ContentStore } from '#eventing';
import { CATALOGUES, CataloguesModule, storedCfdi, type Catalogues } from '#fiscal';
import { CONFIG, CONTENTS, LOG, type Config, type Logger } from '#hosting';
import {
  PdfError,
  openPdfPrinter,
  renderAcusePdf,
  renderInvoicePdf,
  type LabelLookup,
  type PdfPrinter,
} from '#pdf';
import { zipFiles } from '../zip.js';
import { catalogueLabels } from './labels.js';
import { receiptModel, toStampedModel, toUnstampedModel } from './models.js';

/** Makes the files of documents. */
export interface DocumentRenderer {
  /**
   * A PDF, or a ZIP of PDF and XML. Refused: service_unavailable with Retry-After where nothing can be printed now,
   * invoice_not_stamped.
   */
  render(tenant: Tenant, data: RenderData): Promise<Result<Buffer>>;
}

export const DOCUMENT_RENDERER = Symbol('DOCUMENT_RENDERER');

const OVERLOAD_RETRY_S = 5;

/** Prints with one Chromium, some pages at a time, for everybody in the process. */
@Injectable()
export class ChromiumRenderer implements DocumentRenderer, OnApplicationShutdown {
  private readonly printer: PdfPrinter;
  private readonly label: LabelLookup;
  private warned = false;

  constructor(
    @Inject(CONFIG) { dataDir }: Config,
    @Inject(CATALOGUES) { large }: Catalogues,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(LOG) private readonly log: Logger,
  ) {
    // Chromium from npm is unpacked there once.
    this.printer = openPdfPrinter({ cacheDir: dataDir, onNoSandbox: (why) => this.warnOnce(why) });
    this.label = catalogueLabels(large);
  }

  /** Browsers are replaced all day; what is true of one is true of all. */
  private warnOnce(why: string): void {
    if (this.warned) return;
    this.warned = true;
    this.log.warn({ why }, 'documents are printed by a Chromium without its sandbox (SECURITY.md)');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.printer.close();
  }

  async render(tenant: Tenant, data: RenderData): Promise<Result<Buffer>> {
    try {
      return await this.file(tenant, data);
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.log.warn({ err: error, code: error.code }, 'a document could not be printed');
      return refuse('service_unavailable', { params: { retryAfter: OVERLOAD_RETRY_S } });
    }
  }

  private async file(tenant: Tenant, data: RenderData): Promise<Result<Buffer>> {
    const { contents } = this;
    if ('unstamped' in data)
      return ok(await renderInvoicePdf(this.printer, toUnstampedModel(data, this.label)));
    if (data.format === 'receipt-pdf') {
      const acuse = data.receipt_key === null ? undefined : await contents.get(tenant, data.receipt_key);
      return ok(await renderAcusePdf(this.printer, receiptModel(data, acuse?.toString() ?? '')));
    }
    const xml = await storedCfdi(contents, tenant, data);
    if (xml === undefined) return refuse('invoice_not_stamped');
    const pdf = await renderInvoicePdf(this.printer, toStampedModel(data, xml, this.label));
    if (data.format === 'pdf') return ok(pdf);
    const files = [
      { name: `${data.file_name}.pdf`, content: pdf },
      { name: `${data.file_name}.xml`, content: xml },
    ];
    return ok(zipFiles(files, new Date(data.invoice.date ?? data.invoice.created_at)));
  }
}

@Module({
  imports: [CataloguesModule],
  providers: [{ provide: DOCUMENT_RENDERER, useClass: ChromiumRenderer }],
  exports: [DOCUMENT_RENDERER],
})
export class RendererModule {}
