import { cancellationService } from '#apps/cancellation/src/service';
import { customersService } from '#apps/customers/src/service';
import { gatewayService } from '#apps/gateway/src/service';
import { invoicingService } from '#apps/invoicing/src/service';
import { notificationsService } from '#apps/notifications/src/service';
import { organizationsService } from '#apps/organizations/src/service';
import { publisherService } from '#apps/publisher/src/service';
import { receiptsService } from '#apps/receipts/src/service';
import { receptionService } from '#apps/reception/src/service';
import { stampingService } from '#apps/stamping/src/service';
import { webhooksService } from '#apps/webhooks/src/service';
import type { ServiceDefinition } from '#hosting';

/** Every service, as the embedded topology hosts them in one process. */
export const allServices: readonly ServiceDefinition[] = [
  organizationsService,
  customersService,
  invoicingService,
  stampingService,
  cancellationService,
  notificationsService,
  webhooksService,
  receiptsService,
  receptionService,
  publisherService,
  gatewayService,
];
