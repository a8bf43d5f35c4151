import { ApiProperty } from '@nestjs/swagger';
import type { KeyDoc } from '#contracts';

/** A key as lists show it: never the key itself. */
export class UserKeyAnswer implements KeyDoc {
  @ApiProperty({ description: 'Id of the key, which is not the key' }) id!: string;
  @ApiProperty({ description: 'The first twelve characters of the key' }) first_12!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
}

/** An organization as one of its people sees it: what they are in it, and what they may do there. */
export class OwnOrganization {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'The commercial name' }) name!: string;
  @ApiProperty({ description: 'Owners may do everything, and can’t be removed by others' })
  is_owner!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'The id of the role; null for owners' }) role!:
    string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the role, as people read it; “Owner” for owners',
  })
  role_name!: string | null;
  @ApiProperty({ type: [String], description: 'What the user may do there' }) operations!: readonly string[];
}

/** The user whose key a request carries. */
export class Me {
  @ApiProperty() id!: string;
  @ApiProperty({ format: 'email', description: 'Address of the user' }) email!: string;
  @ApiProperty({ description: 'Name of the user' }) full_name!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({
    type: () => [OwnOrganization],
    description: 'Those that are not deleted, the newest first; 100 at most',
  })
  organizations!: readonly OwnOrganization[];
  @ApiProperty({ description: 'There are more organizations: GET /organizations lists all of them' })
  organizations_are_capped!: boolean;
}
