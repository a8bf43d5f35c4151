import { Module } from '@nestjs/common';

/** It takes no commands: all it does is follow the feed. */
@Module({})
export class PublisherModule {}
