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
  @ApiProperty({ example: 'mzxw6ytboi2…@in.example.com', description: 'Where suppliers send mails to' })
  address!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
}

/** Where suppliers send their documents to. */
export class InboundMailAddresses {
  @ApiProperty({ type: () => InboundMailAddress, description: 'That of Test' }) test!: InboundMailAddress;
  @ApiProperty({ type: () => InboundMailAddress, description: 'That of Live' }) live!: InboundMailAddress;
}

export class ListInboundMails extends ListQuery {}

/** What became of a mail at one of its addresses. */
class InboundReception implements Reception {
  @ApiProperty({
    enum: ['accepted', 'duplicate', 'unknown'],
    description: 'What became of it',
  })
  status!: Reception['status'];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the mail, as `GET /v2/inbound-mails` lists it; null for an unknown address',
  })
  id!: string | null;
}

/** What became of a mail, at each of its addresses here. */
export class InboundReceptions {
  @ApiProperty({
    type: () => [InboundReception],
    description: 'One for each address of the mail that is of this installation',
  })
  results!: readonly InboundReception[];
}

/** What became of one document of a mail. */
export class InboundMailResult implements MailedDocument {
  @ApiProperty({ description: 'As its sender called it' }) file!: string;
  @ApiProperty({ enum: ['imported', 'duplicate', 'refused'], description: 'What became of it' })
  status!: MailedDocument['status'];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Code of the error that it was refused by; null: it was not',
  })
  code!: ErrorCode | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its folio fiscal (UUID); null where it could not be read',
  })
  uuid!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the invoice that it is; null where it was refused',
  })
  id!: string | null;
}

/** A mail that has arrived. What its sender says of itself is trusted for nothing. */
export class InboundMail implements InboundMailDoc {
  @ApiProperty() id!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({
    enum: ['processing', 'processed'],
    description: 'Whether its documents have been looked at',
  })
  status!: InboundMailDoc['status'];
  @ApiProperty({ type: String, format: 'date-time', description: 'When it arrived' }) received_at!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the last of its documents was looked at',
  })
  processed_at!: string | null;
  @ApiProperty({ type: 'integer', description: 'How large it is, with its encoding' }) bytes!: number;
  @ApiProperty({ type: String, nullable: true, description: 'Address of its sender, as it says itself' })
  from!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Its subject' }) subject!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Its Message-ID' }) message_id!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Its Authentication-Results: SPF, DKIM, DMARC' })
  authentication!: string | null;
  @ApiProperty({ type: 'integer', description: 'How many documents were imported' }) imported!: number;
  @ApiProperty({ type: 'integer', description: 'How many documents were there before' }) duplicates!: number;
  @ApiProperty({ type: 'integer', description: 'How many documents were refused' }) refused!: number;
  @ApiProperty({
    type: () => [InboundMailResult],
    description: 'What became of each document: at most 200; of more, the refused ones are there',
  })
  results!: InboundMailResult[];
  @ApiProperty({
    ...{ type: String, enum: ['unreadable', 'too_many_files', 'expired'], nullable: true },
    description: 'Why nothing, or not everything, of it was read; null: nothing is wrong',
  })
  problem!: InboundMailDoc['problem'];
}
