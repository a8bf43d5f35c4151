import { Module } from '@nestjs/common';
import { InvoiceHandlers } from './invoice/handlers.js';
import { HistoryHandler } from './invoice/history-handler.js';
import { PreviewHandler } from './invoice/preview-handler.js';

@Module({ providers: [InvoiceHandlers, HistoryHandler, PreviewHandler] })
export class InvoicingModule {}
