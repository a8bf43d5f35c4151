import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { FolioCounters } from '#fiscal';
import { POOL } from '#hosting';

/** The counters of receipts, one for each environment of an organization. */
@Injectable()
export class ReceiptFolios extends FolioCounters {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, 'receipts.folio_counters');
  }
}

/** Receipts have no series. */
export const NO_SERIES = '';
