import { useBrand } from '@portal/theme';
import { useEffect } from 'react';
import { useAnnounce } from './page-provider';

/** Names the page of the screen that is shown, in the browser's tab and to screen readers. Renders nothing. */
export const PageTitle = ({ title }: { title: string }) => {
  const brand = useBrand();
  const announce = useAnnounce();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    announce(title);
  }, [title, brand.name, announce]);
  return null;
};
