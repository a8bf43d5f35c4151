import { ApiProperty } from '@nestjs/swagger';
import type { KeyDoc } from '#contracts';
import { ActionBody, DateTime, IdRef, Integer, ListOf, oneOf, Text, text } from '#http';
import { LIVE_OPERATIONS } from './live-key-operations.js';

/** The latest end of a key that is replaced, and the one where the request names none. */
const MOST_HOURS = 168;
export const DEFAULT_HOURS = 24;
const MOST_OPERATIONS = 200;
const MOST_ADDRESSES = 50;

/**
 * How a Live key is to be; nothing at all makes a whole one without a name, which replaces no other. A list without entries is
 * refused: it could be meant as nothing or as everything.
 */
export class AddLiveKeyBody extends ActionBody {
  @Text({
    ...{ optional: true, nullable: true, min: 0, max: 100 },
    description: 'What the key is for, as lists show it',
    example: 'Tienda en línea',
  })
  name?: string | null;

  @IdRef({
    ...{ optional: true, nullable: true },
    description: 'The id of the Live key whose place it takes; that one ends some hours later',
  })
  replaces?: string | null;

  @Integer({
    ...{ optional: true, min: 0, max: MOST_HOURS, default: DEFAULT_HOURS },
    description: 'How long the replaced key still works; 0: it ends at once',
  })
  old_key_ends_in_hours?: number;

  @ListOf(oneOf(LIVE_OPERATIONS), {
    ...{ optional: true, min: 1, max: MOST_OPERATIONS, example: ['read.invoices.list'] },
    description:
      'The operations that the key has: others are refused with forbidden. Without it: those of the replaced key, or all',
  })
  operations?: string[];

  @DateTime({
    optional: true,
    description:
      'When the key ends: then it is refused with api_key_invalid. Without it: as the replaced key was made, or never',
  })
  expires_at?: string;

  @ListOf(text({ max: 60 }), {
    ...{ optional: true, min: 1, max: MOST_ADDRESSES, example: ['203.0.113.7', '2001:db8::/32'] },
    description:
      'The addresses and networks (CIDR) that the key can be used from. Without it: those of the replaced key, or all',
  })
  allowed_ips?: string[];
}

/** A Live key as lists show it: never the key itself. */
export class LiveKeyAnswer implements KeyDoc {
  @ApiProperty({ description: 'Id of the key, which is not the key' }) id!: string;
  @ApiProperty({ description: 'The first twelve characters of the key' }) first_12!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the key is for; null: nobody said' })
  name!: string | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'Some minutes old at most; null for a key that nobody has used',
  })
  last_used_at!: string | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'The end of a key that was made with one, or was replaced; null for one without an end',
  })
  expires_at!: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'The operations that it has; null: all' })
  operations!: readonly string[] | null;
  @ApiProperty({
    ...{ type: [String], nullable: true },
    description: 'The addresses and networks that it can be used from; null: all',
  })
  allowed_ips!: readonly string[] | null;
}
