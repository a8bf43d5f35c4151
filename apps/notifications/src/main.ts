import { runService } from '#hosting/runtime/run-service';
import { loadBrowserLibrary } from '#pdf';
import { NotificationsModule } from './notifications.module.js';
import { notificationsService } from './service.js';

await loadBrowserLibrary();
await runService({ service: notificationsService, module: NotificationsModule });
