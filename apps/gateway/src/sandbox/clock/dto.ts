import { ApiProperty } from '@nestjs/swagger';
import { DateTime } from '#http';

/** Where a Test clock is to go. */
export class AdvanceClockBody {
  @DateTime({
    description:
      'Later than the clock, and at most four years ahead of real time. Without a zone it is local to the organization',
    example: '2027-01-31T12:00:00Z',
  })
  advance_to!: string;
}

/** The time of the Test environment. */
export class SandboxClock {
  @ApiProperty({ type: String, format: 'date-time', description: 'The time of Test' }) now!: string;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'Where it is being moved to, step by step; null: it runs',
  })
  advancing_to!: string | null;
}
