import { Inject, Injectable } from '@nestjs/common';
import { refuse, sameTenant } from '#kernel';
import type { LineHandlers } from '#bus';
import {
  INVOICE_STREAM,
  type CommandOf,
  type CommandOutcome,
  type InvoiceEvent,
  type UnstampedDocument,
} from '#contracts';
import { RUNTIME, answered, readStream, type Runtime } from '#platform';
import { unstampedOf } from './unstamped.js';

/** Answers what an invoice without a stamp says: reads its events, writes nothing. */
@Injectable()
export class UnstampedHandler {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  readonly commands = {
    'invoicing.unstamped': (command) => this.answer(command),
  } satisfies Partial<LineHandlers<'invoicing'>>;

  private async answer({
    key,
    tenant,
  }: CommandOf<'invoicing.unstamped'>): Promise<CommandOutcome<UnstampedDocument>> {
    const events = await readStream<InvoiceEvent>(this.runtime.store, INVOICE_STREAM, key);
    const isOurs = events.every(({ metadata }) => sameTenant(metadata, tenant));
    const document = isOurs ? unstampedOf(events) : undefined;
    return document ? answered(document) : refuse('invoice_not_found');
  }
}
