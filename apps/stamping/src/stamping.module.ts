import { Module } from '@nestjs/common';
import { CsdVault } from './csd-vault.js';
import { StampingHandlers } from './stamping/handlers.js';

/** Needs PacModule beside it. */
@Module({ providers: [CsdVault, StampingHandlers] })
export class StampingModule {}
