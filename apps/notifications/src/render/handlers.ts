import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ok, refuse } from '#kernel';
import type { CommandOutcome, NotificationsCommand, Rendered } from '#contracts';
import { RUNTIME, storedCfdi, type Runtime } from '#platform';
import {
  PdfError,
  openPdfPrinter,
  renderAcusePdf,
  renderInvoicePdf,
  type LabelLookup,
  type PdfPrinter,
} from '../pdf/index.js';
import { zipFiles } from '../zip.js';
import { catalogueLabels } from './labels.js';
import { invoiceModel, receiptModel } from './models.js';

const OVERLOAD_RETRY_S = 5;
const KEPT_MS = 60 * 60_000;

/** Renders documents: PDF, and PDF with XML in a ZIP. The file waits in the content store for whoever asked. */
@Injectable()
export class RenderHandlers implements OnModuleInit, OnApplicationShutdown {
  private readonly printer: PdfPrinter;
  private readonly label: LabelLookup;

  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {
    // Chromium from npm is unpacked there once.
    this.printer = openPdfPrinter({ cacheDir: runtime.config.dataDir });
    this.label = catalogueLabels(runtime.catalogues.large);
  }

  onModuleInit(): void {
    this.runtime.bus.serve('notifications.render', (command) => this.render(command as NotificationsCommand));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.printer.close();
  }

  private async render(command: NotificationsCommand): Promise<CommandOutcome> {
    try {
      const file = await this.file(command);
      const rendered: Rendered = { content_key: `render/${command.id}` };
      // Whoever asked takes it at once; what nobody came for does not stay.
      const expiresAt = new Date(this.runtime.clock.now().getTime() + KEPT_MS);
      await this.runtime.contents.put(command.tenant, rendered.content_key, file, { expiresAt });
      return ok({ position: '0', data: rendered });
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.runtime.log.warn({ err: error, code: error.code }, 'a document could not be printed');
      return refuse('service_unavailable', { params: { retryAfter: OVERLOAD_RETRY_S } });
    }
  }

  private async file({ tenant, data }: NotificationsCommand): Promise<Buffer> {
    const { contents } = this.runtime;
    if (data.format === 'receipt-pdf') {
      const acuse = data.receipt_key === null ? undefined : await contents.get(tenant, data.receipt_key);
      return renderAcusePdf(this.printer, receiptModel(data, acuse?.toString() ?? ''));
    }
    const xml = await storedCfdi(contents, tenant, data);
    const pdf = await renderInvoicePdf(this.printer, invoiceModel(data, xml, this.label));
    if (data.format === 'pdf') return pdf;
    const files = [{ name: `${data.file_name}.pdf`, content: pdf }];
    const all = xml === undefined ? files : [...files, { name: `${data.file_name}.xml`, content: xml }];
    return zipFiles(all, new Date(String(data.invoice['date'] ?? data.invoice['created_at'])));
  }
}
