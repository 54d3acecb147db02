import { embedCheck } from '@portal/embed/check';
import { defineVerb, JSON_ARG } from './verb';

export const embedCheckVerb = defineVerb({
  name: 'embed-check',
  description: 'List what a site still needs to show the portal; exit code 1 if anything.',
  examples: [
    'embed-check https://portal.example --origin https://www.acme.example',
    'embed-check https://portal.example --page https://www.acme.example/account',
    'embed-check https://portal.example --pin',
  ],
  args: {
    url: { type: 'positional', required: false, description: "the portal's own URL" },
    origin: { type: 'string', valueHint: 'origin', description: 'the origin of the site to show it in' },
    page: {
      type: 'string',
      valueHint: 'url',
      description: 'a page of that site, to check its Content-Security-Policy',
    },
    pin: {
      type: 'boolean',
      default: false,
      description: 'print the script element of the live version with its integrity, and nothing else',
    },
    ...JSON_ARG,
  },
  run: embedCheck,
});
