import { findOwner } from '@portal/contract';
import { ShellServicesContext, type ShellServices } from '@portal/remote/services';
import { createContext, lazy, use, useMemo, useState, type PropsWithChildren } from 'react';
import { Overlay } from './overlay';
import { useRemotes, useSummaries } from '../remotes/remotes';

const BadgeSources = lazy(async () => ({ default: (await import('./badge-sources')).BadgeSources }));
const MessageBar = lazy(async () => ({ default: (await import('./message-bar')).MessageBar }));

/** The options of each text that waits, in order. A remote that repeats a text shows it once. */
export type Messages = ReadonlyMap<string, Parameters<NonNullable<ShellServices['notify']>>[1]>;

const BadgesContext = createContext<Readonly<Record<string, number>>>({});

/** The badges of the drawer's entries, by path. */
export const useBadges = () => use(BadgesContext);

/** More would keep the customer busy for minutes. */
const MOST_MESSAGES = 20;

/** A longer text cannot be read in six seconds. */
const LONGEST_MESSAGE = 300;

/** What remotes get from the shell for a signed-in customer: badges and messages, which end with the session. */
export const SessionServices = ({ children }: PropsWithChildren) => {
  const { registry } = useRemotes();
  const around = use(ShellServicesContext);
  const [badges, setBadges] = useState({});
  const [messages, setMessages] = useState<Messages>(new Map());
  const services = useMemo(
    (): ShellServices => ({
      ...around,
      // Types prove nothing: texts come from other teams' code.
      notify: (text: unknown, options) => {
        const shown = typeof text === 'string' ? text.trim().slice(0, LONGEST_MESSAGE) : '';
        if (shown)
          setMessages((queue) => (queue.size < MOST_MESSAGES ? new Map(queue).set(shown, options) : queue));
        else reportError(new TypeError('notify() needs a text to show.'));
      },
      setBadge: (remote, path, badge) => {
        if (findOwner(registry.remotes.get(), path)?.name === remote)
          setBadges((all) => ({ ...all, [path]: badge ?? 0 }));
      },
    }),
    [registry, around],
  );
  return (
    <ShellServicesContext value={services}>
      <BadgesContext value={badges}>{children}</BadgesContext>
      <Overlay open={useSummaries().some((remote) => remote.badges)} close={() => undefined}>
        <BadgeSources />
      </Overlay>
      <Overlay open={messages.size > 0} close={() => setMessages(new Map())}>
        <MessageBar messages={messages} onChange={setMessages} />
      </Overlay>
    </ShellServicesContext>
  );
};
