import { ApiProperty } from '@nestjs/swagger';
import { DateRange, ListQuery, OneOf, Text, type DateRangeInput } from '#http';
import { ACTOR_TYPES, OUTCOMES, type ActorType, type Outcome } from './entry.js';

const nullableText = { type: String, nullable: true } as const;
const filter = (description: string, max = 100) => ({ optional: true, min: 1, max, description }) as const;

/** What the list of the audit log is narrowed by. Each of them must match exactly. */
export class ListAuditLog extends ListQuery {
  @Text(filter('Id of who did it: of a key, or of a user'))
  actor?: string;
  @OneOf(ACTOR_TYPES, filter('What did it'))
  actor_type?: ActorType;
  @Text({ ...filter('What was asked for, as roles name it'), example: 'write.invoices.create' })
  operation?: string;
  @OneOf(OUTCOMES, filter('How it ended'))
  outcome?: Outcome;
  @Text({ ...filter('Type of what it was done to'), example: 'invoice' })
  resource_type?: string;
  @Text(filter('Id of what it was done to'))
  resource_id?: string;
  @Text(filter('Log id of the request'))
  log_id?: string;
  @Text(filter('Address that it came from, IPv4 or IPv6'))
  ip?: string;
  @DateRange({ optional: true, description: 'When it was done' })
  date?: DateRangeInput;
}

class AuditLogActor {
  @ApiProperty({ enum: ACTOR_TYPES, description: 'What did it' }) type!: ActorType;
  @ApiProperty({ ...nullableText, description: 'Of the key, or of the user' }) id!: string | null;
  @ApiProperty({ ...nullableText, description: 'How its key begins; null for a key of others' })
  first_12!: string | null;
  @ApiProperty({ ...nullableText, description: 'Address that the request came from' }) ip!: string | null;
  @ApiProperty({ ...nullableText, description: 'What the client calls itself, at most 300 characters' })
  user_agent!: string | null;
}

class AuditLogResource {
  @ApiProperty({ example: 'invoice', description: 'What kind of thing it was done to' }) type!: string;
  @ApiProperty({ ...nullableText, description: 'Its id; null where the request named none' }) id!:
    string | null;
}

/** An entry of the audit log. */
export class AuditLogEntry {
  @ApiProperty({ example: '6743f1c2a1b2c3d4e5f60718' }) id!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was done, by the real clock' })
  created_at!: string;
  @ApiProperty({ description: 'Who did it' }) actor!: AuditLogActor;
  @ApiProperty({ example: 'write.invoices.create', description: 'What was asked for, as roles name it' })
  operation!: string;
  @ApiProperty({ description: 'What it was done to' }) resource!: AuditLogResource;
  @ApiProperty({ enum: OUTCOMES, description: 'How it ended' }) outcome!: Outcome;
  @ApiProperty({ ...nullableText, description: 'X-Service-Log-Id of the request' }) log_id!: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'More than 1: denials of one kind in a minute, too many to tell apart',
  })
  times!: number;
}
