import { ApiProperty } from '@nestjs/swagger';
import type { GlobalPeriodDoc } from '#answers';

class LeftOutReceipts {
  @ApiProperty({ enum: ['other_currency', 'withholdings'], description: 'Why they are left out' })
  reason!: 'other_currency' | 'withholdings';
  @ApiProperty({ description: 'How many' }) receipts!: number;
}

/** A period whose open receipts are invoiced globally without being asked for, as events show it. */
export class GlobalPeriod implements GlobalPeriodDoc {
  @ApiProperty() id!: string;
  @ApiProperty({
    enum: ['day', 'week', 'fortnight', 'month', 'two_months'],
    description: 'How long it is',
  })
  periodicity!: string;
  @ApiProperty({ format: 'date', description: 'Its first day' }) from!: string;
  @ApiProperty({ format: 'date', description: 'Its last day' }) to!: string;
  @ApiProperty({ enum: ['open', 'closed', 'failed'], description: 'How far it is' }) status!:
    'open' | 'closed' | 'failed';
  @ApiProperty({ type: Number, nullable: true, description: 'Open receipts, the day before its end' })
  open_receipts!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'What they come to' }) total!: number | null;
  @ApiProperty({ type: [String], description: 'Ids of its global invoices' }) invoices!: readonly string[];
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When an invoice that was not made is tried again; null: not any more',
  })
  next_attempt_at!: string | null;
  @ApiProperty({
    type: () => [LeftOutReceipts],
    description: 'Open receipts that a global invoice cannot have',
  })
  left_out!: readonly LeftOutReceipts[];
}
