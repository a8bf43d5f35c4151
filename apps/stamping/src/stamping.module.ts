import { Module } from '@nestjs/common';
import { StampingHandlers } from './stamping/handlers.js';

/** Needs PacModule beside it. */
@Module({ providers: [StampingHandlers] })
export class StampingModule {}
