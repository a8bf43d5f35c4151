import { Module } from '@nestjs/common';
import { InvoiceHandlers } from './invoice/handlers.js';
import { PreviewHandler } from './invoice/preview-handler.js';

@Module({ providers: [InvoiceHandlers, PreviewHandler] })
export class InvoicingModule {}
