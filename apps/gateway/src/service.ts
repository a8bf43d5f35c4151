import type { ServiceDefinition } from '#hosting';
import { AuditLog1764150001960 } from './audit/audit.migration.js';
import { AutoGlobalInvoice1764150002131 } from './organizations/auto-global.migration.js';
import { CancellationRequests1764150002450 } from './cancellation-requests/cancellation-requests.migration.js';
import { ClosedOrganizations1764150000445 } from './organizations/closed.migration.js';
import { UsersByEmail1764150001930 } from './users/email.migration.js';
import { PeopleOfOrganizations1764150001900 } from './organizations/team.migration.js';
import { LiveKeys1763700000381 } from './organizations/live-keys.migration.js';
import {
  RevokedKeys1763700000170,
  SeriesOfOrganizations1764150000390,
  SupportEmailLinks1764150000404,
} from './migrations.js';
import { WebhooksOfOrganizations1764150002010 } from './webhooks/webhooks.migration.js';
import { Receipts1764150002110 } from './receipts/receipts.migration.js';
import { SelfInvoicePortals1764150002140 } from './portal/self-invoice/portals.migration.js';
import { Retentions1764150002210 } from './retentions/retentions.migration.js';
import { StampingDoubts1764150002310 } from './stamping/doubts.migration.js';
import { Proposals1764150002620 } from './proposals/proposals.migration.js';
import { Suppliers1764150002610 } from './suppliers/suppliers.migration.js';
import { ManifestLinks1764150002320 } from './organizations/pacs/manifest-links.migration.js';
import { ReceivedInvoices1764270000262 } from './invoices/received.migration.js';
import { InboundMails1764276100000 } from './inbound-mail/inbound-mails.migration.js';
import { MailsUnderWay1764291000100 } from './inbound-mail/under-way.migration.js';
import { readModels } from './read-models/index.js';

/** The API: what it reads is its own, made from everybody's events. */
export const gatewayService: ServiceDefinition = {
  name: 'gateway',
  keys: ['documents'],
  migrations: [
    RevokedKeys1763700000170,
    LiveKeys1763700000381,
    SeriesOfOrganizations1764150000390,
    SupportEmailLinks1764150000404,
    ClosedOrganizations1764150000445,
    PeopleOfOrganizations1764150001900,
    UsersByEmail1764150001930,
    AuditLog1764150001960,
    WebhooksOfOrganizations1764150002010,
    Receipts1764150002110,
    AutoGlobalInvoice1764150002131,
    SelfInvoicePortals1764150002140,
    Retentions1764150002210,
    StampingDoubts1764150002310,
    ManifestLinks1764150002320,
    ReceivedInvoices1764270000262,
    Suppliers1764150002610,
    Proposals1764150002620,
    CancellationRequests1764150002450,
    InboundMails1764276100000,
    MailsUnderWay1764291000100,
  ],
  projections: readModels,
  processes: [],
};
