import { mdiCloudOffOutline } from '@mdi/js';
import type { I18n } from '@portal/texts';
import { Box, Icon, ScreenStatusProvider, Typography, useLocale } from '@portal/theme';
import { notifyManager, onlineManager, useQueryClient, type Query } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type PropsWithChildren,
} from 'react';
import { useAnnounce } from '../page/title';
import { isOfScreen, REFRESH_MS } from '../session/query-client';
import { useI18n } from '../texts';

const TICK_MS = 30_000;

/** Responses get this old only if the automatic refresh failed or is paused. */
const STALE_MS = REFRESH_MS + 60_000;

/** When the oldest response on the screen arrived, in milliseconds since the epoch; undefined without one. */
const useUpdatedAt = (): number | undefined => {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const shown = useSyncExternalStore(subscribe, () =>
    Math.min(
      ...cache.findAll({ type: 'active', predicate: isOfScreen }).map(({ state }) => state.dataUpdatedAt),
    ),
  );
  return Number.isFinite(shown) && shown > 0 ? shown : undefined;
};

const onOnlineChange = (onChange: () => void) => onlineManager.subscribe(onChange);

/** The time of the last tick, in milliseconds since the epoch. */
const useTick = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Calls `onChange` when a later response differs from the screen. A form that saves says so itself. */
const useOnChange = (onChange: () => void): void => {
  const cache = useQueryClient().getQueryCache();
  const onUpdate = useEffectEvent(onChange);
  useEffect(() => {
    const shown = new WeakMap<Query, unknown>();
    return cache.subscribe((event) => {
      const query = cache.get<unknown>(event.query.queryHash);
      if (event.type !== 'updated' || !query || !isOfScreen(query)) return;
      const { data } = query.state;
      const before = shown.get(query);
      shown.set(query, data);
      const isResponse = event.action.type === 'success' && !event.action.manual;
      if (isResponse && before !== undefined && before !== data) onUpdate();
    });
  }, [cache]);
};

const timeSentence = (updatedAt: number, now: number, locale: string | undefined, i18n: I18n): string => {
  const isToday = new Date(updatedAt).toDateString() === new Date(now).toDateString();
  const format = new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  });
  return i18n.t('Updated {time}.', { time: format.format(updatedAt) });
};

/** Over the end of the window, without a height of its own and without presses, so that it is in nobody's way. */
const offlineLine = {
  position: 'sticky',
  insetBlockEnd: 40,
  zIndex: 1,
  blockSize: 0,
  pointerEvents: 'none',
  display: 'flex',
  justifyContent: 'center',
  displayPrint: 'none',
};

const offlineText = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  blockSize: 'fit-content',
  px: 1.5,
  py: 0.5,
  borderRadius: 1,
  bgcolor: 'text.primary',
  color: 'background.paper',
  outline: '1px solid transparent',
};

/**
 * Gives the screen's heading the age of an old screen, and says on every screen when the browser is offline
 * (decision 061).
 */
export const ScreenStatus = ({ children }: PropsWithChildren) => {
  const i18n = useI18n();
  const announce = useAnnounce();
  const isOnline = useSyncExternalStore(onOnlineChange, () => onlineManager.isOnline());
  const updatedAt = useUpdatedAt();
  const now = useTick();
  const locale = useLocale();
  useOfflineAnnouncement(isOnline, announce);
  // With the time: a screen reader does not repeat the same text.
  useOnChange(() => announce(timeSentence(Date.now(), Date.now(), locale, i18n)));
  const age = updatedAt === undefined ? '' : timeSentence(updatedAt, now, locale, i18n);
  const isStale = updatedAt !== undefined && now - updatedAt > STALE_MS;

  return (
    <ScreenStatusProvider value={isOnline && isStale ? age : undefined}>
      {children}
      {!isOnline && (
        <Box sx={offlineLine}>
          <Typography variant="caption" sx={offlineText}>
            <Icon path={mdiCloudOffOutline} fontSize="inherit" />
            <span>{`${i18n.t('You are offline.')} ${age}`}</span>
          </Typography>
        </Box>
      )}
    </ScreenStatusProvider>
  );
};

const useOfflineAnnouncement = (isOnline: boolean, announce: (text: string) => void): void => {
  const i18n = useI18n();
  // True at first: the portal may start after the network was lost, which must still be announced.
  const wasOnline = useRef(true);
  useEffect(() => {
    if (wasOnline.current === isOnline) return;
    wasOnline.current = isOnline;
    announce(
      isOnline ? i18n.t('You are online again.') : i18n.t('You are offline. What you see stays here.'),
    );
  }, [isOnline, announce, i18n]);
};
