import { ENGLISH } from '../language/i18n';
import { durationText } from './limits';

test.each([
  [1, '1 second'],
  [42, '42 seconds'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [3601, '2 hours'],
  [86_400, '24 hours'],
])('formats %d seconds as "%s"', (seconds, words) => expect(durationText(seconds, ENGLISH)).toBe(words));
