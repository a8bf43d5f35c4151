import { ApiProperty } from '@nestjs/swagger';
import type { KeyDoc } from '#contracts';
import { ActionBody, IdRef, Integer, Text } from '#http';

/** The latest end of a key that is replaced, and the one where the request names none. */
const MOST_HOURS = 168;
export const DEFAULT_HOURS = 24;

/** How a Live key is to be; nothing at all makes one without a name, which replaces no other. */
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
}

/** A Live key as lists show it: never the key itself. */
export class LiveKeyAnswer implements KeyDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'The first twelve characters of the key' }) first_12!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true }) name!: string | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'Some minutes old at most; null for a key that nobody has used',
  })
  last_used_at!: string | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'The end of a key that was replaced; null for one without an end',
  })
  expires_at!: string | null;
}
