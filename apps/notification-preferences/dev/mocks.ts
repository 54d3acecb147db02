import type { NotificationPreferences } from '@portal/api';
import { http, HttpResponse, type HttpResponseResolver } from 'msw';

let preferences: NotificationPreferences = { email: true, sms: false };

const update: HttpResponseResolver<never, NotificationPreferences> = async ({ request }) => {
  preferences = await request.json();
  return HttpResponse.json({ success: true });
};

const contacts = { email: 'a•••@example.com', phone: '•••• 0123' };

/** Mocks the preferences: saved changes last until the page reloads. */
export const handlers = [
  http.get('/serviceOrder/get-notification-status', () => HttpResponse.json({ ...preferences, contacts })),
  http.post('/serviceOrder/update-notification-status', update),
  http.post('/notification-preferences/test', () =>
    HttpResponse.json({ success: true, message: 'A test message is on its way.' }),
  ),
];
