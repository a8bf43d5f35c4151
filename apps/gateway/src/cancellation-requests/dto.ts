import { ApiProperty } from '@nestjs/swagger';
import type { PetitionAnswerDoc, PetitionDoc, PetitionStatus } from '#contracts';
import { ListQuery, OneOf } from '#http';

const STATUSES = ['pending', 'accepted', 'rejected', 'expired'] as const;
const instant = { type: String, format: 'date-time' } as const;

export class ListCancellationRequestsQuery extends ListQuery {
  @OneOf(STATUSES, { optional: true, description: 'Only those of this status' }) status?: PetitionStatus;
}

/** What the envelope of the list says besides. */
export const ABOUT_THE_LIST = {
  asked_at: {
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When a PAC last told the list; null: it was never asked',
  },
  asking_error: {
    type: 'string',
    nullable: true,
    description:
      'Code of why this request could not have the list told anew; null where it could, or need not',
  },
} as const;

class SupplierOfRequest implements NonNullable<PetitionDoc['supplier']> {
  @ApiProperty({ type: String, nullable: true }) id!: string | null;
  @ApiProperty({ description: 'Its name, as in the invoice' }) legal_name!: string;
  @ApiProperty({ description: 'Its RFC' }) tax_id!: string;
}

class AnswerToRequest implements PetitionAnswerDoc {
  @ApiProperty({ enum: ['accept', 'reject'], description: 'What was answered' })
  action!: PetitionAnswerDoc['action'];
  @ApiProperty({
    enum: ['sending', 'taken', 'refused'],
    description:
      'sending: nobody knows yet whether the SAT has it, and it is sent again; refused: it may be answered again',
  })
  status!: PetitionAnswerDoc['status'];
  @ApiProperty({ ...instant, description: 'When it was answered' }) at!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Why it was refused' })
  code!: PetitionAnswerDoc['code'];
  @ApiProperty({ type: String, nullable: true, description: 'What the SAT or the PAC said of it' })
  message!: string | null;
}

/** A supplier's request to cancel an invoice that the organization has received, as answered. */
export class CancellationRequest implements PetitionDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ ...instant, description: 'When it was first seen' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ description: 'Of the invoice' }) uuid!: string;
  @ApiProperty({
    enum: STATUSES,
    description: 'expired: nobody answered in three business days, which accepts; the invoice is canceled',
  })
  status!: PetitionStatus;
  @ApiProperty({
    ...{ type: String, nullable: true },
    description: 'Id of the received invoice; null where it has not been imported',
  })
  invoice!: string | null;
  @ApiProperty({
    type: SupplierOfRequest,
    nullable: true,
    description: 'null where the invoice is not known',
  })
  supplier!: SupplierOfRequest | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Of the invoice' }) total!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Of the invoice (c_Moneda)' }) currency!:
    string | null;
  @ApiProperty({ ...instant, description: 'When a PAC first told it' }) first_seen_at!: string;
  @ApiProperty({
    ...{ ...instant, nullable: true },
    description: 'When the supplier asked; null where the PAC does not say so',
  })
  requested_at!: string | null;
  @ApiProperty({
    ...{ ...instant, nullable: true },
    description:
      'When silence accepts: three business days after `requested_at`, official holidays not counted',
  })
  expires_at!: string | null;
  @ApiProperty({ type: AnswerToRequest, nullable: true, description: "The organization's own answer" })
  answer!: AnswerToRequest | null;
  @ApiProperty({ ...instant, nullable: true, description: 'When it ended; null: it waits' }) resolved_at!:
    string | null;
}
