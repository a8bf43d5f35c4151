import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Call, type CallContext } from '../commands.js';
import { ExportQuery, TaxExportQuery } from './exports.dto.js';
import { INVOICE_COLUMNS } from './invoices/columns.js';
import { MonthExports } from './month-exports.js';
import { DETAIL_COLUMNS, SUM_COLUMNS } from './taxes/columns.js';
import { SHEET_TYPES, SheetSender, type SheetFormat } from './sender.js';

const AnswersSheet = (format: SheetFormat) =>
  ApiOkResponse({
    description: 'The file, sent while it is made',
    // Without its charset: a type as the document names types.
    content: { [SHEET_TYPES[format].split(';', 1).join()]: { schema: { type: 'string', format: 'binary' } } },
  });

/** Sheets of a month for accountants. */
@ApiTags('exports')
@Controller('exports')
export class ExportsController {
  constructor(
    private readonly months: MonthExports,
    private readonly sender: SheetSender,
  ) {}

  /** One row for each stamped document of the month, issued or received. */
  @Get('invoices.csv')
  @AnswersSheet('csv')
  invoicesAsCsv(
    @Call() call: CallContext,
    @Query() query: ExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.invoices('csv', call, query, reply);
  }

  @Get('invoices.xlsx')
  @AnswersSheet('xlsx')
  invoicesAsXlsx(
    @Call() call: CallContext,
    @Query() query: ExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.invoices('xlsx', call, query, reply);
  }

  /** IVA, ISR and IEPS on cash flow, by customer and supplier; with `detail`, the documents behind the sums. */
  @Get('taxes.csv')
  @AnswersSheet('csv')
  taxesAsCsv(
    @Call() call: CallContext,
    @Query() query: TaxExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.taxes('csv', call, query, reply);
  }

  @Get('taxes.xlsx')
  @AnswersSheet('xlsx')
  taxesAsXlsx(
    @Call() call: CallContext,
    @Query() query: TaxExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.taxes('xlsx', call, query, reply);
  }

  private invoices(
    format: SheetFormat,
    { tenant }: CallContext,
    { month, issuer_type: issuerType }: ExportQuery,
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.sender.send(reply, {
      ...{ organizationId: tenant.organizationId, format, columns: INVOICE_COLUMNS },
      ...{ name: `facturas-${month}`, title: `Facturas ${month}` },
      read: (signal) => this.months.invoices({ tenant, month, issuerType }, signal),
    });
  }
  private taxes(
    format: SheetFormat,
    { tenant }: CallContext,
    { month, issuer_type: issuerType, detail = false }: TaxExportQuery,
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    const asked = { tenant, month, issuerType };
    const shared = { organizationId: tenant.organizationId, format };
    if (detail)
      return this.sender.send(reply, {
        ...{ ...shared, columns: DETAIL_COLUMNS },
        ...{ name: `impuestos-detalle-${month}`, title: `Detalle ${month}` },
        read: (signal) => this.months.taxDetail(asked, signal),
      });
    return this.sender.send(reply, {
      ...{ ...shared, columns: SUM_COLUMNS },
      ...{ name: `impuestos-${month}`, title: `Impuestos ${month}` },
      read: (signal) => this.months.taxSums(asked, signal),
    });
  }
}
