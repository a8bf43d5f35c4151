import { ApiProperty } from '@nestjs/swagger';

/** A link by which the issuer uploads its own certificate. */
export class OnboardingLink {
  @ApiProperty({
    type: String,
    format: 'uri',
    description: 'The page on which the issuer uploads its certificate. It is shown this once',
  })
  url!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'Until when it can be used, once' })
  expires_at!: string;
}
