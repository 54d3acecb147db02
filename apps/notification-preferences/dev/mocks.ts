import type { NotificationPreferences } from '@portal/api';
import { http, HttpResponse, type HttpResponseResolver } from 'msw';

let preferences: NotificationPreferences = { email: true, sms: false };

const update: HttpResponseResolver<never, NotificationPreferences> = async ({ request }) => {
  preferences = await request.json();
  return HttpResponse.json({ success: true });
};

/** Mocks the preferences: saved changes last until the page reloads. */
export const handlers = [
  http.get('/serviceOrder/get-notification-status', () => HttpResponse.json(preferences)),
  http.post('/serviceOrder/update-notification-status', update),
];
