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
  @ApiProperty() full_name!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The id of the role; null: an owner' })
  role!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The name of the role, as people read it' })
  role_name!: string | null;
  @ApiProperty() organization!: string;
  @ApiProperty({ type: [String] }) operations!: string[];
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time' }) updated_at!: string;
}

export class OkAnswer {
  @ApiProperty({ enum: [true] }) ok!: true;
}
