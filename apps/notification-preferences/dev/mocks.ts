import type { NotificationPreferences } from '@portal/api';
import { http, HttpResponse, type HttpResponseResolver } from 'msw';

let preferences: NotificationPreferences = { email: true, sms: false };

const update: HttpResponseResolver<never, NotificationPreferences> = async ({ request }) => {
  preferences = await request.json();
  return HttpResponse.json({ success: true });
};

/** Preferences without a server: what is saved lasts until the page is reloaded. */
export const handlers = [
  http.get('/serviceOrder/get-notification-status', () => HttpResponse.json(preferences)),
  http.post('/serviceOrder/update-notification-status', update),
];
