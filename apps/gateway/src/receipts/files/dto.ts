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

export class EmailReceiptBody extends RecipientsBody {}

export class ReceiptEmailSent {
  @ApiProperty({ enum: [true] }) ok!: true;
}
