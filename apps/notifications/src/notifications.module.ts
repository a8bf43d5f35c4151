import { Module } from '@nestjs/common';
import { RenderHandlers } from './render/handlers.js';

@Module({ providers: [RenderHandlers] })
export class NotificationsModule {}
