import { exampleEvent } from '#answers';
import { TOLD_TYPES, type ToldResource, type ToldType } from '#contracts';
import type { DescribedEvent } from '#http';
import { CancellationRequest } from '../cancellation-requests/dto.js';
import { Customer } from '../customers/dto.js';
import { Invoice } from '../invoices/answer.js';
import { Product } from '../products/dto.js';
import { GlobalPeriod } from '../receipts/invoicing/global-period.dto.js';
import { Receipt } from '../receipts/answer.js';
import { Retention } from '../retentions/answer.js';
import { Supplier } from '../suppliers/dto.js';
import { Webhook } from '../webhooks/dto.js';
import { ZipRequest } from '../zip-requests/dto.js';
import { Event } from './dto.js';

/** Components of the document by the names of their classes. */
const schemas: Readonly<Record<ToldResource, string>> = {
  invoice: Invoice.name,
  global_period: GlobalPeriod.name,
  retention: Retention.name,
  customer: Customer.name,
  product: Product.name,
  supplier: Supplier.name,
  zip_request: ZipRequest.name,
  cancellation_request: CancellationRequest.name,
  webhook: Webhook.name,
  receipt: Receipt.name,
};

/** Every event that endpoints may be sent, for the OpenAPI document. */
export const describedEvents = (): readonly DescribedEvent[] =>
  (Object.keys(TOLD_TYPES) as ToldType[]).map((type) => {
    const { resource, when, contract } = TOLD_TYPES[type];
    const words = type.replace(/[._]/g, ' ');
    const summary = words.charAt(0).toUpperCase() + words.slice(1);
    return {
      ...{ type, summary, when, contract, schema: Event.name, resource, resourceSchema: schemas[resource] },
      example: exampleEvent(type),
    };
  });
