import { ApiProperty } from '@nestjs/swagger';
import type { DoubtDoc } from '#contracts';
import { Flag, ListQuery, Text } from '#http';

export class ListDoubtsQuery extends ListQuery {}

export class ForceBody {
  @Text({
    ...{ min: 1, max: 30 },
    description: 'Another PAC of the organization, which is sent the same bytes',
    example: 'finkok',
  })
  pac!: string;
  @Flag({
    optional: true,
    description:
      'Must be true: the first PAC may have stamped the document, and then the SAT has two valid UUIDs of it',
  })
  accept_risk?: boolean;
}

/** A document in doubt, as answered. */
export class StampingDoubt implements DoubtDoc {
  @ApiProperty({ description: 'Of the invoice or the retention' }) id!: string;
  @ApiProperty({ enum: ['invoice', 'retention'], description: 'What it is' }) type!: DoubtDoc['type'];
  @ApiProperty({ description: 'Id of the organization that it belongs to' }) organization!: string;
  @ApiProperty({ description: 'Whether it is of Live; false: of Test' }) livemode!: boolean;
  @ApiProperty({ description: 'The PAC that may have stamped it' }) pac!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'Since when it may have' }) since!: string;
  @ApiProperty({ description: 'How often it was sent, to any PAC' }) attempts!: number;
  @ApiProperty({
    description:
      'Hours until its date is older than the 72 within which a PAC takes it, with one decimal; 0 afterwards',
    example: 70.5,
  })
  hours_left!: number;
  @ApiProperty({
    ...{ type: String, nullable: true, format: 'date-time' },
    description: 'When the PAC is asked next; null while its answer is awaited',
  })
  next_look_at!: string | null;
  @ApiProperty({
    ...{ type: String, nullable: true },
    description: 'The PAC that it was sent to nevertheless, if an operator forced it',
  })
  forced_to!: string | null;
  @ApiProperty({
    ...{ type: String, nullable: true },
    description:
      'The UUID that it has, if it was forced. It stays listed while `pac` is asked for a surplus stamp',
  })
  uuid!: string | null;
  @ApiProperty({
    ...{ enum: ['pac', 'sat'], nullable: true },
    description:
      'Where the surplus stamp of a document that was forced is looked for: at `pac`, or only in the metadata of the SAT, for which the organization’s FIEL must be stored, since `pac` is asked by sending, which would make that stamp',
  })
  surplus_search!: DoubtDoc['surplus_search'];
  @ApiProperty({ type: String, nullable: true, description: 'What the PAC answered last, if it answered' })
  reason!: string | null;
}
