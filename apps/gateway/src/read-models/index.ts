import { archivesProjection } from './archives.js';
import { customersProjection } from './customers.js';
import { doubtsProjection } from './doubts.js';
import { inboundMailsProjection } from './inbound-mails.js';
import { invoicesProjection } from './invoices.js';
import { mailsProjection } from './mails.js';
import { organizationsProjection } from './organizations.js';
import { petitionListsProjection, petitionsProjection } from './petitions.js';
import { productsProjection } from './products.js';
import { receiptsProjection } from './receipts.js';
import { retentionsProjection } from './retentions.js';
import { suppliersProjection } from './suppliers.js';
import { usersProjection } from './users.js';
import { webhooksProjection } from './webhooks.js';

/** What the API reads: each table of the schema `gateway`, and how events become its rows. */
export const readModels = [
  organizationsProjection,
  usersProjection,
  customersProjection,
  productsProjection,
  suppliersProjection,
  invoicesProjection,
  mailsProjection,
  archivesProjection,
  webhooksProjection,
  receiptsProjection,
  retentionsProjection,
  doubtsProjection,
  petitionsProjection,
  petitionListsProjection,
  inboundMailsProjection,
];
