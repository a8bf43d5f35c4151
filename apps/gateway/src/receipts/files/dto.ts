import { ApiProperty } from '@nestjs/swagger';
import { MAX_RECIPIENTS } from '#contracts';
import { ByType, OneOf, email, listOf } from '#http';
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

export class EmailReceiptBody {
  @ByType(
    { string: email(), list: listOf(email(), { min: 1, max: MAX_RECIPIENTS }) },
    {
      optional: true,
      description: 'One or several addresses; by default, the current address of the customer',
    },
  )
  email?: string | string[];
}

export class ReceiptEmailSent {
  @ApiProperty({ enum: [true] }) ok!: true;
}
