import { useEffect } from 'react';
import { createPath, useLocation } from 'react-router-dom';
import { useEmit } from '../events';
import { useAnnounce } from './page-provider';

interface PageTitleProps {
  title: string;
  /** Whether the page speaks for itself: an alert that said the same would be read out twice. */
  silent?: boolean;
}

/** Names the screen that is shown, to the page around the portal and to screen readers. Renders nothing. */
export const PageTitle = ({ title, silent = false }: PageTitleProps) => {
  const path = createPath(useLocation());
  const emit = useEmit();
  const announce = useAnnounce();
  useEffect(() => emit({ type: 'navigate', path, title }), [path, title, emit]);
  useEffect(() => announce(silent ? '' : title), [title, silent, announce]);
  return null;
};
