import { Injectable } from '@nestjs/common';
import { FencesOf } from '../document/fences.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';

/** Rules out on an invoice's stream what was begun there. */
@Injectable()
export class Fences extends FencesOf<Invoice> {
  constructor(invoices: Invoices) {
    super(invoices);
  }
}
