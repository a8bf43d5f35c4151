import { ApiProperty } from '@nestjs/swagger';
import { OPERATIONS, ROLE_TEMPLATE_CODES, type RoleTemplateCode } from '#contracts';
import { ListOf, NotAccepted, Text, text } from '#http';

const operations = { ...{ optional: true }, max: OPERATIONS.length };
const NAME = { max: 100, description: 'As people read it; no two roles of an organization have one name' };

class RoleFields {
  @Text({
    ...{ optional: true, nullable: true, max: 100, example: 'org-billing', alsoCalled: ['template'] },
    description: `The template it starts from: ${ROLE_TEMPLATE_CODES.join(', ')}; null: it starts from nothing`,
  })
  template_code?: string | null;

  @ListOf(text({ max: 100 }), {
    ...{ ...operations, alsoCalled: ['overrides_add'] },
    description: 'Operations beside those of the template (GET …/team/roles/operations)',
  })
  add?: string[];

  @ListOf(text({ max: 100 }), {
    ...{ ...operations, alsoCalled: ['overrides_remove'] },
    description: 'Operations of the template that the role has not',
  })
  remove?: string[];

  // What follows from the others.
  @NotAccepted() operations?: never;
  @NotAccepted() organization?: never;
  @NotAccepted() scope?: never;
  @NotAccepted() used_by?: never;
}

export class CreateRoleBody extends RoleFields {
  @Text({ ...NAME, example: 'Cobranza' })
  name!: string;
}

/** What is absent stays as it is. */
export class UpdateRoleBody extends RoleFields {
  @Text({ ...NAME, optional: true, example: 'Cobranza' })
  name?: string;
}

class RoleAuthor {
  @ApiProperty({ description: 'Id of the user' }) id!: string;
  @ApiProperty({ description: 'Name of the user' }) full_name!: string;
}

/** A role as answered. */
export class Role {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'As people read it; that of the built-in role follows Accept-Language' })
  name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...ROLE_TEMPLATE_CODES, null],
    description: 'The template it starts from; null: none',
  })
  template_code!: string | null;
  @ApiProperty({ enum: ['organization'], description: 'What the role holds for' }) scope!: 'organization';
  @ApiProperty() organization!: string;
  @ApiProperty({ type: 'integer', description: 'How many members have it' }) used_by!: number;
  @ApiProperty({ type: [String], description: 'Operations beside those of the template' })
  overrides_add!: string[];
  @ApiProperty({ type: [String], description: 'Operations of the template that it has not' })
  overrides_remove!: string[];
  @ApiProperty({ type: [String], description: 'All that who has it may do' }) operations!: string[];
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was last edited' })
  updated_at!: string;
  @ApiProperty({ type: RoleAuthor, nullable: true, description: 'Who made it; null: the service itself' })
  created_by!: RoleAuthor | null;
}

/** A starting point for roles. */
export class RoleTemplateAnswer {
  @ApiProperty({ enum: ROLE_TEMPLATE_CODES, description: 'What `template_code` of a role names it by' })
  code!: RoleTemplateCode;
  @ApiProperty({ description: 'Its name, in the language of the request' }) label!: string;
  @ApiProperty({ description: 'The same as `label`' }) name!: string;
  @ApiProperty({ description: 'What people with it do, in the language of the request' })
  description!: string;
  @ApiProperty({ type: [String], description: 'The operations of the template' }) operations!: string[];
}
