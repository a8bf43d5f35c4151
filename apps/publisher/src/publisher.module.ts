import { Module } from '@nestjs/common';

/** It takes no commands: all it does is follow events. */
@Module({})
export class PublisherModule {}
