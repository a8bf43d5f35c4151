import { Module } from '@nestjs/common';
import { CancellationHandlers } from './cancellation/handlers.js';

/** Needs PacModule beside it. */
@Module({ providers: [CancellationHandlers] })
export class CancellationModule {}
