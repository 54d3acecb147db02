import { smsReplyRoutes } from './sms-replies';

/** STOP and START as replies to text messages. */
export const smsReplies = { name: 'sms-replies', replyRoutes: smsReplyRoutes };
