import { Button, Stack, Typography } from '@portal/theme';
import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import { useI18n } from './texts';

/*
 * The link in the mail leads to `/login#code=123456`. Its tab sends the code over a `BroadcastChannel` to the tab that
 * requested it, which fills in the field. The link itself never signs anybody in: the customer presses the button, in
 * the browser that requested the code.
 */

/** Reads the code from the fragment of the page's address; null unless it has 4 to 12 digits. */
export const codeIn = (hash: string): string | null => /^#code=(\d{4,12})$/.exec(hash)?.[1] ?? null;

/** The name of the `BroadcastChannel`, which reaches only tabs of the same browser and origin. */
const CHANNEL = 'portal-access-code';

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('code'), code: v.pipe(v.string(), v.digits()) }),
  v.object({ type: v.literal('taken') }),
]);

type Message = v.InferOutput<typeof messageSchema>;

/** Opens the channel. Without `BroadcastChannel`, messages are neither sent nor received. */
const openChannel = (onMessage: (message: Message) => void) => {
  if (!('BroadcastChannel' in window)) return { send: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(messageSchema, data);
    if (message.success) onMessage(message.output);
  };
  return { send: (message: Message) => channel.postMessage(message), close: () => channel.close() };
};

/** In the tab that requested the code: calls `take` with the code that the link's tab sends. */
export const useHandedCode = (isWaiting: boolean, take: (code: string) => void): void => {
  const onCode = useEffectEvent(take);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const channel = openChannel((message) => {
      if (message.type !== 'code') return;
      onCode(message.code);
      channel.send({ type: 'taken' });
    });
    return channel.close;
  }, [isWaiting]);
};

/** Another tab answers sooner, unless the browser has suspended it. */
const ANSWER_MS = 700;

const GROUPS_OF_THREE = /(?=(?:\d{3})+$)(?!^)/g;

interface CodeLinkProps {
  code: string;
  /** Called when the customer chooses to sign in in this tab. */
  onSignIn: () => void;
}

/** In the link's tab: sends the code to the other tab, and shows where to continue. */
export const CodeLink = ({ code, onSignIn }: CodeLinkProps) => {
  const i18n = useI18n();
  const [place, setPlace] = useState<'asked' | 'filled-in' | 'elsewhere'>('asked');
  useEffect(() => {
    const channel = openChannel(({ type }) => type === 'taken' && setPlace('filled-in'));
    channel.send({ type: 'code', code });
    const timer = setTimeout(() => setPlace((now) => (now === 'asked' ? 'elsewhere' : now)), ANSWER_MS);
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [code]);

  return (
    <Stack role="status" spacing={2}>
      {place === 'filled-in' && (
        <>
          <Typography variant="h1">{i18n.t('Your code is filled in')}</Typography>
          <Typography>
            {i18n.t('Go back to the tab where you asked for it. You can close this one.')}
          </Typography>
        </>
      )}
      {place === 'elsewhere' && (
        <>
          <Typography variant="h1">{i18n.t('Enter your code where you asked for it')}</Typography>
          <Typography>
            {i18n.t('It works only in the browser, and on the device, that asked for it.')}
          </Typography>
          <Typography
            sx={{
              fontSize: '2rem',
              fontWeight: 650,
              letterSpacing: '0.08em',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {code.replace(GROUPS_OF_THREE, ' ')}
          </Typography>
          <Button variant="outlined" onClick={onSignIn}>
            {i18n.t('Sign in here instead')}
          </Button>
        </>
      )}
    </Stack>
  );
};
