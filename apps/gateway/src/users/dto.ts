import { ApiProperty } from '@nestjs/swagger';
import type { KeyDoc } from '#contracts';

/** A key as lists show it: never the key itself. */
export class UserKeyAnswer implements KeyDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'The first twelve characters of the key' }) first_12!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
}
