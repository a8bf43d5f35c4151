import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { isLarge } from '#billing';
import { DocumentLost, ok, refuse, type Result, type Tenant } from '#kernel';
import type { RenderData, StampedDocument, StampedRetention } from '#contracts';
import { type ContentStore } from '#eventing';
import { CATALOGUES, CataloguesModule, storedCfdiBytes, textOfCfdi, type Catalogues } from '#fiscal';
import {
  CONFIG,
  CONTENTS,
  LOG,
  WorkerPool,
  WorkerRefusal,
  WorkersModule,
  type Config,
  type Logger,
  type WorkerTask,
} from '#hosting';
import {
  PdfError,
  openPdfPrinter,
  printReceiptHtml,
  renderAcusePdf,
  type LabelLookup,
  type PdfPrinter,
} from '#pdf';
import { zipFiles } from '../zip.js';
import {
  htmlOf,
  ticketOf,
  type DocumentToPrint,
  type PageData,
  type TicketData,
  type TicketToMake,
} from './html.worker.js';
import { catalogueLabels } from './labels.js';
import { Logos } from './logos.js';
import { receiptModel } from './models.js';
import { paperOf } from './receipts.js';
import { retentionAcuseModel } from './retentions.js';

/** Makes the files of documents. */
export interface DocumentRenderer {
  /**
   * A PDF, or a ZIP of PDF and XML. Refused: service_unavailable with Retry-After where nothing can be printed now,
   * invoice_not_stamped, retention_not_stamped.
   */
  render(tenant: Tenant, data: RenderData): Promise<Result<Buffer>>;
}

export const DOCUMENT_RENDERER = Symbol('DOCUMENT_RENDERER');

const OVERLOAD_RETRY_S = 5;

/** The page of an invoice with so large an XML takes some 10 ms, whatever makes it large. */
const LARGE_XML_CHARS = 150_000;
const LARGE_RECEIPT_LINES = 300;

const HTML: WorkerTask<DocumentToPrint, string> = {
  module: new URL('./html.worker.js', import.meta.url),
  name: 'makeHtml',
};

const TICKET: WorkerTask<TicketToMake, Uint8Array> = { module: HTML.module, name: 'makeTicket' };

/** Prints with one Chromium, some pages at a time, for everybody in the process. */
@Injectable()
export class ChromiumRenderer implements DocumentRenderer, OnApplicationShutdown {
  private readonly printer: PdfPrinter;
  private readonly label: LabelLookup;
  private warned = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CATALOGUES) { large }: Catalogues,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(LOG) private readonly log: Logger,
    private readonly workers: WorkerPool,
    private readonly logos: Logos,
  ) {
    this.printer = openPdfPrinter({
      remote: config.browser,
      // Chromium from npm is unpacked there once.
      cacheDir: config.dataDir,
      onNoSandbox: (why) => this.warnOnce(why),
    });
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
      if (error instanceof DocumentLost) return refuse('document_lost');
      if (!(error instanceof PdfError || error instanceof WorkerRefusal)) throw error;
      const code = error instanceof PdfError ? error.code : error.reason;
      this.log.warn({ err: error, code }, 'a document could not be printed');
      return refuse('service_unavailable', { params: { retryAfter: OVERLOAD_RETRY_S } });
    }
  }

  private async file(tenant: Tenant, data: RenderData): Promise<Result<Buffer>> {
    const { contents } = this;
    if ('columns' in data) return ok(await this.ticket(tenant, data));
    const logo = await this.logos.logoOf(data.organization);
    if ('receipt' in data || 'unstamped' in data || 'unstamped_retention' in data)
      return ok(await this.print(tenant, data, undefined, logo));
    if (data.format === 'receipt-pdf') {
      const stored = data.receipt_key === null ? null : await contents.get(tenant, data.receipt_key);
      if (stored === undefined) return refuse('document_lost');
      const acuse = stored?.toString() ?? '';
      const model =
        'retention' in data ? retentionAcuseModel(data, acuse, logo) : receiptModel(data, acuse, logo);
      return ok(await renderAcusePdf(this.printer, model));
    }
    const xml = await storedCfdiBytes(contents, tenant, data);
    if (xml === undefined)
      return refuse('retention' in data ? 'retention_not_stamped' : 'invoice_not_stamped');
    const pdf = await this.print(tenant, data, textOfCfdi(xml), logo);
    if (data.format === 'pdf') return ok(pdf);
    const files = [
      { name: `${data.file_name}.pdf`, content: pdf },
      { name: `${data.file_name}.xml`, content: xml },
    ];
    return ok(zipFiles(files, new Date(dateOf(data))));
  }

  /** A receipt in lines of text: no page is printed. That of a large one is made in a thread too. */
  private async ticket(tenant: Tenant, data: TicketData): Promise<Buffer> {
    const { cataloguesDir } = this.config;
    const bytes = isLargePage(data, undefined)
      ? await this.workers.run(TICKET, { data, cataloguesDir }, tenant.organizationId)
      : ticketOf(data, this.label);
    return Buffer.from(bytes);
  }

  /** Prints an invoice, a retention or a receipt; the page of a large one is made in a thread. */
  private async print(
    tenant: Tenant,
    data: PageData,
    xml: string | undefined,
    logo: Buffer | null,
  ): Promise<Buffer> {
    const { cataloguesDir } = this.config;
    const html = isLargePage(data, xml)
      ? await this.workers.run(HTML, { data, xml, cataloguesDir, logo }, tenant.organizationId)
      : htmlOf(data, xml, this.label, logo);
    return 'receipt' in data
      ? printReceiptHtml(this.printer, html, paperOf(data.format))
      : this.printer.print(html);
  }
}

/** When a stamped document was issued. */
function dateOf(data: StampedDocument | StampedRetention): string {
  if ('retention' in data) return data.retention.fecha_exp ?? data.retention.created_at;
  return data.invoice.date ?? data.invoice.created_at;
}

/** Whether the page of a document is made in a thread. */
function isLargePage(data: RenderData, xml: string | undefined): boolean {
  if ('unstamped_retention' in data)
    return JSON.stringify(data.unstamped_retention.content.complements).length > LARGE_XML_CHARS;
  if ('receipt' in data) return data.receipt.items.length > LARGE_RECEIPT_LINES;
  return 'unstamped' in data ? isLarge(data.unstamped.content) : (xml ?? '').length > LARGE_XML_CHARS;
}

@Module({
  imports: [CataloguesModule, WorkersModule],
  providers: [Logos, { provide: DOCUMENT_RENDERER, useClass: ChromiumRenderer }],
  exports: [Logos, DOCUMENT_RENDERER],
})
export class RendererModule {}
