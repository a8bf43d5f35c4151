import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, POOL, type Config } from '#hosting';
import { FencesOf } from '../document/fences.js';
import { KeyClaims } from '../document/key-claims.js';
import { KeyTable } from '../document/key-table.js';
import type { Retention } from './retention.js';
import { Retentions } from './retentions.js';

/** The idempotency keys of retentions: the same key may be an invoice's too. */
@Injectable()
export class RetentionKeys extends KeyTable {
  constructor(@Inject(POOL) pool: pg.Pool, @Inject(CONFIG) config: Pick<Config, 'claimGraceMs'>) {
    super(pool, 'invoicing.retention_keys', config);
  }
}

/** Rules out on a retention's stream what was begun there. */
@Injectable()
export class RetentionFences extends FencesOf<Retention> {
  constructor(retentions: Retentions) {
    super(retentions);
  }
}

/** What a retention has to hold before its first event is appended, so that no other has it too. */
@Injectable()
export class RetentionClaims extends KeyClaims<Retention> {
  constructor(keys: RetentionKeys, retentions: Retentions, fences: RetentionFences) {
    super(keys, retentions, fences);
  }
}
