import { ApiProperty } from '@nestjs/swagger';
import { ActionBody, Flag, IdRef } from '#http';

export class SetRoleBody {
  @IdRef({
    description: 'The id of a role of the organization (GET …/team/roles)',
    alsoCalled: ['role_id', 'rol'],
  })
  role!: string;
}

export class OwnershipBody extends ActionBody {
  @Flag({
    ...{ optional: true, default: false },
    description: 'true: a further owner. false: the ownership is handed over, and you are an administrator',
  })
  share?: boolean;
}

/** What a person may do in an organization. */
export class UserAccess {
  @ApiProperty({ description: 'The id of the person' }) id!: string;
  @ApiProperty({ description: 'Name of the person' }) full_name!: string;
  @ApiProperty({ format: 'email', description: 'Address of the person' }) email!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The id of the role; null: an owner' })
  role!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The name of the role, as people read it' })
  role_name!: string | null;
  @ApiProperty() organization!: string;
  @ApiProperty({
    type: [String],
    description: 'All that the person may do there (GET …/team/roles/operations)',
  })
  operations!: string[];
  @ApiProperty({ type: String, format: 'date-time', description: 'When the person joined' })
  created_at!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the role or the ownership last changed',
  })
  updated_at!: string;
}

export class OkAnswer {
  @ApiProperty({ enum: [true] }) ok!: true;
}
