import type { NotificationEvents, NotificationPreferences, Session } from '@portal/api';
import { http, HttpResponse, type HttpResponseResolver } from 'msw';

let preferences: NotificationPreferences = { email: true, sms: false };

const update: HttpResponseResolver<never, NotificationPreferences> = async ({ request }) => {
  preferences = await request.json();
  return HttpResponse.json({ success: true });
};

const contacts = { email: 'a•••@example.com', phone: '•••• 0123' };

let events: NotificationEvents = { status: true, entries: true };

const session = (id: string, device: string | null, country: string | null, hoursAgo: number): Session => ({
  id,
  device,
  country,
  isCurrent: hoursAgo === 0,
  lastUsedAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
});

let sessions = [
  session('1', 'Chrome on Windows', 'United States', 0),
  session('2', 'Safari on iPhone', 'United States', 2),
  session('3', null, null, 50),
];

/** Mocks preferences and sessions: changes last until the page reloads. */
export const handlers = [
  http.get('/serviceOrder/get-notification-status', () => HttpResponse.json({ ...preferences, contacts })),
  http.post('/serviceOrder/update-notification-status', update),
  http.get('/auth-check', () =>
    HttpResponse.json({ success: true, customer: { name: 'Ann Example', contacts } }),
  ),
  http.get('/notification-preferences/events', () =>
    HttpResponse.json({ ...events, isReached: true, mutedOrders: ['000018', '000011'] }),
  ),
  http.post<never, NotificationEvents>('/notification-preferences/events', async ({ request }) => {
    events = await request.json();
    return HttpResponse.json({ success: true });
  }),
  http.get('/sessions', () => HttpResponse.json(sessions)),
  http.post<never, { id?: string }>('/sessions/end', async ({ request }) => {
    const { id } = await request.json();
    sessions = sessions.filter((one) => one.isCurrent || (id !== undefined && one.id !== id));
    return HttpResponse.json({ success: true });
  }),
  http.post('/notification-preferences/test', () =>
    HttpResponse.json({ success: true, message: 'A test message is on its way.' }),
  ),
];
