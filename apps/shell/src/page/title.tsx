import { Box, visuallyHidden } from '@portal/theme';
import type { PortalEvent } from 'embed/contract';
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type PropsWithChildren,
} from 'react';
import { createPath, useLocation } from 'react-router-dom';
import { useI18n } from '../texts';
import { RouteFocus } from './focus';

interface Page {
  announce: (text: string) => void;
  emit: (event: PortalEvent) => void;
}

const PageContext = createContext<Page>({ announce: () => undefined, emit: () => undefined });

/** Returns a function that emits an event to the page around the portal. */
export const useEmit = () => use(PageContext).emit;

/** Returns a function that announces a text to screen readers. */
export const useAnnounce = () => use(PageContext).announce;

interface PageProviderProps extends PropsWithChildren {
  onEvent: (event: PortalEvent) => void;
}

/** The page around the screens, with the one live region from the start: screen readers skip a region that appears together with its text. */
export const PageProvider = ({ onEvent, children }: PageProviderProps) => {
  const i18n = useI18n();
  const [text, announce] = useState('');
  const page = useMemo(() => ({ announce, emit: onEvent }), [onEvent]);
  return (
    <PageContext value={page}>
      {children}
      <RouteFocus />
      <Box role="status" aria-label={i18n.t('Page')} sx={visuallyHidden}>
        {text}
      </Box>
    </PageContext>
  );
};

interface PageTitleProps {
  title: string;
  /** For a screen with an alert, which screen readers would otherwise read out twice. */
  silent?: boolean;
  /** The pattern of the screen's address; absent for an error view. */
  route?: string;
}

/** Emits `navigate` for the shown screen, and announces its title to screen readers. */
export const PageTitle = ({ title, route, silent = false }: PageTitleProps) => {
  const path = createPath(useLocation());
  const { announce, emit } = use(PageContext);
  const onNavigate = useEffectEvent(emit);
  useEffect(() => onNavigate({ type: 'navigate', path, title, route }), [path, title, route]);
  useEffect(() => announce(silent ? '' : title), [title, silent, announce]);
  return null;
};
