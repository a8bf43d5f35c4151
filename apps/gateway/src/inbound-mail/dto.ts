import { ApiProperty } from '@nestjs/swagger';
import type { ErrorCode } from '#kernel';
import type { InboundMailDoc, MailedDocument } from '#contracts';
import { ListQuery, OneOf } from '#http';
import type { Reception } from './receiving.js';

export const ENVIRONMENTS = ['test', 'live'] as const;

export class RenewInboundAddress {
  @ApiProperty({ required: true })
  @OneOf(ENVIRONMENTS, { description: 'Of which environment: mails to the address that it has now are lost' })
  environment!: (typeof ENVIRONMENTS)[number];
}

/** The address of one environment. */
export class InboundMailAddress {
  @ApiProperty({ example: 'mzxw6ytboi2…@in.example.com' }) address!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
}

/** Where suppliers send their documents to. */
export class InboundMailAddresses {
  @ApiProperty({ type: () => InboundMailAddress }) test!: InboundMailAddress;
  @ApiProperty({ type: () => InboundMailAddress }) live!: InboundMailAddress;
}

export class ListInboundMails extends ListQuery {}

/** What became of a mail at one of its addresses. */
class InboundReception implements Reception {
  @ApiProperty({
    enum: ['accepted', 'duplicate', 'unknown'],
    description:
      '`duplicate`: the same mail came before. `unknown`: nobody has the address; it need not be sent again',
  })
  status!: Reception['status'];
  @ApiProperty({ type: String, nullable: true, description: 'The mail, as `GET /inbound-mails` lists it' })
  id!: string | null;
}

/** What became of a mail, at each of its addresses here. */
export class InboundReceptions {
  @ApiProperty({ type: () => [InboundReception] }) results!: readonly InboundReception[];
}

/** What became of one document of a mail. */
export class InboundMailResult implements MailedDocument {
  @ApiProperty({ description: 'As its sender called it' }) file!: string;
  @ApiProperty({ enum: ['imported', 'duplicate', 'refused'] }) status!: MailedDocument['status'];
  @ApiProperty({ type: String, nullable: true, description: 'Why it was refused' }) code!: ErrorCode | null;
  @ApiProperty({ type: String, nullable: true }) uuid!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The invoice that it is' }) id!: string | null;
}

/** A mail that has arrived. What its sender says of itself is trusted for nothing. */
export class InboundMail implements InboundMailDoc {
  @ApiProperty() id!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ enum: ['processing', 'processed'] }) status!: InboundMailDoc['status'];
  @ApiProperty({ type: String, format: 'date-time' }) received_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) processed_at!: string | null;
  @ApiProperty({ type: 'integer' }) bytes!: number;
  @ApiProperty({ type: String, nullable: true }) from!: string | null;
  @ApiProperty({ type: String, nullable: true }) subject!: string | null;
  @ApiProperty({ type: String, nullable: true }) message_id!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Its Authentication-Results: SPF, DKIM, DMARC' })
  authentication!: string | null;
  @ApiProperty({ type: 'integer' }) imported!: number;
  @ApiProperty({ type: 'integer' }) duplicates!: number;
  @ApiProperty({ type: 'integer' }) refused!: number;
  @ApiProperty({
    type: () => [InboundMailResult],
    description: 'At most 200; of more, the refused ones are there',
  })
  results!: InboundMailResult[];
  @ApiProperty({
    ...{ type: String, enum: ['unreadable', 'too_many_files', 'expired'], nullable: true },
    description: 'Why nothing of it was imported',
  })
  problem!: InboundMailDoc['problem'];
}
