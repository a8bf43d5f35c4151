import { Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { HttpRefusal } from '#http';
import { refuse } from '#kernel';
import { ExportPlaces } from './places.js';
import { begin } from './sheets/begin.js';
import type { Column, Rows } from './sheets/columns.js';
import { csvOf } from './sheets/csv.js';
import { xlsxOf } from './sheets/xlsx.js';

export const SHEET_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type SheetFormat = keyof typeof SHEET_TYPES;

const RETRY = { retryAfter: 10 } as const;

/** A sheet that is asked for. */
export interface Asked<Row> {
  readonly organizationId: string;
  readonly format: SheetFormat;
  /** Of the file, without extension: letters, digits, hyphens. */
  readonly name: string;
  /** Of the workbook's sheet. */
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly read: (signal: AbortSignal) => Rows<Row>;
}

/** Sends sheets while they are read; what reads for a client that has gone stops. */
@Injectable()
export class SheetSender {
  constructor(private readonly places: ExportPlaces) {}

  /** @throws {HttpRefusal} where there are enough exports under way, or this one ends before its first row */
  async send<Row>(reply: FastifyReply, asked: Asked<Row>): Promise<StreamableFile> {
    const { organizationId, format, name, title, columns, read } = asked;
    const { signal, end } = this.places.take(organizationId);
    // It comes after the last byte, too.
    reply.raw.once('close', end);
    if (reply.raw.destroyed) end();
    try {
      const rows = await begin(read(signal));
      const sheet = format === 'csv' ? csvOf(columns, rows) : xlsxOf(title, columns, rows);
      signal.addEventListener('abort', () => sheet.destroy(), { once: true });
      void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
      return new StreamableFile(sheet, { type: SHEET_TYPES[format] });
    } catch (error) {
      // Nobody waits for it, it took too long, or the process stops: no bug of anybody's.
      const reason = signal.aborted
        ? new HttpRefusal(refuse('service_unavailable', { params: RETRY }).refusal)
        : error;
      end();
      throw reason;
    }
  }
}
