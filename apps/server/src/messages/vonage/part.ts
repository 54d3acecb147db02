import { openVonage } from './vonage';
import { vonageVariables } from './variables';

/** Text messages through Vonage. */
export const vonage = { name: 'vonage', variables: vonageVariables, smsProvider: openVonage };
