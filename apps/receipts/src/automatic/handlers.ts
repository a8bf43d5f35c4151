import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { AnnouncePeriodHandler } from './announce.commands.js';
import { AutomaticGlobals } from './automatic-globals.js';
import { AutomaticInvoices } from './automatic-invoices.js';
import { ClosePeriodHandler } from './close.commands.js';
import { FollowReceiptSettingsHandler } from './follow.commands.js';
import { Issuers } from './issuers.js';
import { Latecomers } from './latecomers.js';
import { OpenReceiptsOfPeriods } from './open-receipts.js';

export const automaticHandlers = {
  'receipts.follow-settings': FollowReceiptSettingsHandler,
  'receipts.announce-period': AnnouncePeriodHandler,
  'receipts.close-period': ClosePeriodHandler,
} satisfies LinePart<'receipts'>;

export const automaticProviders: Provider[] = [
  AutomaticGlobals,
  AutomaticInvoices,
  Issuers,
  Latecomers,
  OpenReceiptsOfPeriods,
];
