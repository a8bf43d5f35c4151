import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '#http';
import { RecipientsBody } from '../../mailbox/recipients.dto.js';
import { RECEIPT_SIZES, type ReceiptSize } from './receipt-files.js';

export class ReceiptPdfQuery {
  @OneOf(RECEIPT_SIZES, {
    ...{ optional: true, description: 'ticket: a roll of 80 mm, as long as the receipt; letter: pages' },
    ...{ default: 'ticket', alsoCalled: ['format', 'paper', 'tamano'] },
  })
  size?: ReceiptSize;
}

/** Columns of paper of 58 mm and of 80 mm. */
const WIDTHS = ['48', '32'] as const;

export class TicketQuery {
  @OneOf(WIDTHS, {
    ...{ optional: true, description: 'Columns of the paper: 48 of one of 80 mm, 32 of one of 58 mm' },
    ...{ default: '48', alsoCalled: ['columns', 'cols', 'ancho'] },
  })
  width?: (typeof WIDTHS)[number];
}

export class EmailReceiptBody extends RecipientsBody {}

export class ReceiptEmailSent {
  @ApiProperty({ enum: [true] }) ok!: true;
}
