import { runService } from '#hosting/runtime/run-service';
import { NotificationsModule } from './notifications.module.js';
import { notificationsService } from './service.js';

await runService({ service: notificationsService, module: NotificationsModule });
