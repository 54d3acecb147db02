/* What the pages call what the database has. */

export const KINDS = { code: 'one-time code', order: 'news about orders', test: 'test message' };

export const CHANNELS = { email: 'email', sms: 'text message' };

export const SOURCES = { file: 'a file', webhook: 'the webhook', erp: 'the ERP' };

/** How a message ended. */
export const ENDINGS = {
  waiting: 'on its way',
  queued: 'on its way',
  sent: 'sent',
  suppressed: 'not wanted',
  expired: 'too late',
  'no-customer': 'no customer to send it to',
  'over-budget': 'SMS_DAILY_BUDGET is used up',
  dead: 'failed',
};
