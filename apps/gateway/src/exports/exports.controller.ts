import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Call, type CallContext } from '../commands.js';
import { ExportQuery } from './exports.dto.js';
import { INVOICE_COLUMNS } from './invoices/columns.js';
import { MonthExports } from './month-exports.js';
import { SHEET_TYPES, SheetSender, type SheetFormat } from './sender.js';

const AnswersSheet = (format: SheetFormat) =>
  ApiOkResponse({
    description: 'The file, sent while it is made',
    content: { [SHEET_TYPES[format]]: { schema: { type: 'string', format: 'binary' } } },
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
}
