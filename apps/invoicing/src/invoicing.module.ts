import { Module } from '@nestjs/common';
import { InvoiceHandlers } from './invoice/handlers.js';

@Module({ providers: [InvoiceHandlers] })
export class InvoicingModule {}
