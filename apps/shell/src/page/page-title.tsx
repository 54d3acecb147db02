import { useBrand } from '@portal/theme';
import { useEffect } from 'react';
import { useAnnounce } from './page-provider';

interface PageTitleProps {
  title: string;
  /** Whether the page speaks for itself: an alert that said the same would be read out twice. */
  silent?: boolean;
}

/** Names the page of the screen that is shown, in the browser's tab and to screen readers. Renders nothing. */
export const PageTitle = ({ title, silent = false }: PageTitleProps) => {
  const brand = useBrand();
  const announce = useAnnounce();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    announce(silent ? '' : title);
  }, [title, silent, brand.name, announce]);
  return null;
};
