import { applyDecorators, Controller, Get, Inject, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refuse } from '#kernel';
import type { RenderData, Rendered } from '#contracts';
import { RUNTIME, storedCfdi, type Runtime } from '#platform';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { HttpRefusal, Keys, PathId, RateClass, unwrap } from '../http/index.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';

const TYPES = { xml: 'application/xml', pdf: 'application/pdf', zip: 'application/zip' } as const;
type FileFormat = keyof typeof TYPES;

const binary = { schema: { type: 'string', format: 'binary' } } as const;
/** The operation answers a file of one of these formats, which its path names. */
const Files = (...formats: FileFormat[]) =>
  applyDecorators(
    ApiParam({ name: 'format', enum: formats }),
    ApiOkResponse({
      description: 'The file',
      content: Object.fromEntries(formats.map((format) => [TYPES[format], binary])),
    }),
  );

const isFormat = (text: string): text is FileFormat => Object.hasOwn(TYPES, text);

/** Files of an invoice: XML, PDF, both in a ZIP, and its cancellation receipt. */
@ApiTags('invoices')
@Controller('invoices/:invoice_id')
@Keys('test', 'live')
export class InvoiceFilesController {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly invoices: InvoiceQueries,
  ) {}

  @Get('cancellation_receipt/:format')
  @Files('xml', 'pdf')
  @RateClass('heavy')
  async receipt(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Param('format') format: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const invoice = unwrap(await this.invoices.find(call.tenant, id));
    if (format !== 'xml' && format !== 'pdf') throw new HttpRefusal(refuse('not_found').refusal);
    if (invoice.status === 'draft' || invoice.uuid === null)
      throw new HttpRefusal(refuse('invoice_not_stamped').refusal);
    if (invoice.receipt_key === null)
      throw new HttpRefusal(
        refuse(
          isCanceledElsewhere(invoice)
            ? 'invoice_cancellation_receipt_external'
            : 'invoice_cancellation_receipt_unavailable',
        ).refusal,
      );
    const name = `acuse-${nameOf(invoice)}`;
    if (format === 'pdf')
      return this.send(reply, 'pdf', name, await this.render(call, invoice, 'receipt-pdf'));
    const acuse = await this.runtime.contents.get(call.tenant, invoice.receipt_key);
    if (!acuse) throw new HttpRefusal(refuse('invoice_cancellation_receipt_unavailable').refusal);
    return this.send(reply, 'xml', name, acuse);
  }

  @Get(':format')
  @Files('xml', 'pdf', 'zip')
  @RateClass('heavy')
  async file(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Param('format') format: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    if (!isFormat(format)) throw new HttpRefusal(refuse('not_found').refusal);
    const invoice = unwrap(await this.invoices.find(call.tenant, id));
    // A PDF shows a draft too, marked as one; an XML exists only once it is stamped.
    if (format === 'pdf')
      return this.send(reply, format, nameOf(invoice), await this.render(call, invoice, 'pdf'));
    const xml = await storedCfdi(this.runtime.contents, call.tenant, invoice);
    if (xml === undefined) throw new HttpRefusal(refuse('invoice_not_stamped').refusal);
    const bytes = format === 'xml' ? Buffer.from(xml) : await this.render(call, invoice, 'zip');
    return this.send(reply, format, nameOf(invoice), bytes);
  }

  private async render(
    call: CallContext,
    invoice: StoredInvoice,
    format: RenderData['format'],
  ): Promise<Buffer> {
    const data: RenderData = {
      format,
      invoice: JSON.parse(invoice.doc) as RenderData['invoice'],
      xml_key: invoice.xml_key,
      timbre_xml: invoice.timbre_xml,
      receipt_key: invoice.receipt_key,
      file_name: nameOf(invoice),
      organization: await this.organizations.organization(call.tenant.organizationId),
    };
    const receipt = unwrap(
      await this.sender.send({ type: 'notifications.render', key: invoice.id, data }, call),
    );
    const { content_key } = receipt.data as Rendered;
    const file = await this.runtime.contents.take(call.tenant, content_key);
    if (!file) throw new Error(`the rendered file ${content_key} is missing`);
    return file;
  }

  private send(reply: FastifyReply, format: FileFormat, name: string, bytes: Buffer): StreamableFile {
    void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
    return new StreamableFile(bytes, { type: TYPES[format], length: bytes.length });
  }
}

/** Canceled without this service, which therefore knows no motive. */
function isCanceledElsewhere({ status, doc }: StoredInvoice): boolean {
  const { cancellation } = JSON.parse(doc) as { cancellation: { motive: string | null } | null };
  return status === 'canceled' && cancellation?.motive === null;
}

/** The name of an invoice's files: its UUID, or the identifier of one that has none yet. */
const nameOf = ({ uuid, id }: StoredInvoice): string => uuid ?? id;
